package io.groundskeeper.interruption.watch;

import io.groundskeeper.interruption.watch.action.Step;
import java.util.Optional;

/**
 * What one look says about a warning.
 *
 * @param finding what it is if nothing is done
 * @param step what is to be done about it, if anything
 */
record Judgement(Finding finding, Optional<Step> step) {}
