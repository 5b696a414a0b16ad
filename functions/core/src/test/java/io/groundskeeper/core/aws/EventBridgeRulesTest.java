package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.http.LocalHttp;
import io.groundskeeper.core.http.LocalHttp.Answer;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.setting.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/** What no emulator answers. */
class EventBridgeRulesTest {

    private static final DesiredRule RULE = DesiredRule.of(
                    new Names(new ClusterId("aws", "us-east-1", "123456789012", "dev")))
            .getFirst();

    @Test
    void accountWithAsManyRulesAsItMayHave_namesTheQuota() {
        var full = Answer.of(
                400,
                "{\"__type\":\"LimitExceededException\",\"message\":\"The requested resource exceeds the maximum number allowed.\"}");
        try (var server = new LocalHttp(full);
                var events = events(server)) {
            assertThatThrownBy(() -> new EventBridgeRules(events).create(RULE, Map.of()))
                    .isInstanceOf(QuotaReachedException.class)
                    .hasMessageContainingAll("events:PutRule", "L-244521F2")
                    .rootCause()
                    .hasMessageContaining("exceeds the maximum number allowed");
            assertThat(server.requests()).as("not tried again").hasSize(1);
        }
    }

    @Test
    void targetThatEventBridgeDidNotTake_isAFailureThoughTheCallSucceeded() {
        var none = Answer.of(200, "{\"Targets\":[]}");
        var refused = Answer.of(
                200,
                "{\"FailedEntryCount\":1,\"FailedEntries\":[{\"TargetId\":\"t\",\"ErrorCode\":\"ConcurrentModificationException\",\"ErrorMessage\":\"busy\"}]}");
        try (var server = new LocalHttp(none, refused);
                var events = events(server)) {
            assertThatThrownBy(() -> new EventBridgeRules(events).target("r", "t", "arn:aws:sqs:us-east-1:1:q"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("r", "busy", "ConcurrentModificationException");
        }
    }

    @Test
    void rulesThatAreEnabledForManagementEventsToo_areEnabled() {
        var names = Answer.of(200, "{\"RuleNames\":[\"r\"]}");
        var rule = Answer.of(200, """
                {"Name":"r","Arn":"arn:aws:events:us-east-1:123456789012:rule/r","EventPattern":"{}",\
                "State":"ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS"}""");
        var targets = Answer.of(200, "{\"Targets\":[]}");
        var tags = Answer.of(200, "{\"Tags\":[]}");
        try (var server = new LocalHttp(names, rule, targets, tags);
                var events = events(server)) {
            assertThat(new EventBridgeRules(events).aimedAt("arn:aws:sqs:us-east-1:123456789012:q"))
                    .singleElement()
                    .satisfies(found -> assertThat(found.enabled()).isTrue());
        }
    }

    private static EventBridgeClient events(LocalHttp server) {
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("AKID", "secret"));
        return new AwsClients(Settings.of(Map.of("AWS_REGION", "us-east-1")), credentials, AwsClients.Patience.USUAL)
                .build(EventBridgeClient.builder().endpointOverride(server.uri()));
    }
}
