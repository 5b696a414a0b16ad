package io.groundskeeper.interruption.atonce;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AtOnceTest {

    private static final Duration PLENTY = Duration.ofSeconds(30);

    @Test
    void questions_areAskedAtOnceAndEachKeyOnce() {
        var both = new CountDownLatch(2);
        var answers = AtOnce.ask(List.of("a", "b", "a"), key -> meet(both, key), PLENTY);

        assertThat(answers).containsEntry("a", new Answer.Came<>("A")).containsEntry("b", new Answer.Came<>("B"));
    }

    @Test
    void failure_isItsOwnKeysAnswer() {
        var failure = new IllegalStateException("no");
        var answers = AtOnce.<String, String>ask(
                List.of("a"),
                key -> {
                    throw failure;
                },
                PLENTY);

        assertThat(answers).containsEntry("a", new Answer.Failed<>(failure));
    }

    @Test
    void noTimeLeft_isAFailureNotAWait() {
        var never = new CountDownLatch(1);
        var answers = AtOnce.ask(List.of("a"), key -> meet(never, key, false), Duration.ofSeconds(-3));

        assertThat(answers.get("a")).isInstanceOf(Answer.Failed.class);
    }

    private static String meet(CountDownLatch all, String key) {
        return meet(all, key, true);
    }

    private static String meet(CountDownLatch all, String key, boolean arrives) {
        try {
            if (arrives) {
                all.countDown();
            }
            all.await();
            return key.toUpperCase(Locale.ROOT);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
