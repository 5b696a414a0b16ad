package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.removal.Leftovers;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.aws.InterruptionQueues;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.cluster.Tags;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.iam.model.Tag;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Finds what we made by the IAM and SQS APIs: roles below our path and queues of our prefix. A name says whose it is for
 * a cluster that is there, so that only what belongs to none of those is asked for its tags.
 *
 * @param present the clusters that are there
 * @param rolePath of the roles that we made, with a slash at both ends
 */
public record TaggedLeftovers(IamClient iam, SqsClient sqs, Clusters present, Supplier<String> rolePath)
        implements Leftovers {

    private static final String PREFIX = "Karpenter";
    private static final Set<String> NO_ROLE = Set.of("NoSuchEntity");

    @Override
    public Set<String> clusters() {
        var living = present.names();
        var home = present.home();
        var known = new HashSet<String>();
        for (var cluster : living) {
            var names = new Names(home.cluster(cluster));
            known.addAll(List.of(names.nodeRole(), names.controllerRole(), names.queue()));
        }
        return Stream.concat(
                        roles().filter(role -> !known.contains(role)).flatMap(role -> ofRole(role).stream()),
                        queues().filter(url -> !known.contains(url.substring(url.lastIndexOf('/') + 1)))
                                .flatMap(url -> ofQueue(url).stream()))
                .filter(tags -> home.region().equals(tags.get(Tags.REGION)))
                .flatMap(tags -> Optional.ofNullable(tags.get(Tags.CLUSTER)).stream())
                .filter(cluster -> !living.contains(cluster))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<String> roles() {
        return AwsCalls.call(
                "iam:ListRoles",
                () -> iam.listRolesPaginator(r -> r.pathPrefix(rolePath.get())).roles().stream()
                        .map(Role::roleName)
                        .filter(name -> name.startsWith(PREFIX))
                        .toList())
                .stream();
    }

    private Optional<Map<String, String>> ofRole(String role) {
        return AwsCalls.find(
                "iam:ListRoleTags",
                NO_ROLE,
                () -> iam.listRoleTags(r -> r.roleName(role)).tags().stream()
                        .collect(Collectors.toMap(Tag::key, Tag::value)));
    }

    private Stream<String> queues() {
        return AwsCalls.call(
                "sqs:ListQueues",
                () -> sqs.listQueuesPaginator(r -> r.queueNamePrefix(PREFIX).maxResults(1000)).queueUrls().stream()
                        .toList())
                .stream();
    }

    private Optional<Map<String, String>> ofQueue(String url) {
        return AwsCalls.find(
                "sqs:ListQueueTags",
                InterruptionQueues.ABSENT,
                () -> sqs.listQueueTags(r -> r.queueUrl(url)).tags());
    }
}
