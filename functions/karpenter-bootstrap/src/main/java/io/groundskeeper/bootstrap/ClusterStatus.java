package io.groundskeeper.bootstrap;

/** What became of a cluster in one look at it. */
public enum ClusterStatus {
    /** All steps are done. */
    READY,
    /** Something is not ready; it is looked at again. */
    WAITING,
    /** It is not worked on. */
    SKIPPED,
    /** A step failed, or only a person can decide how it goes on. */
    FAILED,
    /** A dry run: nothing was written. */
    PLANNED,
    /** It is gone and was cleaned up after, or Karpenter was removed from it. */
    DELETED
}
