package io.groundskeeper.bootstrap.readiness;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.ClusterObjects;
import io.groundskeeper.bootstrap.controller.Conditioned;
import io.groundskeeper.bootstrap.controller.ControllerPlace;
import io.groundskeeper.bootstrap.controller.Placement;
import io.groundskeeper.bootstrap.controller.PlacementChoice;
import io.groundskeeper.bootstrap.controller.Pod;
import io.groundskeeper.bootstrap.controller.Situation;
import io.groundskeeper.bootstrap.identity.Issuer;
import io.groundskeeper.bootstrap.identity.OidcProviders;
import io.groundskeeper.bootstrap.identity.PodIdentities;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Step {@code readiness}, the proof: UNCHANGED only when Karpenter runs and can give nodes. It changes nothing but one
 * thing: pods of the controller that were started without credentials are started anew, once.
 */
public final class ReadinessStep implements Step<Situation.Look<ReadinessStep.Seen>, Restart> {

    static final String DEFAULT = "default";
    static final String DEPLOYMENT = "karpenter";

    /**
     * What is there.
     *
     * @param nodeClasses by name, those that ought to be there
     * @param pods of the controller; looked at only where it is not ready
     * @param credentials of those pods; looked at only where it is not ready
     */
    record Seen(
            Situation situation,
            PlacementChoice choice,
            Map<String, Optional<Conditioned>> nodeClasses,
            Optional<Conditioned> nodePool,
            List<Pod> pods,
            Optional<Credentials> credentials) {}

    private final ClusterContents contents;
    private final ClusterObjects objects;
    private final ControllerPlace place;
    private final PodIdentities podIdentities;
    private final OidcProviders oidcProviders;
    private final Clock clock;

    /** Makes the step, of what tells whether the controller runs and gets its role. */
    public ReadinessStep(
            ClusterContents contents,
            ClusterObjects objects,
            ControllerPlace place,
            PodIdentities podIdentities,
            OidcProviders oidcProviders,
            Clock clock) {
        this.contents = contents;
        this.objects = objects;
        this.place = place;
        this.podIdentities = podIdentities;
        this.oidcProviders = oidcProviders;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "readiness";
    }

    @Override
    public Situation.Look<Seen> observe(Target target) {
        return Situation.look(target, endpoint -> seen(target, endpoint));
    }

    @Override
    public Plan<Restart> plan(Target target, Situation.Look<Seen> look) {
        return Situation.plan(
                look,
                List.of(),
                seen -> seen.situation().<Restart>obstacle(target).orElseGet(() -> ReadinessPlan.of(target, seen)));
    }

    @Override
    public void apply(Target target, Restart change) {
        objects.restart(target.cluster().endpoint().orElseThrow(), change.namespace(), change.deployment());
    }

    private Seen seen(Target target, ClusterEndpoint endpoint) {
        var namespace = target.settings().controller().namespace();
        var situation = Situation.ofController(contents, endpoint, target, clock.instant());
        var choice = place.choose(target, endpoint, situation.release());
        var deployment = situation.workload(namespace, DEPLOYMENT);
        if (deployment.isPresent() && !ReadinessPlan.runs(deployment.get())) {
            var pods = contents.pods(endpoint, namespace, DEPLOYMENT);
            return new Seen(
                    situation,
                    choice,
                    Map.of(),
                    Optional.empty(),
                    pods,
                    Optional.of(credentials(target, situation, choice)));
        }
        var pool = deployment.flatMap(found -> contents.nodePool(endpoint, DEFAULT));
        var classes = new LinkedHashMap<String, Optional<Conditioned>>();
        if (deployment.isPresent()) {
            classes.put(DEFAULT, contents.nodeClass(endpoint, DEFAULT));
            pool.flatMap(Conditioned::nodeClass)
                    .ifPresent(name -> classes.computeIfAbsent(name, other -> contents.nodeClass(endpoint, other)));
        }
        return new Seen(situation, choice, classes, pool, List.of(), Optional.empty());
    }

    private Credentials credentials(Target target, Situation situation, PlacementChoice choice) {
        var released = situation.release().map(release -> release.since()).orElse(Instant.EPOCH);
        return choice instanceof PlacementChoice.Place(Placement.OnFargate onFargate)
                ? byToken(target, released)
                : byPodIdentity(target.id().name());
    }

    private Credentials byPodIdentity(String cluster) {
        var agent = podIdentities.agent(cluster);
        var association = podIdentities.association(cluster);
        var missing = agent.isEmpty()
                ? Optional.of("the add-on eks-pod-identity-agent is missing")
                : association.isEmpty()
                        ? Optional.of("the pod identity association of kube-system/karpenter is missing")
                        : agent.filter(found -> !found.status().equals("ACTIVE"))
                                .map(found -> found.described());
        return new Credentials(association.map(found -> found.since()).orElse(Instant.EPOCH), missing);
    }

    private Credentials byToken(Target target, Instant released) {
        var known = target.cluster()
                .logins()
                .issuer()
                .map(Issuer::new)
                .flatMap(issuer -> oidcProviders.audiences(issuer.providerArn(target.id())))
                .filter(audiences -> audiences.contains(Issuer.AUDIENCE));
        return new Credentials(
                released,
                known.isPresent()
                        ? Optional.empty()
                        : Optional.of("the account has no OpenIDConnect provider for the cluster's issuer"));
    }
}
