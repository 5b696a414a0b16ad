package io.groundskeeper.interruption.digest;

import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.interruption.duty.Duty;
import java.util.List;

/**
 * The digest, as its JSON.
 *
 * @param function always {@code interruption-queue}
 * @param digest null where none was asked for
 */
record DigestReport(String function, Digest digest, List<Ignored> ignored) {

    DigestReport {
        ignored = List.copyOf(ignored);
    }

    /**
     * A day's interruptions, and what makes for more of them.
     *
     * @param from RFC 3339
     * @param to RFC 3339; itself not in it
     * @param interruptions of instances, in all
     * @param rebalances how many times EC2 saw a raised risk
     * @param nodePools those that had any, most interruptions first
     * @param reclaimed the spot pools that were interrupted, most often first
     * @param narrow NodePools that allow few types for spot
     * @param notRead clusters that could not be looked into
     */
    record Digest(
            String from,
            String to,
            long interruptions,
            long rebalances,
            List<OfNodePool> nodePools,
            List<Reclaimed> reclaimed,
            List<Narrow> narrow,
            List<NotRead> notRead) {

        Digest {
            nodePools = List.copyOf(nodePools);
            reclaimed = List.copyOf(reclaimed);
            narrow = List.copyOf(narrow);
            notRead = List.copyOf(notRead);
        }

        /** Whether there is anything to tell. */
        boolean isWorthTelling() {
            return interruptions > 0 || rebalances > 0 || !narrow.isEmpty() || !notRead.isEmpty();
        }
    }

    /** NodePools of the same name in several clusters are one here: the metrics do not tell them apart. */
    record OfNodePool(String nodePool, long interruptions, long rebalances, List<OfOutcome> outcomes) {
        OfNodePool {
            outcomes = List.copyOf(outcomes);
        }
    }

    /** @param outcome as in the report of warnings */
    record OfOutcome(String outcome, long interruptions) {}

    /** A spot pool: a type in a zone. */
    record Reclaimed(String instanceType, String zone, long interruptions) {}

    /**
     * A NodePool that allows few types.
     *
     * @param instanceTypes how many types it allows, of those that are sold as spot in the Region
     * @param notEvaluated requirements that may allow even fewer
     */
    record Narrow(String cluster, String nodePool, int instanceTypes, List<String> notEvaluated) {
        Narrow {
            notEvaluated = List.copyOf(notEvaluated);
        }
    }

    /** @param why in words */
    record NotRead(String cluster, String why) {}

    static DigestReport of(Digest digest, List<Ignored> ignored) {
        return new DigestReport(Duty.FUNCTION, digest, ignored);
    }
}
