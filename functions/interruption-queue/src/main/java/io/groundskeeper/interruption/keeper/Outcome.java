package io.groundskeeper.interruption.keeper;

/** What became of something that was looked at. */
enum Outcome {
    /** It is as it should be. */
    OK,
    /** It was mended, and read again to see that it was. */
    MENDED,
    /** It would be mended, were this no dry run. */
    PLANNED,
    /** A person is told: it is not ours to mend, or nobody's but a person's. */
    REPORTED,
    /** AWS does not take or show the change yet; it is looked at again. */
    WAITING,
    /** Mending it was tried in vain. */
    FAILED
}
