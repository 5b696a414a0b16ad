package io.groundskeeper.tags.exemption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.identity.UserIdentity;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.tags.creation.CreatedResource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExemptionsTest {

    private static final String VOLUME = "AWS::EC2::Volume";
    private static final String INTERFACE = "AWS::EC2::NetworkInterface";

    private static final UserIdentity CI = role("Deploy/ci-42", "");

    @ParameterizedTest
    @CsvSource({
        "principal:Deploy/ci-*",
        "principal:arn:aws:sts::1:assumed-role/Deploy/*",
        "role:Deploy",
        "role:D?ploy",
        "type:AWS::EC2::Volume",
        "type:aws::ec2::*",
        "arn:aws:ec2:*:*:volume/vol-1",
        "arn:*:ec2:us-east-1:1:volume/*",
        "tag:team",
        "tag:aws:cloudformation:stack-*",
        "tag:team=dat?",
        "tag:team=*",
        "service:backup.amazonaws.com",
        "service:backup*",
        " tag : team ",
    })
    void entry_exemptsWhatItNames(String entry) {
        var found = find(
                entry,
                new Subject(
                        role("Deploy/ci-42", "backup.amazonaws.com"),
                        resource(VOLUME),
                        Map.of("team", "data", "aws:cloudformation:stack-name", "x")));
        assertThat(found).contains(new Exemption(entry.strip(), "EXEMPTIONS has " + entry.strip()));
    }

    @ParameterizedTest
    @CsvSource({
        "principal:Deploy",
        "role:Deploy/ci-42",
        "role:deploy",
        "type:AWS::EC2::VPC",
        "arn:aws:ec2:us-east-1:1:instance/*",
        "tag:Team",
        "tag:team=platform",
        "service:rds.amazonaws.com",
    })
    void entry_exemptsNothingElse(String entry) {
        assertThat(find(
                        entry,
                        new Subject(
                                role("Deploy/ci-42", "backup.amazonaws.com"),
                                resource(VOLUME),
                                Map.of("team", "data"))))
                .isEmpty();
    }

    @Test
    void severalEntries_countByTheFirstThatHolds() {
        assertThat(find("type:AWS::S3::*, role:Deploy,principal:*ci*", new Subject(CI, resource(VOLUME), Map.of())))
                .map(Exemption::label)
                .contains("role:Deploy");
    }

    @Test
    void withoutSetting_peopleAreNotExempt() {
        assertThat(find("", new Subject(CI, resource(VOLUME), Map.of("karpenter.sh/discovery", "dev"))))
                .isEmpty();
    }

    @Test
    void serviceItself_isExempt() {
        var autoScaling = role("AWSServiceRoleForAutoScaling/AutoScaling", "autoscaling.amazonaws.com");
        assertThat(find("", new Subject(autoScaling, resource(VOLUME), Map.of())))
                .contains(new Exemption(
                        "service-itself",
                        "autoscaling.amazonaws.com made it itself with its service-linked role, not a person"));
        var backup = UserIdentity.of(Json.object().put("type", "AWSService").put("invokedBy", "backup.amazonaws.com"));
        assertThat(find("", new Subject(backup, resource(VOLUME), Map.of())))
                .map(Exemption::reason)
                .contains("backup.amazonaws.com made it itself, not a person");
    }

    @Test
    void whatAPersonAskedAServiceFor_isThePersons() {
        for (var service : new String[] {"cloudformation.amazonaws.com", "autoscaling.amazonaws.com"}) {
            assertThat(find("", new Subject(role("Deploy/ci-42", service), resource(VOLUME), Map.of())))
                    .as(service)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rds.amazonaws.com, true",
        "elasticloadbalancing.amazonaws.com, true",
        "ecs.amazonaws.com, true",
        "cloudformation.amazonaws.com, false",
        "signin.amazonaws.com, false",
        "'', false",
    })
    void interfaceThatAServiceMadeForItself_isExempt(String service, boolean exempt) {
        var subject = new Subject(role("Deploy/ci-42", service), resource(INTERFACE), Map.of());
        assertThat(find("", subject))
                .map(Exemption::label)
                .isEqualTo(exempt ? Optional.of("service-parts") : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "karpenter.sh/nodepool, karpenter",
        "karpenter.sh/provisioner-name, karpenter",
        "karpenter.k8s.aws/ec2nodeclass, karpenter",
        "node.k8s.amazonaws.com/instance_id, vpc-cni",
    })
    void whatControllersMake_isExemptUnlessToldOtherwise(String key, String label) {
        var subject = new Subject(CI, resource(INTERFACE), Map.of(key, "x"));
        assertThat(find("", subject)).map(Exemption::label).contains(label);
        assertThat(find("not:" + label, subject)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'ann'; \"ann\" is of no such kind",
                "'user:ann'; is of no such kind",
                "'principal'; is of no such kind",
                "'role:a,,role:b'; an entry is empty",
                "'role:a,'; an entry is empty",
                "'principal:*'; names nothing, or everything",
                "'role:'; names nothing, or everything",
                "'tag:*=*'; names nothing, or everything",
                "'tag:=x'; names nothing, or everything",
                "'type:ec2:instance'; no CloudFormation type",
                "'arn:vol-1'; no ARN of six parts",
                "'service:rds'; no service's DNS name",
                "'not:nodes'; names no standing exemption",
            })
    void badEntry_isNamedWithWhatIsAllowed(String text, String expected) {
        assertThatThrownBy(() -> Exemptions.of(Settings.of(Map.of("EXEMPTIONS", text))))
                .isInstanceOf(BadSettingException.class)
                .hasMessageStartingWith("EXEMPTIONS is \"" + text)
                .hasMessageContaining(expected)
                .hasMessageContaining("not:<service-itself|service-parts|vpc-cni|karpenter>");
    }

    private static Optional<Exemption> find(String setting, Subject subject) {
        return Exemptions.of(Settings.of(Map.of("EXEMPTIONS", setting))).find(subject);
    }

    private static UserIdentity role(String session, String invokedBy) {
        return UserIdentity.of(Json.object()
                .put("type", "AssumedRole")
                .put("arn", "arn:aws:sts::1:assumed-role/" + session)
                .put("invokedBy", invokedBy));
    }

    private static CreatedResource resource(String type) {
        return new CreatedResource(
                "arn:aws:ec2:us-east-1:1:volume/vol-1", type, "vol-1", "us-east-1", "1", Map.of(), Optional.empty());
    }
}
