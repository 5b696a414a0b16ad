package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.event.Signal;
import io.groundskeeper.bootstrap.event.Trigger;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that asks for one cluster to be looked at; several events about it are one request.
 *
 * @param signals at least one
 * @param dryRun plan only, whatever the settings say
 * @param recent whether one of the events is so young that EKS may not show the cluster yet
 */
record ClusterRequest(String cluster, List<Signal.About> signals, boolean dryRun, boolean recent) {

    ClusterRequest {
        signals = List.copyOf(signals);
    }

    static ClusterRequest byHand(BootstrapCommand command) {
        var signal = new Signal.About(
                command.cluster(), Trigger.COMMAND, "a command by hand", Optional.empty(), Optional.empty());
        return new ClusterRequest(command.cluster(), List.of(signal), command.dryRun(), false);
    }

    Set<Trigger> triggers() {
        return signals.stream().map(Signal.About::trigger).collect(Collectors.toUnmodifiableSet());
    }

    /** When the youngest of the events was; empty if none says so. */
    Optional<Instant> at() {
        return signals.stream().map(Signal.About::at).flatMap(Optional::stream).max(Comparator.naturalOrder());
    }

    boolean isDeletion() {
        return triggers().contains(Trigger.DELETED);
    }

    boolean isByHand() {
        return triggers().contains(Trigger.COMMAND);
    }
}
