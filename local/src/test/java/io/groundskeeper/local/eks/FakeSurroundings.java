package io.groundskeeper.local.eks;

import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.Cloud;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A VPC with the subnets subnet-a and subnet-b, and the roles that it is told of. */
final class FakeSurroundings implements Surroundings {
    final Set<String> roles = new HashSet<>();
    final Set<String> publicSubnets = new HashSet<>();
    final Set<String> running = new LinkedHashSet<>();
    private int started;

    @Override
    public String vpcOf(Scope caller, List<String> subnetIds) {
        if (!List.of("subnet-a", "subnet-b").containsAll(subnetIds)) {
            throw Refusal.invalid("The subnet ID does not exist");
        }
        return "vpc-1";
    }

    @Override
    public boolean isPublic(Scope caller, String subnetId) {
        return publicSubnets.contains(subnetId);
    }

    @Override
    public String createSecurityGroup(Scope caller, String cluster, String vpcId) {
        return "sg-" + cluster;
    }

    @Override
    public void deleteSecurityGroup(Scope caller, String groupId) {}

    @Override
    public Cloud cloud(Scope caller, String cluster, String kubernetesVersion) {
        return Cloud.empty();
    }

    @Override
    public Machine start(Scope caller, Machine.Wish wish) {
        String id = "i-" + ++started;
        running.add(id);
        return new Machine(id, wish.type(), "amd64", "us-east-1a", "ip-10-0-0-" + started, "10.0.0." + started);
    }

    @Override
    public void end(Scope caller, List<String> instanceIds) {
        running.removeAll(instanceIds);
    }

    @Override
    public boolean roleExists(Scope caller, String roleArn) {
        return roles.contains(roleArn);
    }
}
