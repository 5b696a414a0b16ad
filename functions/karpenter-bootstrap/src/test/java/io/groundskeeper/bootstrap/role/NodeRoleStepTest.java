package io.groundskeeper.bootstrap.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRoleStepTest {

    @ParameterizedTest
    @CsvSource({
        "aws, us-east-1, ec2.amazonaws.com",
        "aws-cn, cn-north-1, ec2.amazonaws.com.cn",
        "aws-us-gov, us-gov-west-1, ec2.amazonaws.com"
    })
    void everyPartition_hasItsOwnServiceAndPolicies(String partition, String region, String service) {
        var role = NodeRoleStep.desired(target(new ClusterId(partition, region, "123456789012", "dev")));
        assertThat(role.trust().at("/Statement/0/Principal/Service").asString()).isEqualTo(service);
        assertThat(role.attached())
                .contains("arn:%s:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly".formatted(partition))
                .hasSize(4)
                .allMatch(policy -> policy.startsWith("arn:" + partition + ":iam::aws:policy/"));
    }

    private static Target target(ClusterId id) {
        return new Target(
                new ClusterFacts(
                        id,
                        "ACTIVE",
                        Map.of(),
                        ClusterFacts.Kind.STANDARD,
                        false,
                        "vpc-1",
                        List.of("subnet-1"),
                        Optional.of("sg-1"),
                        Optional.empty(),
                        new ClusterFacts.Logins("API", Optional.empty())),
                ClusterSettings.of(Settings.of(Map.of()), Map.of()));
    }
}
