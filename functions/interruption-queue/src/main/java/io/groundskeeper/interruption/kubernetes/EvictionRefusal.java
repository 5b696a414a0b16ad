package io.groundskeeper.interruption.kubernetes;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.interruption.cluster.Eviction;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads why the API server did not evict a pod. 429 is a PodDisruptionBudget in the way, named in its causes, or too many
 * requests; 500 is two budgets, which the API cannot weigh; 403 is a missing right, or a budget in a state that cannot be
 * used, or someone's admission webhook.
 */
final class EvictionRefusal {

    private static final String BUDGET = "DisruptionBudget";
    private static final String TWO_BUDGETS = "more than one PodDisruptionBudget";
    /** What the API server says of a user without the right, in all its versions. */
    private static final Pattern MISSING_RIGHT = Pattern.compile("(?s).*\\bcannot create resource\\b.*");

    private EvictionRefusal() {}

    /** Empty for what is no answer about this pod: it is thrown. */
    static Optional<Eviction> read(KubernetesClientException e) {
        return switch (e.getCode()) {
            case 404, 409 -> Optional.of(new Eviction.Gone());
            case 429 -> Optional.of(new Eviction.Blocked(tooMany(e), askAgainIn(e)));
            case 403 ->
                MISSING_RIGHT.matcher(message(e)).matches()
                        ? Optional.empty()
                        : Optional.of(new Eviction.Blocked(message(e), Optional.empty()));
            case 500 ->
                message(e).contains(TWO_BUDGETS)
                        ? Optional.of(new Eviction.Blocked(
                                "it has more than one PodDisruptionBudget, which evictions do not support",
                                Optional.empty()))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static String tooMany(KubernetesClientException e) {
        var budgets = causes(e)
                .filter(cause -> BUDGET.equals(cause.getReason()))
                .map(StatusCause::getMessage)
                .collect(Collectors.joining("; "));
        if (!budgets.isEmpty()) {
            return budgets;
        }
        return message(e).toLowerCase(Locale.ROOT).contains("disruption budget")
                ? message(e)
                : "the API server has too many requests";
    }

    private static Stream<StatusCause> causes(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus()).map(Status::getDetails).map(details -> details.getCauses()).stream()
                .flatMap(causes -> causes.stream());
    }

    /** Busy servers say it in a header only, which the client does not show: always one second, less than we wait. */
    private static Optional<Duration> askAgainIn(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .map(Status::getDetails)
                .map(details -> details.getRetryAfterSeconds())
                .filter(seconds -> seconds > 0)
                .map(Duration::ofSeconds);
    }

    private static String message(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .map(Status::getMessage)
                .or(() -> Optional.ofNullable(e.getMessage()))
                .orElse("");
    }
}
