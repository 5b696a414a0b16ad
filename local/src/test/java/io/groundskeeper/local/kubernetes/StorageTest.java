package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StorageTest {
    private final Storage storage = new Storage();

    @Test
    void everyWrite_hasAHigherRevisionAndIsSeen() throws InterruptedException {
        long start = storage.revision();
        storage.store(key("a"), Objects.json("{'metadata':{'labels':{'in':'yes'}}}"));
        storage.store(key("a"), Objects.json("{'metadata':{}}"));
        storage.store(key("a"), Objects.json("{'metadata':{'labels':{'in':'yes'}},'x':1}"));
        storage.remove(key("a"));

        List<Change> changes = storage.changesAfter(start, "nodes", Duration.ZERO);

        assertThat(changes).extracting(Change::revision).containsExactly(start + 1, start + 2, start + 3, start + 4);
        assertThat(changes.stream().map(change -> change.seenBy(LabelSelector.parse("in"))))
                .extracting(seen -> seen.orElse("nothing"))
                .containsExactly("ADDED", "DELETED", "ADDED", "DELETED");
        assertThat(changes.getLast()
                        .after()
                        .path("metadata")
                        .path("resourceVersion")
                        .asString(""))
                .isEqualTo(Long.toString(start + 4));
    }

    @Test
    void callersCopy_doesNotChangeWhatIsStored() {
        storage.store(key("a"), Objects.json("{'metadata':{}}")).put("x", 1);
        storage.find(key("a")).orElseThrow().put("x", 1);

        assertThat(storage.find(key("a")).orElseThrow().has("x")).isFalse();
    }

    @Test
    void list_isOfOneKindAndNamespace() {
        storage.store(new Storage.Key("pods", "b", "1"), Objects.json("{'metadata':{'name':'b1'}}"));
        storage.store(new Storage.Key("pods", "a", "2"), Objects.json("{'metadata':{'name':'a2'}}"));
        storage.store(new Storage.Key("podsx", "a", "3"), Objects.json("{'metadata':{'name':'x'}}"));

        assertThat(storage.list("pods", null))
                .extracting(pod -> Metadata.of(pod).name())
                .containsExactly("a2", "b1");
        assertThat(storage.list("pods", "b")).hasSize(1);
    }

    @Test
    void closing_endsWaiting() throws InterruptedException {
        Thread closer = Thread.ofVirtual().start(storage::close);

        assertThat(storage.changesAfter(0, "nodes", Duration.ofSeconds(20))).isEmpty();
        closer.join();
    }

    private static Storage.Key key(String name) {
        return new Storage.Key("nodes", "", name);
    }
}
