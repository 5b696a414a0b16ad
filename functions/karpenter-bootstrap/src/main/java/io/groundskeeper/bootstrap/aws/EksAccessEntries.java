package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.access.AccessEntries;
import io.groundskeeper.bootstrap.access.AccessEntry;
import io.groundskeeper.bootstrap.access.DesiredEntry;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.aws.NotYetException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.AccessScopeType;
import software.amazon.awssdk.services.eks.model.AssociatedAccessPolicy;
import software.amazon.awssdk.services.eks.model.AuthenticationMode;
import software.amazon.awssdk.services.eks.model.InvalidParameterException;
import software.amazon.awssdk.services.eks.model.ResourceInUseException;

/**
 * Access entries by the EKS API.
 *
 * @param eks of the function's Region
 */
public record EksAccessEntries(EksClient eks) implements AccessEntries {

    private static final Set<String> ABSENT = Set.of("ResourceNotFoundException");
    private static final Duration SOON = Duration.ofSeconds(15);

    @Override
    public Optional<AccessEntry> find(String cluster, String principalArn) {
        return AwsCalls.find(
                        "eks:DescribeAccessEntry",
                        ABSENT,
                        () -> eks.describeAccessEntry(
                                        r -> r.clusterName(cluster).principalArn(principalArn))
                                .accessEntry())
                .map(e -> new AccessEntry(e.accessEntryArn(), e.type(), e.kubernetesGroups(), e.tags()));
    }

    @Override
    public Set<String> policies(String cluster, String principalArn) {
        return AwsCalls.call(
                "eks:ListAssociatedAccessPolicies",
                () -> eks
                        .listAssociatedAccessPoliciesPaginator(
                                r -> r.clusterName(cluster).principalArn(principalArn))
                        .associatedAccessPolicies()
                        .stream()
                        .filter(policy -> policy.accessScope().type() == AccessScopeType.CLUSTER)
                        .map(AssociatedAccessPolicy::policyArn)
                        .collect(Collectors.toSet()));
    }

    @Override
    public void create(String cluster, DesiredEntry entry, Map<String, String> tags) {
        try {
            AwsCalls.call(
                    "eks:CreateAccessEntry",
                    () -> eks.createAccessEntry(r -> r.clusterName(cluster)
                            .principalArn(entry.principalArn())
                            .type(entry.type())
                            .kubernetesGroups(entry.group().map(List::of).orElse(null))
                            .tags(tags)));
        } catch (ResourceInUseException e) {
            throw new NotYetException(
                    "The access entry of %s is just being made by another run".formatted(entry.principalArn()),
                    SOON,
                    e);
        } catch (InvalidParameterException e) {
            throw NewRoles.unknownYet(e, entry.principalArn());
        }
    }

    @Override
    public void group(String cluster, String principalArn, List<String> groups) {
        AwsCalls.call(
                "eks:UpdateAccessEntry",
                () -> eks.updateAccessEntry(
                        r -> r.clusterName(cluster).principalArn(principalArn).kubernetesGroups(groups)));
    }

    @Override
    public void tag(String entryArn, Map<String, String> tags) {
        AwsCalls.call(
                "eks:TagResource",
                () -> eks.tagResource(r -> r.resourceArn(entryArn).tags(tags)));
    }

    @Override
    public void associate(String cluster, String principalArn, String policyArn) {
        AwsCalls.call(
                "eks:AssociateAccessPolicy",
                () -> eks.associateAccessPolicy(r -> r.clusterName(cluster)
                        .principalArn(principalArn)
                        .policyArn(policyArn)
                        .accessScope(scope -> scope.type(AccessScopeType.CLUSTER))));
    }

    @Override
    public void delete(String cluster, String principalArn) {
        AwsCalls.find(
                "eks:DeleteAccessEntry",
                ABSENT,
                () -> eks.deleteAccessEntry(r -> r.clusterName(cluster).principalArn(principalArn)));
    }

    @Override
    public void switchMode(String cluster) {
        try {
            AwsCalls.call(
                    "eks:UpdateClusterConfig",
                    () -> eks.updateClusterConfig(r -> r.name(cluster)
                            .accessConfig(access -> access.authenticationMode(AuthenticationMode.API_AND_CONFIG_MAP))));
        } catch (ResourceInUseException e) {
            throw new NotYetException("Another update of the cluster is under way", Duration.ofMinutes(1), e);
        }
    }
}
