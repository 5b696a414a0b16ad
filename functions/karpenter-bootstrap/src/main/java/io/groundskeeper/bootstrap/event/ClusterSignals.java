package io.groundskeeper.bootstrap.event;

import io.groundskeeper.bootstrap.cluster.ClusterId;
import io.groundskeeper.bootstrap.cluster.Home;
import io.groundskeeper.bootstrap.cluster.Tags;
import io.groundskeeper.core.event.CloudTrailRecord;
import io.groundskeeper.core.event.Event;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Reads which cluster an EKS API call was about, out of the shapes that CloudTrail has had for it: the name in the
 * response or the request, as {@code name} or {@code clusterName}, or the tail of an ARN.
 */
public final class ClusterSignals {

    private static final String WISH_TO_MANAGE = "manage";

    private ClusterSignals() {}

    /**
     * Reads an event.
     *
     * @param whereWeAre events of other Regions and accounts are left to the function that runs there; only asked for an
     *     event that may be of concern, since the answer takes a call
     */
    public static Signal read(Event event, Supplier<Home> whereWeAre) {
        if (!(event instanceof Event.ApiCall(var envelope, var call))
                || !call.eventSource().equals("eks.amazonaws.com")) {
            return new Signal.Nothing("Not an EKS API call");
        }
        if (call.errorCode().isPresent()) {
            return new Signal.Nothing("%s failed with %s"
                    .formatted(call.eventName(), call.errorCode().get()));
        }
        var home = whereWeAre.get();
        var region = call.region().isEmpty() ? envelope.region() : call.region();
        var account = call.accountId().isEmpty() ? envelope.account() : call.accountId();
        if (isElsewhere(region, home.region()) || isElsewhere(account, home.account())) {
            return new Signal.Nothing("%s happened in %s of account %s; this function looks after %s of account %s"
                    .formatted(call.eventName(), region, account, home.region(), home.account()));
        }
        return read(call);
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

    /** The cluster that an EKS API call names, wherever it names it; empty when it names none. */
    public static Optional<String> cluster(CloudTrailRecord call) {
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
        var adopts = call.eventName().equals("TagResource") && wish.equals(WISH_TO_MANAGE);
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
