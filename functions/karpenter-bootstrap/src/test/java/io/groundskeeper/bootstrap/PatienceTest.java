package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.lambda.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatienceTest {

    /** As in template.yaml, which TemplateTest holds. */
    private static final int MOST_RECEIVES = 100;

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(45);

    @ParameterizedTest
    @ValueSource(ints = {15, 20, 30, 60})
    void anyLook_lastsUntilTheLongestWaitIsOverBeforeSqsGivesUp(int seconds) {
        var waited = Duration.ZERO;
        for (int count = 1; count < MOST_RECEIVES; count++) {
            var verdict = Patience.with(new Verdict.NotReady(Duration.ofSeconds(seconds), "it starts"), count);
            assertThat(verdict).isInstanceOf(Verdict.NotReady.class);
            waited = waited.plus(((Verdict.NotReady) verdict).lookAgainIn());
        }
        assertThat(waited).isGreaterThan(LONGEST_WAIT);
    }

    @Test
    void longerPausesAndOtherVerdicts_areLeft() {
        var later = new Verdict.NotReady(Duration.ofMinutes(5), "it is updated");
        assertThat(Patience.with(later, 50)).isEqualTo(later);
        assertThat(Patience.with(new Verdict.Done(), 50)).isEqualTo(new Verdict.Done());
    }
}
