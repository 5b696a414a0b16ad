package io.groundskeeper.bootstrap.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryLoginTest {

    @ParameterizedTest
    @CsvSource({
        "oci://123456789012.dkr.ecr.eu-west-1.amazonaws.com/mirror/karpenter,eu-west-1",
        "oci://123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn/karpenter,cn-north-1",
        "oci://123456789012.dkr.ecr-fips.us-gov-west-1.amazonaws.com/karpenter,us-gov-west-1",
        "oci://123456789012.dkr-ecr.us-east-1.on.aws/karpenter,us-east-1"
    })
    void privateRegistry_isLoggedIntoInItsOwnRegion(String chart, String region) {
        assertThat(RegistryLogin.Registry.of(chart)).hasValueSatisfying(registry -> {
            assertThat(registry.region().id()).isEqualTo(region);
            assertThat(chart).contains("//" + registry.host() + "/");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"oci://public.ecr.aws/karpenter/karpenter", "oci://registry.example/karpenter", "/charts"})
    void otherPlace_isReadWithoutALogin(String chart) {
        assertThat(RegistryLogin.Registry.of(chart)).isEmpty();
    }

    @Test
    void token_isUserAndPasswordAndNeverShown() {
        var token = Base64.getEncoder().encodeToString("AWS:secret:word".getBytes(StandardCharsets.UTF_8));
        var login = RegistryLogin.Login.of(token);
        assertThat(login.user()).isEqualTo("AWS");
        assertThat(login.password()).isEqualTo("secret:word");
        assertThat(login).asString().doesNotContain("secret");
    }
}
