package io.groundskeeper.bootstrap;

import io.groundskeeper.core.lambda.Verdict;
import java.time.Duration;

/**
 * Slows looks down that are seconds apart: SQS hands a message out a hundred times, and quick looks would use them up
 * before the longest wait is over and Slack is told what is stuck.
 */
final class Patience {

    private static final int QUICK_LOOKS = 30;
    private static final Duration SLOW = Duration.ofMinutes(1);

    private Patience() {}

    /** @param receiveCount how often the message was handed out, this time included */
    static Verdict with(Verdict verdict, int receiveCount) {
        return receiveCount > QUICK_LOOKS
                        && verdict instanceof Verdict.NotReady(var lookAgainIn, var why)
                        && lookAgainIn.compareTo(SLOW) < 0
                ? new Verdict.NotReady(SLOW, why)
                : verdict;
    }
}
