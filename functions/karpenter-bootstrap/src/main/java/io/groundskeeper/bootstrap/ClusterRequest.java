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
 * @param amiRefresh whether the newest image for nodes is to be pinned
 */
record ClusterRequest(String cluster, List<Signal.About> signals, boolean dryRun, boolean recent, boolean amiRefresh) {

    ClusterRequest {
        signals = List.copyOf(signals);
    }

    static ClusterRequest byHand(BootstrapCommand command) {
        var asked = command.remove() ? Set.of(Trigger.COMMAND, Trigger.REMOVAL) : Set.of(Trigger.COMMAND);
        return new ClusterRequest(
                command.cluster(),
                asked.stream()
                        .map(trigger -> new Signal.About(
                                command.cluster(), trigger, "a command by hand", Optional.empty(), Optional.empty()))
                        .toList(),
                command.dryRun(),
                false,
                command.amiRefresh());
    }

    static ClusterRequest scheduled(String cluster) {
        var signal = new Signal.About(cluster, Trigger.SCHEDULED, "the schedule", Optional.empty(), Optional.empty());
        return new ClusterRequest(cluster, List.of(signal), false, false, false);
    }

    static ClusterRequest of(Signal.About signal) {
        return new ClusterRequest(signal.cluster(), List.of(signal), false, false, false);
    }

    /** A removal that had to wait. */
    static Signal.About goingOn(String cluster) {
        return new Signal.About(
                cluster, Trigger.REMOVAL, "its removal, which goes on", Optional.empty(), Optional.empty());
    }

    /**
     * A deletion that nobody told us of.
     *
     * @param before when the cluster was known to be gone; empty for now
     */
    static Signal.About lost(String cluster, Optional<Instant> before) {
        return new Signal.About(
                cluster, Trigger.DELETED, "what it left, found by the schedule", Optional.empty(), before);
    }

    Set<Trigger> triggers() {
        return signals.stream().map(Signal.About::trigger).collect(Collectors.toUnmodifiableSet());
    }

    /** When the youngest of the events was; empty if none says so. */
    Optional<Instant> at() {
        return signals.stream().map(Signal.About::at).flatMap(Optional::stream).max(Comparator.naturalOrder());
    }

    boolean isRemoval() {
        return triggers().contains(Trigger.REMOVAL);
    }

    boolean isDeletion() {
        return triggers().contains(Trigger.DELETED);
    }

    /** Whether nothing but the schedule asks for it. */
    boolean isScheduled() {
        return triggers().equals(Set.of(Trigger.SCHEDULED));
    }

    boolean isByHand() {
        return triggers().contains(Trigger.COMMAND);
    }
}
