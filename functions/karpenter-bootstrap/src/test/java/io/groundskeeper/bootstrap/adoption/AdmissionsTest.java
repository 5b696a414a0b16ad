package io.groundskeeper.bootstrap.adoption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterFacts.Kind;
import io.groundskeeper.bootstrap.event.Trigger;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionsTest {

    @ParameterizedTest
    @CsvSource({
        // trigger, scope, wish, marked, admitted
        "CREATED,all,,false,true",
        "CREATED,all,skip,false,false",
        "CREATED,all,manage,false,true",
        "CREATED,tagged,,false,false",
        "CREATED,tagged,manage,false,true",
        "CREATED,tagged,skip,false,false",
        "CHANGED,all,,false,false",
        "CHANGED,all,manage,false,true",
        "CHANGED,all,,true,true",
        "CHANGED,tagged,,true,true",
        "CHANGED,all,skip,true,false",
        "ADOPTED,all,manage,false,true",
        "ADOPTED,all,,false,false",
        "ADOPTED,tagged,,true,true",
        "COMMAND,tagged,,false,true",
        "COMMAND,all,skip,false,true"
    })
    void scopeWishAndMark_decideWhoIsTouched(
            Trigger trigger, String scope, String wish, boolean marked, boolean admitted) {
        var tags = new HashMap<String, String>();
        Optional.ofNullable(wish).ifPresent(value -> tags.put("groundskeeper/karpenter", value));
        if (marked) {
            tags.put("groundskeeper/managed", "true");
        }
        var admission = decide(cluster("ACTIVE", Kind.STANDARD, tags), trigger, Map.of("BOOTSTRAP_SCOPE", scope));
        assertThat(admission instanceof Admission.Go).as("%s", admission).isEqualTo(admitted);
    }

    @Test
    void otherWish_isASettingErrorThatNamesTheTag() {
        var cluster = cluster("ACTIVE", Kind.STANDARD, Map.of("groundskeeper/karpenter", "yes"));
        assertThatThrownBy(() -> decide(cluster, Trigger.CREATED, Map.of()))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContainingAll("groundskeeper/karpenter", "yes", "manage, skip");
        assertThatThrownBy(() -> decide(cluster, Trigger.COMMAND, Map.of())).isInstanceOf(BadSettingException.class);
    }

    @Test
    void otherScope_isASettingErrorByHandToo() {
        var cluster = cluster("ACTIVE", Kind.STANDARD, Map.of());
        assertThatThrownBy(() -> decide(cluster, Trigger.COMMAND, Map.of("BOOTSTRAP_SCOPE", "some")))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("all, tagged");
    }

    @Test
    void otherScope_isASettingError() {
        assertThatThrownBy(() -> decide(
                        cluster("ACTIVE", Kind.STANDARD, Map.of()), Trigger.CREATED, Map.of("BOOTSTRAP_SCOPE", "some")))
                .hasMessageContainingAll("BOOTSTRAP_SCOPE", "some", "all, tagged");
    }

    @ParameterizedTest
    @CsvSource({"AUTO_MODE,Auto Mode", "OUTPOST,Outposts", "CONNECTED,connected cluster"})
    void kindWithoutKarpenter_isSkippedAndTold(Kind kind, String reason) {
        assertThat(decide(cluster("CREATING", kind, Map.of()), Trigger.CREATED, Map.of()))
                .isInstanceOfSatisfying(Admission.Skip.class, skip -> {
                    assertThat(skip.reason()).contains(reason);
                    assertThat(skip.worthTelling()).isTrue();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "ACTIVE,Go",
        "CREATING,Wait",
        "PENDING,Wait",
        "UPDATING,Wait",
        "SOMETHING_NEW,Wait",
        "DELETING,Skip",
        "FAILED,Broken"
    })
    void status_decidesWhen(String status, String admission) {
        assertThat(decide(cluster(status, Kind.STANDARD, Map.of()), Trigger.CREATED, Map.of())
                        .getClass()
                        .getSimpleName())
                .isEqualTo(admission);
    }

    private static Admission decide(ClusterFacts cluster, Trigger trigger, Map<String, String> environment) {
        return Admissions.decide(cluster, Set.of(trigger), Settings.of(environment));
    }

    private static ClusterFacts cluster(String status, Kind kind, Map<String, String> tags) {
        return new ClusterFacts(
                new ClusterId("aws", "us-east-1", "123456789012", "dev"),
                status,
                tags,
                kind,
                false,
                "vpc-1",
                List.of(),
                Optional.empty(),
                Optional.empty(),
                new ClusterFacts.Logins("API", Optional.empty()));
    }
}
