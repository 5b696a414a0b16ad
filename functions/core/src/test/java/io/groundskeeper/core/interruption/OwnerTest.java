package io.groundskeeper.core.interruption;

import static io.groundskeeper.core.interruption.Account.DEV;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnerTest {

    @ParameterizedTest
    @CsvSource({
        "groundskeeper/cluster=dev, OURS, Groundskeeper",
        "groundskeeper/cluster=prod, OURS, Groundskeeper",
        "aws:cloudformation:stack-name=Karpenter-dev, CLOUDFORMATION, 'CloudFormation, stack Karpenter-dev'",
        "alpha.eksctl.io/cluster-name=dev, EKSCTL, eksctl",
        "ClusterName=dev, TERRAFORM, Terraform",
        "ManagedBy=Terraform, TERRAFORM, Terraform",
        "managed-by=terraform, TERRAFORM, Terraform",
        "Terraform=true, TERRAFORM, Terraform",
        "terraform=yes, TERRAFORM, Terraform",
        "Terraform=false, UNKNOWN, unknown",
        "ManagedBy=Ansible, UNKNOWN, unknown",
        "Owner=team, UNKNOWN, unknown"
    })
    void tag_saysWhose(String tag, Owner.Maker maker, String words) {
        int equals = tag.indexOf('=');
        var owner = Owner.of("Karpenter-x", Map.of(tag.substring(0, equals), tag.substring(equals + 1)), DEV);
        assertThat(owner.maker()).isEqualTo(maker);
        assertThat(owner.words()).isEqualTo(words);
    }

    @Test
    void clusterName_isTerraformsOnlyOnTheThingsOfKarpentersModule() {
        assertThat(Owner.of("backups", Map.of("ClusterName", "dev"), DEV).maker())
                .isEqualTo(Owner.Maker.UNKNOWN);
    }

    @Test
    void whatWasHandedOverByOurTags_isOursThoughAStackMadeIt() {
        var tags = new HashMap<>(Map.of("aws:cloudformation:stack-name", "s", "groundskeeper/cluster", "dev"));
        assertThat(Owner.of("x", tags, DEV).isOurs(DEV)).isTrue();
        tags.put("groundskeeper/cluster", "prod");
        assertThat(Owner.of("x", tags, DEV).isOurs(DEV)).isFalse();
        assertThat(Owner.of("x", tags, DEV).isForAnother(DEV)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"alpha.eksctl.io/cluster-name", "ClusterName", "groundskeeper/cluster"})
    void tagOfAnotherCluster_saysSo(String tag) {
        assertThat(Owner.of("Karpenter", Map.of(tag, "prod"), DEV).isForAnother(DEV))
                .isTrue();
        assertThat(Owner.of("Karpenter", Map.of(tag, "dev"), DEV).isForAnother(DEV))
                .isFalse();
    }

    @Test
    void eksctlsStack_isEksctls() {
        var owner = Owner.of(
                "dev",
                Map.of("alpha.eksctl.io/cluster-name", "dev", "aws:cloudformation:stack-name", "eksctl-dev-karpenter"),
                DEV);
        assertThat(owner.words()).isEqualTo("eksctl, stack eksctl-dev-karpenter");
    }
}
