package io.groundskeeper.bootstrap.step;

import io.groundskeeper.bootstrap.cluster.Target;

/**
 * One part of the work on a cluster that is there.
 *
 * @param <S> what it observes
 * @param <C> the kind of change that it makes
 */
public interface Step<S, C extends PlannedChange> extends StepOn<Target, S, C> {}
