package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.cluster.ClusterId;
import io.groundskeeper.bootstrap.removal.InstanceProfile;
import io.groundskeeper.bootstrap.removal.InstanceProfiles;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.iam.IamClient;
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
