package io.groundskeeper.bootstrap.event;

import io.groundskeeper.bootstrap.task.Task;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.event.CloudTrailRecord;
import io.groundskeeper.core.event.Envelope;
import io.groundskeeper.core.event.Event;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Reads what an event asks for: a task or a schedule says so, and an EKS API call which cluster it was about, out of the shapes that CloudTrail has had for it: the name in the
 * response or the request, as {@code name} or {@code clusterName}, or the tail of an ARN.
 */
public final class ClusterSignals {

    private ClusterSignals() {}

    /**
     * Reads an event.
     *
     * @param whereWeAre events of other Regions and accounts are left to the function that runs there; only asked for an
     *     event that may be of concern, since the answer takes a call
     */
    public static Signal read(Event event, Supplier<Home> whereWeAre) {
        return switch (event) {
            case Event.ApiCall(var envelope, var call)
            when call.eventSource().equals("eks.amazonaws.com") -> call(envelope, call, whereWeAre);
            case Event.ClusterTask task -> task(task, whereWeAre.get());
            case Event.Schedule(var envelope) ->
                elsewhere("The schedule", envelope.region(), envelope.account(), whereWeAre.get())
                        .orElseGet(Signal.Scheduled::new);
            default -> new Signal.Nothing("Not an EKS API call");
        };
    }

    private static Signal call(Envelope envelope, CloudTrailRecord call, Supplier<Home> whereWeAre) {
        if (call.errorCode().isPresent()) {
            return new Signal.Nothing("%s failed with %s"
                    .formatted(call.eventName(), call.errorCode().get()));
        }
        var home = whereWeAre.get();
        var region = call.region().isEmpty() ? envelope.region() : call.region();
        var account = call.accountId().isEmpty() ? envelope.account() : call.accountId();
        return elsewhere(call.eventName(), region, account, home).orElseGet(() -> read(call));
    }

    /** A message of our own queue: it comes from us, or from a person who sends it again. */
    private static Signal task(Event.ClusterTask event, Home home) {
        var envelope = event.envelope();
        var cluster = event.cluster();
        if (!ClusterId.isName(cluster)) {
            return new Signal.Nothing("\"%s\" is not the name of an EKS cluster".formatted(cluster));
        }
        return elsewhere("The task", envelope.region(), envelope.account(), home)
                .or(() -> Task.of(event.task()).map(task -> switch (task) {
                    case RECONCILE ->
                        new Signal.About(
                                cluster, Trigger.SCHEDULED, "the schedule", Optional.empty(), Optional.empty());
                    case REMOVE -> new Signal.Removal(cluster);
                    case CLEAN_UP ->
                        envelope.time()
                                .<Signal>map(time -> new Signal.CleanUp(cluster, time))
                                .orElseGet(
                                        () -> new Signal.Nothing(
                                                "A clean-up without a time: a cluster of that name may have been created since"));
                }))
                .orElseGet(() -> new Signal.Nothing(
                        "\"%s\" is not a task: reconcile, remove and clean-up are".formatted(event.task())));
    }

    private static Optional<Signal> elsewhere(String what, String region, String account, Home home) {
        return isElsewhere(region, home.region()) || isElsewhere(account, home.account())
                ? Optional.of(
                        new Signal.Nothing("%s happened in %s of account %s; this function looks after %s of account %s"
                                .formatted(what, region, account, home.region(), home.account())))
                : Optional.empty();
    }

    private static Signal read(CloudTrailRecord call) {
        return switch (call.eventName()) {
            case "CreateCluster" -> about(call, created(call), Trigger.CREATED);
            case "CreateNodegroup", "CreateFargateProfile", "UpdateClusterConfig" ->
                about(call, requested(call), Trigger.CHANGED);
            case "TagResource", "UntagResource" -> tagged(call);
            case "DeleteCluster" -> about(call, created(call), Trigger.DELETED);
            default -> new Signal.Nothing(call.eventName() + " is of no concern to the bootstrap");
        };
    }

    /** The cluster that an event names, wherever it names it; empty when it names none. */
    public static Optional<String> cluster(Event event) {
        return switch (event) {
            case Event.ApiCall call -> cluster(call.record());
            case Event.ClusterTask task -> Optional.of(task.cluster()).filter(ClusterId::isName);
            default -> Optional.empty();
        };
    }

    private static Optional<String> cluster(CloudTrailRecord call) {
        return created(call)
                .or(() -> text(call.requestParameters(), "resourceArn")
                        .map(ClusterSignals::decoded)
                        .flatMap(ClusterId::ofArn)
                        .map(ClusterId::name));
    }

    private static boolean isElsewhere(String there, String here) {
        return !there.isEmpty() && !there.equals(here);
    }

    private static Optional<String> created(CloudTrailRecord call) {
        var cluster = call.responseElements().path("cluster");
        return Stream.of(
                        text(cluster, "name"),
                        text(cluster, "clusterName"),
                        requested(call),
                        text(cluster, "arn").map(arn -> arn.substring(arn.lastIndexOf('/') + 1)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> requested(CloudTrailRecord call) {
        return text(call.requestParameters(), "name").or(() -> text(call.requestParameters(), "clusterName"));
    }

    private static Signal tagged(CloudTrailRecord call) {
        var arn = text(call.requestParameters(), "resourceArn").map(ClusterSignals::decoded);
        if (arn.isEmpty()) {
            return new Signal.Nothing(call.eventName() + " names no resource");
        }
        if (isOurMark(call)) {
            return new Signal.Nothing("Our own mark, set by the bootstrap itself");
        }
        var wish = call.requestParameters().path("tags").path(Tags.WISH).asString("");
        var adopts = call.eventName().equals("TagResource") && wish.equals(Tags.MANAGE);
        return arn.flatMap(ClusterId::ofArn)
                .map(id -> about(call, Optional.of(id.name()), adopts ? Trigger.ADOPTED : Trigger.CHANGED))
                .orElseGet(() -> new Signal.Nothing(
                        "%s of %s, which is no cluster".formatted(call.eventName(), arn.orElseThrow())));
    }

    /** The function's own calls must not wake it again. */
    private static boolean isOurMark(CloudTrailRecord call) {
        var keys = call.requestParameters().path("tags").propertyNames();
        return call.eventName().equals("TagResource")
                && keys.size() == 1
                && (keys.contains(Tags.MARK) || keys.contains(Tags.REMOVING));
    }

    private static Signal about(CloudTrailRecord call, Optional<String> cluster, Trigger trigger) {
        return cluster.filter(ClusterId::isName)
                .<Signal>map(name -> new Signal.About(name, trigger, call.eventName(), caller(call), call.time()))
                .orElseGet(() -> nameless(call));
    }

    private static Signal nameless(CloudTrailRecord call) {
        return new Signal.Nothing(call.eventName() + " names no cluster");
    }

    private static Optional<String> caller(CloudTrailRecord call) {
        return text(call.userIdentity(), "arn").or(() -> text(call.userIdentity(), "userName"));
    }

    private static String decoded(String arn) {
        try {
            return URLDecoder.decode(arn, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // A stray percent sign: then it was not encoded, and no cluster's ARN either.
            return arn;
        }
    }

    private static Optional<String> text(JsonNode json, String name) {
        return json.path(name).stringValueOpt().filter(text -> !text.isBlank());
    }
}
