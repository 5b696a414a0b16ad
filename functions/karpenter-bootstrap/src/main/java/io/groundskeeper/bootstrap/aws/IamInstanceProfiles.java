package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.role.InstanceProfile;
import io.groundskeeper.bootstrap.role.InstanceProfiles;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.aws.QuotaReachedException;
import io.groundskeeper.core.cluster.ClusterId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.EntityAlreadyExistsException;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.iam.model.Tag;

/**
 * Instance profiles by the IAM API.
 *
 * @param iam of any Region of the partition
 */
public record IamInstanceProfiles(IamClient iam) implements InstanceProfiles {

    private static final Set<String> ABSENT = Set.of("NoSuchEntity");

    @Override
    public Optional<InstanceProfile> find(String name) {
        return read(name);
    }

    @Override
    public List<InstanceProfile> of(ClusterId cluster, String role) {
        var names = new TreeSet<String>();
        var path = "/karpenter/%s/%s/".formatted(cluster.region(), cluster.name());
        AwsCalls.call(
                        "iam:ListInstanceProfiles",
                        () -> iam.listInstanceProfilesPaginator(r -> r.pathPrefix(path)).instanceProfiles().stream()
                                .toList())
                .stream()
                // Emulators give all there are.
                .filter(profile -> profile.path().startsWith(path))
                .forEach(profile -> names.add(profile.instanceProfileName()));
        AwsCalls.find(
                        "iam:ListInstanceProfilesForRole",
                        ABSENT,
                        () ->
                                iam
                                        .listInstanceProfilesForRolePaginator(r -> r.roleName(role))
                                        .instanceProfiles()
                                        .stream()
                                        .toList())
                .orElse(List.of())
                .forEach(profile -> names.add(profile.instanceProfileName()));
        return names.stream().flatMap(name -> read(name).stream()).toList();
    }

    @Override
    public void create(String name, String path, Map<String, String> tags) {
        try {
            AwsCalls.call(
                    "iam:CreateInstanceProfile",
                    () -> iam.createInstanceProfile(
                            r -> r.instanceProfileName(name).path(path).tags(IamRoles.tags(tags))));
        } catch (EntityAlreadyExistsException e) {
            throw beingMade(name, e);
        }
    }

    @Override
    public void add(String profile, String role) {
        try {
            AwsCalls.call(
                    "iam:AddRoleToInstanceProfile",
                    () -> iam.addRoleToInstanceProfile(
                            r -> r.instanceProfileName(profile).roleName(role)));
        } catch (QuotaReachedException e) {
            // It has one by now, and there is room for one only.
            throw beingMade(profile, e);
        }
    }

    @Override
    public void remove(String profile, String role) {
        AwsCalls.find(
                "iam:RemoveRoleFromInstanceProfile",
                ABSENT,
                () -> iam.removeRoleFromInstanceProfile(
                        r -> r.instanceProfileName(profile).roleName(role)));
    }

    @Override
    public void delete(String profile) {
        AwsCalls.find(
                "iam:DeleteInstanceProfile",
                ABSENT,
                () -> iam.deleteInstanceProfile(r -> r.instanceProfileName(profile)));
    }

    private static NotYetException beingMade(String profile, RuntimeException cause) {
        return new NotYetException(
                "Instance profile %s is just being made by another run".formatted(profile),
                Duration.ofMinutes(1),
                cause);
    }

    // The lists leave tags out.
    private Optional<InstanceProfile> read(String name) {
        return AwsCalls.find(
                        "iam:GetInstanceProfile",
                        ABSENT,
                        () -> iam.getInstanceProfile(r -> r.instanceProfileName(name))
                                .instanceProfile())
                .map(profile -> new InstanceProfile(
                        name,
                        profile.arn(),
                        profile.roles().stream().map(Role::roleName).toList(),
                        profile.tags().stream().collect(Collectors.toMap(Tag::key, Tag::value))));
    }
}
