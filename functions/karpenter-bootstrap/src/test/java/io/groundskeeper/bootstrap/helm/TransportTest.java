package io.groundskeeper.bootstrap.helm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransportTest {

    @ParameterizedTest
    @CsvSource({
        "oci://127.0.0.1:5000/karpenter/karpenter,PLAIN_HTTP",
        "oci://localhost:5000/karpenter/karpenter,PLAIN_HTTP",
        "oci://[::1]:5000/karpenter/karpenter,PLAIN_HTTP",
        "oci://127.0.0.1/karpenter,PLAIN_HTTP",
        "oci://public.ecr.aws/karpenter/karpenter,USUAL",
        "oci://localhost.example.com/karpenter,USUAL",
        "oci://127.0.0.1.example.com/karpenter,USUAL",
        "oci://1270.0.0.1/karpenter,USUAL",
        "/charts/karpenter,USUAL"
    })
    void registryOnThisMachineOnly_isSpokenToWithoutTls(String chart, Transport transport) {
        assertThat(Transport.of(chart)).isEqualTo(transport);
    }
}
