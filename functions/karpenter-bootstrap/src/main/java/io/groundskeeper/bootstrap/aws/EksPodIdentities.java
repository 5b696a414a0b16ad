package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.identity.Agent;
import io.groundskeeper.bootstrap.identity.Association;
import io.groundskeeper.bootstrap.identity.PodIdentities;
import io.groundskeeper.bootstrap.identity.ServiceAccount;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.aws.NotYetException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Addon;
import software.amazon.awssdk.services.eks.model.InvalidParameterException;
import software.amazon.awssdk.services.eks.model.PodIdentityAssociation;
import software.amazon.awssdk.services.eks.model.ResourceInUseException;

/**
 * EKS Pod Identity by the EKS API.
 *
 * @param eks of the function's Region
 */
public record EksPodIdentities(EksClient eks) implements PodIdentities {

    private static final Set<String> ABSENT = Set.of("ResourceNotFoundException");
    private static final Duration SOON = Duration.ofSeconds(15);

    @Override
    public Optional<Agent> agent(String cluster) {
        return AwsCalls.find(
                        "eks:DescribeAddon",
                        ABSENT,
                        () -> eks.describeAddon(r -> r.clusterName(cluster).addonName(Agent.NAME))
                                .addon())
                .map(EksPodIdentities::agent);
    }

    @Override
    public void install(String cluster, Map<String, String> tags) {
        try {
            AwsCalls.call(
                    "eks:CreateAddon",
                    () -> eks.createAddon(
                            r -> r.clusterName(cluster).addonName(Agent.NAME).tags(tags)));
        } catch (ResourceInUseException e) {
            throw new NotYetException(
                    "Add-on %s is just being installed by another run".formatted(Agent.NAME), SOON, e);
        }
    }

    @Override
    public Optional<Association> association(String cluster) {
        var listed = AwsCalls.call(
                "eks:ListPodIdentityAssociations",
                () -> eks.listPodIdentityAssociations(r -> r.clusterName(cluster)
                                .namespace(ServiceAccount.NAMESPACE)
                                .serviceAccount(ServiceAccount.NAME))
                        .associations());
        return listed.stream()
                .findFirst()
                .flatMap(one -> AwsCalls.find(
                        "eks:DescribePodIdentityAssociation",
                        ABSENT,
                        () -> eks.describePodIdentityAssociation(
                                        r -> r.clusterName(cluster).associationId(one.associationId()))
                                .association()))
                .map(one -> new Association(
                        one.associationId(), one.associationArn(), one.roleArn(), since(one), one.tags()));
    }

    @Override
    public void associate(String cluster, String roleArn, Map<String, String> tags) {
        try {
            AwsCalls.call(
                    "eks:CreatePodIdentityAssociation",
                    () -> eks.createPodIdentityAssociation(r -> r.clusterName(cluster)
                            .namespace(ServiceAccount.NAMESPACE)
                            .serviceAccount(ServiceAccount.NAME)
                            .roleArn(roleArn)
                            .tags(tags)));
        } catch (ResourceInUseException e) {
            throw new NotYetException("The pod identity association is just being made by another run", SOON, e);
        } catch (InvalidParameterException e) {
            throw NewRoles.unknownYet(e, roleArn);
        }
    }

    @Override
    public void reassociate(String cluster, String associationId, String roleArn) {
        try {
            AwsCalls.call(
                    "eks:UpdatePodIdentityAssociation",
                    () -> eks.updatePodIdentityAssociation(r ->
                            r.clusterName(cluster).associationId(associationId).roleArn(roleArn)));
        } catch (InvalidParameterException e) {
            throw NewRoles.unknownYet(e, roleArn);
        }
    }

    private static Instant since(PodIdentityAssociation association) {
        return Stream.of(association.modifiedAt(), association.createdAt())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(Instant.EPOCH);
    }

    @Override
    public Optional<Map<String, String>> agentTags(String cluster) {
        return AwsCalls.find(
                "eks:DescribeAddon",
                ABSENT,
                () -> eks.describeAddon(r -> r.clusterName(cluster).addonName(Agent.NAME))
                        .addon()
                        .tags());
    }

    @Override
    public int associations(String cluster) {
        return AwsCalls.call(
                "eks:ListPodIdentityAssociations",
                () -> Math.toIntExact(
                        eks.listPodIdentityAssociationsPaginator(r -> r.clusterName(cluster)).associations().stream()
                                .count()));
    }

    @Override
    public void dissociate(String cluster, String associationId) {
        AwsCalls.find(
                "eks:DeletePodIdentityAssociation",
                ABSENT,
                () -> eks.deletePodIdentityAssociation(
                        r -> r.clusterName(cluster).associationId(associationId)));
    }

    @Override
    public void uninstall(String cluster) {
        AwsCalls.find(
                "eks:DeleteAddon",
                ABSENT,
                () -> eks.deleteAddon(r -> r.clusterName(cluster).addonName(Agent.NAME)));
    }

    private static Agent agent(Addon addon) {
        List<String> issues = addon.health() == null
                ? List.of()
                : addon.health().issues().stream()
                        .map(issue -> "%s: %s".formatted(issue.codeAsString(), issue.message()))
                        .toList();
        return new Agent(addon.statusAsString(), issues);
    }
}
