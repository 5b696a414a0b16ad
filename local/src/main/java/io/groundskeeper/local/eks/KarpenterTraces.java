package io.groundskeeper.local.eks;

import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.Cloud;
import io.groundskeeper.local.moto.MotoClients;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.InstanceProfile;
import software.amazon.awssdk.services.iam.model.NoSuchEntityException;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.iam.model.Tag;

/** What Karpenter makes in AWS for one cluster, under the names, paths and tags that it uses; and how it goes. */
final class KarpenterTraces {
    private final MotoClients clients;
    private final Scope scope;
    private final String cluster;

    KarpenterTraces(MotoClients clients, Scope scope, String cluster) {
        this.clients = clients;
        this.scope = scope;
        this.cluster = cluster;
    }

    /** Sees to it that there is a profile with this role alone; its name. */
    String profile(Cloud.NodeClass nodeClass, String role) {
        String name = cluster + "_" + hash(scope.region() + nodeClass.name() + role);
        var roles = find(name).orElseGet(() -> create(name, nodeClass)).roles().stream()
                .map(Role::roleName)
                .toList();
        roles.stream()
                .filter(other -> !other.equals(role))
                .forEach(other -> iam().removeRoleFromInstanceProfile(
                                remove -> remove.instanceProfileName(name).roleName(other)));
        if (!roles.contains(role)) {
            iam().addRoleToInstanceProfile(add -> add.instanceProfileName(name).roleName(role));
        }
        return name;
    }

    private static String hash(String text) {
        return Long.toUnsignedString(
                UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits());
    }

    private Optional<InstanceProfile> find(String name) {
        try {
            return Optional.of(iam().getInstanceProfile(get -> get.instanceProfileName(name))
                    .instanceProfile());
        } catch (NoSuchEntityException e) {
            return Optional.empty();
        }
    }

    private InstanceProfile create(String name, Cloud.NodeClass nodeClass) {
        var tags = Map.of(
                "kubernetes.io/cluster/" + cluster,
                "owned",
                "eks:eks-cluster-name",
                cluster,
                "karpenter.k8s.aws/ec2nodeclass",
                nodeClass.name(),
                "topology.kubernetes.io/region",
                scope.region());
        return iam().createInstanceProfile(create -> create.instanceProfileName(name)
                        .path(path(nodeClass))
                        .tags(tags.entrySet().stream()
                                .map(tag -> Tag.builder()
                                        .key(tag.getKey())
                                        .value(tag.getValue())
                                        .build())
                                .toList()))
                .instanceProfile();
    }

    private String path(Cloud.NodeClass nodeClass) {
        return "/karpenter/" + scope.region() + "/" + cluster + "/" + nodeClass.uid() + "/";
    }

    /** Deletes the profiles and launch templates of an EC2NodeClass. */
    void forget(Cloud.NodeClass nodeClass) {
        // moto does not filter by path.
        iam().listInstanceProfilesPaginator().instanceProfiles().stream()
                .filter(profile -> profile.path().equals(path(nodeClass)))
                .forEach(this::delete);
        ec2().describeLaunchTemplates(ask -> ask.filters(
                        filter("tag:eks:eks-cluster-name", cluster),
                        filter("tag:karpenter.k8s.aws/ec2nodeclass", nodeClass.name())))
                .launchTemplates()
                .forEach(template ->
                        ec2().deleteLaunchTemplate(delete -> delete.launchTemplateId(template.launchTemplateId())));
    }

    private void delete(InstanceProfile profile) {
        String name = profile.instanceProfileName();
        profile.roles()
                .forEach(role -> iam().removeRoleFromInstanceProfile(
                                remove -> remove.instanceProfileName(name).roleName(role.roleName())));
        iam().deleteInstanceProfile(delete -> delete.instanceProfileName(name));
    }

    /** Terminates an instance, unless someone has been faster. */
    void terminate(String instanceId) {
        try {
            ec2().terminateInstances(end -> end.instanceIds(List.of(instanceId)));
        } catch (Ec2Exception e) {
            if (!e.awsErrorDetails().errorCode().startsWith("InvalidInstanceID")) {
                throw e;
            }
        }
    }

    private static Filter filter(String name, String value) {
        return Filter.builder().name(name).values(value).build();
    }

    private Ec2Client ec2() {
        return clients.of(Ec2Client.builder(), scope);
    }

    private IamClient iam() {
        return clients.of(IamClient.builder(), scope);
    }
}
