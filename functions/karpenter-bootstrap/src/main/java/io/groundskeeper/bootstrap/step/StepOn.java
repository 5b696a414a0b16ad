package io.groundskeeper.bootstrap.step;

import io.groundskeeper.core.aws.NotYetException;

/**
 * One part of the work on something: read what is there, decide purely what is to change, make the changes. Any run may
 * be cut off anywhere; the next one observes what is there and plans what is left. Steps depend on names only, never on
 * what an earlier step returned, so that a dry run can plan them all.
 *
 * @param <T> what is worked on
 * @param <S> what it observes
 * @param <C> the kind of change that it makes
 */
public interface StepOn<T, S, C extends PlannedChange> {

    /** Its name in the report. */
    String name();

    /** Reads what is there; never writes. */
    S observe(T target);

    /** What is to change; calls nothing. */
    Plan<C> plan(T target, S observed);

    /**
     * Makes one change.
     *
     * @throws NotYetException if it will be possible a little later
     * @throws RuntimeException if it failed
     */
    void apply(T target, C change);
}
