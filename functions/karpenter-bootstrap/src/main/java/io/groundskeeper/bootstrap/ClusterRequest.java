package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.event.Signal;
import io.groundskeeper.bootstrap.event.Trigger;
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
 * @param amiRefresh whether the newest image for nodes is to be pinned
 */
record ClusterRequest(String cluster, List<Signal.About> signals, boolean dryRun, boolean recent, boolean amiRefresh) {

    ClusterRequest {
        signals = List.copyOf(signals);
    }

    static ClusterRequest byHand(BootstrapCommand command) {
        var signal = new Signal.About(
                command.cluster(), Trigger.COMMAND, "a command by hand", Optional.empty(), Optional.empty());
        return new ClusterRequest(command.cluster(), List.of(signal), command.dryRun(), false, command.amiRefresh());
    }

    static ClusterRequest scheduled(String cluster) {
        var signal = new Signal.About(cluster, Trigger.SCHEDULED, "the schedule", Optional.empty(), Optional.empty());
        return new ClusterRequest(cluster, List.of(signal), false, false, false);
    }

    Set<Trigger> triggers() {
        return signals.stream().map(Signal.About::trigger).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether nothing but the schedule asks for it. */
    boolean isScheduled() {
        return triggers().equals(Set.of(Trigger.SCHEDULED));
    }

    boolean isByHand() {
        return triggers().contains(Trigger.COMMAND);
    }
}
