package io.groundskeeper.bootstrap.addon;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.ClusterObjects;
import io.groundskeeper.bootstrap.controller.Node;
import io.groundskeeper.bootstrap.controller.Situation;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Step {@code add-ons}: with PIN_ADDONS, CoreDNS and metrics-server are kept off Karpenter's nodes. What there is of them
 * only: nothing is installed, and nothing moved while no managed node group has a node to move it to.
 */
public final class AddOnsStep implements Step<Situation.Look<AddOnsStep.Seen>, AddOnChange> {

    private static final List<String> NAMES = List.of("coredns", "metrics-server");
    private static final String NAMESPACE = "kube-system";
    private static final Duration SOON = Duration.ofSeconds(15);

    /**
     * What is there.
     *
     * @param situation empty where nothing is asked for, and nothing was looked at
     */
    record Seen(Optional<Situation> situation, List<Node> nodes, List<Found> found) {}

    /** One of the two: by EKS, as a Deployment, both or neither. */
    record Found(String name, Optional<Addon> addon, Optional<Workload> deployment) {}

    private final ClusterContents contents;
    private final ClusterObjects objects;
    private final Addons addons;
    private final Clock clock;

    /** @param addons those that EKS keeps */
    public AddOnsStep(ClusterContents contents, ClusterObjects objects, Addons addons, Clock clock) {
        this.contents = contents;
        this.objects = objects;
        this.addons = addons;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "add-ons";
    }

    @Override
    public Situation.Look<Seen> observe(Target target) {
        if (!target.settings().controller().pinAddons()) {
            return new Situation.Look.Seen<>(new Seen(Optional.empty(), List.of(), List.of()));
        }
        return Situation.look(target, endpoint -> seen(target, endpoint));
    }

    @Override
    public Plan<AddOnChange> plan(Target target, Situation.Look<Seen> look) {
        return Situation.plan(
                look,
                List.of(),
                seen -> seen.situation()
                        .map(situation ->
                                situation.<AddOnChange>obstacle(target).orElseGet(() -> AddOnsPlan.of(seen)))
                        .orElseGet(() -> new Plan.Changes<>(List.of(), List.of())));
    }

    @Override
    public void apply(Target target, AddOnChange change) {
        switch (change) {
            case AddOnChange.Configure(var name, var configuration) ->
                addons.configure(target.id().name(), name, configuration);
            case AddOnChange.Pin(var name, var deployment) -> {
                if (!objects.apply(target.cluster().endpoint().orElseThrow(), deployment)) {
                    throw new NotYetException(
                            "Deployment %s/%s was changed by someone else meanwhile".formatted(NAMESPACE, name),
                            SOON,
                            null);
                }
            }
        }
    }

    private Seen seen(Target target, ClusterEndpoint endpoint) {
        var situation = Situation.ofController(contents, endpoint, target, clock.instant());
        var found = NAMES.stream()
                .map(name ->
                        new Found(name, addons.find(target.id().name(), name), situation.workload(NAMESPACE, name)))
                .toList();
        return new Seen(Optional.of(situation), contents.nodes(endpoint), found);
    }
}
