package io.groundskeeper.interruption.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TolerationTest {

    private static final Taint TAINT = NodeMark.taint("spot-interruption");

    @ParameterizedTest
    @CsvSource({
        "'', Exists, '', '', true",
        "'', Exists, '', NoSchedule, true",
        "'', Exists, '', NoExecute, false",
        "groundskeeper/interrupted, Exists, '', '', true",
        "groundskeeper/interrupted, Exists, other, NoSchedule, true",
        "groundskeeper/interrupted, Equal, spot-interruption, NoSchedule, true",
        "groundskeeper/interrupted, '', spot-interruption, NoSchedule, true",
        "groundskeeper/interrupted, Equal, other, NoSchedule, false",
        "groundskeeper/interrupted, Equal, spot-interruption, NoExecute, false",
        "'', '', '', '', false",
        "node.kubernetes.io/unschedulable, Exists, '', NoSchedule, false",
        "karpenter.sh/disrupted, Exists, '', '', false",
        "groundskeeper/interrupted, Gt, 3, '', false"
    })
    void toleration_isReadAsKubernetesDoes(
            String key, String operator, String value, String effect, boolean tolerates) {
        assertThat(new Toleration(key, operator, value, effect).tolerates(TAINT))
                .isEqualTo(tolerates);
    }
}
