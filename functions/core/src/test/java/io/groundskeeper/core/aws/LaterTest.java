package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaterTest {

    private final List<Object> made = new ArrayList<>();

    @Test
    void whatIsNotAskedFor_isNotMade() {
        new EventBridgeRules(new Later<>(() -> {
            throw new IllegalStateException("not needed");
        }));
        new KmsKeys(new Later<>(() -> {
            throw new IllegalStateException("not needed");
        }));
        new Later<>(this::make);

        assertThat(made).isEmpty();
    }

    @Test
    void whatIsAskedForTwice_isMadeOnce() {
        var later = new Later<>(this::make);

        assertThat(later.get()).isSameAs(later.get());
        assertThat(made).hasSize(1);
    }

    @Test
    void whatCouldNotBeMade_isTriedAgain() {
        var later = new Later<>(() -> {
            make();
            if (made.size() == 1) {
                throw new IllegalStateException("not yet");
            }
            return made.getLast();
        });

        assertThatThrownBy(later::get).hasMessage("not yet");
        assertThat(later.get()).isSameAs(made.getLast());
    }

    private Object make() {
        made.add(new Object());
        return made.getLast();
    }
}
