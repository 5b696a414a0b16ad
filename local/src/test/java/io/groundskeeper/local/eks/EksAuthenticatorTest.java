package io.groundskeeper.local.eks;

import static io.groundskeeper.local.eks.EksFixture.ROLE;
import static io.groundskeeper.local.eks.EksFixture.encoded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.local.identity.Tokens;
import io.groundskeeper.local.kubernetes.Caller;
import io.groundskeeper.local.kubernetes.UnauthorizedException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EksAuthenticatorTest {
    private static final String ENTRIES = "/clusters/dev/access-entries";

    private final EksFixture eks = new EksFixture();

    @AfterEach
    void end() {
        eks.close();
    }

    @Test
    void creator_isAdminInEveryMode() {
        eks.active("dev", "CONFIG_MAP");
        assertThat(enter("AKIADEV").admin()).isTrue();
        eks.call("DELETE", "/clusters/dev", "");
        eks.clock.pass(Duration.ofSeconds(3));
        eks.active("dev", "API");
        assertThat(enter("AKIADEV").admin()).isTrue();
        assertThat(enter("AKIADEV").username()).isEqualTo("arn:aws:iam::123456789012:user/ann");
    }

    @Test
    void creatorWhoWantedNoAccess_isRefused() {
        eks.call(
                "POST",
                "/clusters",
                "{\"name\":\"dev\"," + EksFixture.NETWORK + ",\"accessConfig\":{\"authenticationMode\":\"API\","
                        + "\"bootstrapClusterCreatorAdminPermissions\":false}}");
        refused("AKIADEV", "no access entry");
    }

    @Test
    void principalWithoutEntry_isRefused() {
        eks.active("dev", "API");
        refused("AKIABOB", "no access entry");
        eks.active("old", "CONFIG_MAP");
        assertThatThrownBy(() -> eks.authenticators.get("old").authenticate(token("AKIABOB", "old")))
                .isInstanceOf(UnauthorizedException.class);
    }

    @Test
    void sessionOfRole_entersByTheRolesEntryThoughItsPathIsGone() {
        eks.active("dev", "API");
        eks.call("POST", ENTRIES, "{\"principalArn\":\"" + ROLE + "\",\"kubernetesGroups\":[\"viewers\"]}");
        var caller = enter("AKIAROLE");
        assertThat(caller.username()).isEqualTo("arn:aws:sts::123456789012:assumed-role/worker/session");
        assertThat(caller.groups()).containsExactly("viewers");
        assertThat(caller.admin()).isFalse();
        assertThat(caller.readOnlyAll()).isFalse();
        associate("AmazonEKSViewPolicy");
        assertThat(enter("AKIAROLE").readOnlyAll()).isTrue();
        associate("AmazonEKSClusterAdminPolicy");
        assertThat(enter("AKIAROLE").admin()).isTrue();
    }

    @Test
    void otherClustersToken_isUnauthorized() {
        eks.active("dev", "API");
        assertThatThrownBy(() -> eks.authenticators.get("dev").authenticate(token("AKIADEV", "prod")))
                .isInstanceOf(UnauthorizedException.class)
                .hasMessageContaining("another cluster");
        assertThatThrownBy(() -> eks.authenticators.get("dev").authenticate(""))
                .isInstanceOf(UnauthorizedException.class);
    }

    private void associate(String policy) {
        eks.call(
                "POST",
                ENTRIES + "/" + encoded(ROLE) + "/access-policies",
                "{\"policyArn\":\"arn:aws:eks::aws:cluster-access-policy/" + policy
                        + "\",\"accessScope\":{\"type\":\"cluster\"}}");
    }

    private Caller enter(String key) {
        return eks.authenticators.get("dev").authenticate(token(key, "dev"));
    }

    private void refused(String key, String why) {
        assertThatThrownBy(() -> enter(key))
                .isInstanceOf(UnauthorizedException.class)
                .hasMessageContaining(why);
    }

    private String token(String key, String cluster) {
        return new Tokens(eks.clock.instant())
                .by(key, "secret")
                .forCluster(cluster)
                .token();
    }
}
