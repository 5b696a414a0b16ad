package io.groundskeeper.core.interruption;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class QueuePolicyTest {

    private static final String QUEUE = Account.queueArn("dev");
    private static final List<SendCall> CALLS =
            List.of(new SendCall(Account.ruleArn("one"), QUEUE), new SendCall(Account.ruleArn("two"), QUEUE));
    private static final QueuePolicy OURS = new QueuePolicy(QUEUE, CALLS, true);
    private static final QueuePolicy THEIRS = new QueuePolicy(QUEUE, CALLS, false);

    private static final String TLS = """
            {"Sid":"DenyHTTP","Effect":"Deny","Principal":"*","Action":"sqs:*","Resource":"arn:aws:sqs:us-east-1:123456789012:dev",\
            "Condition":{"Bool":{"aws:SecureTransport":"false"}}}""";
    private static final String SENDERS = """
            {"Effect":"Allow","Principal":{"Service":["events.amazonaws.com","sqs.amazonaws.com"]},\
            "Action":"sqs:SendMessage","Resource":"arn:aws:sqs:us-east-1:123456789012:dev"}""";

    static Stream<String> senders() {
        return Stream.of(
                SENDERS,
                allow("\"Service\":\"events.amazonaws.com\"", "\"Action\":\"sqs:*\"", ""),
                allow("\"Service\":\"events.amazonaws.com\"", "\"Action\":[\"SQS:Send*\",\"sqs:GetQueueUrl\"]", ""),
                allow("\"Service\":\"events.amazonaws.com\"", "\"Action\":\"*\"", ""),
                allow("\"Service\":\"events.amazonaws.com\"", "\"NotAction\":\"sqs:ReceiveMessage\"", ""),
                // the list that a hardened policy has
                events("\"ArnEquals\":{\"aws:SourceArn\":[\"%s\",\"%s\"]}"
                        .formatted(Account.ruleArn("one"), Account.ruleArn("two"))),
                events("\"ArnLike\":{\"aws:SourceArn\":\"arn:aws:events:us-east-1:123456789012:rule/*\"}"),
                events("\"ArnLike\":{\"AWS:SourceARN\":\"arn:aws:events:*:123456789012:rule/???\"}"),
                events("\"StringLike\":{\"aws:SourceArn\":\"arn:aws:events:*\"}"),
                events("\"StringEquals\":{\"aws:SourceAccount\":\"123456789012\"}"),
                events("\"StringEqualsIfExists\":{\"aws:SourceAccount\":[\"1\",\"123456789012\"]}"),
                events("\"StringEquals\":{\"aws:SourceAccount\":\"123456789012\"},"
                        + "\"ArnLike\":{\"aws:SourceArn\":\"arn:aws:events:us-east-1:123456789012:rule/*\"}"),
                // one statement for each rule
                events("\"ArnEquals\":{\"aws:SourceArn\":\"%s\"}".formatted(Account.ruleArn("one")))
                        + ","
                        + events("\"ArnEquals\":{\"aws:SourceArn\":\"%s\"}".formatted(Account.ruleArn("two"))),
                // the console's old form
                "{\"Effect\":\"Allow\",\"Principal\":\"*\",\"Action\":\"sqs:SendMessage\",\"Resource\":\"*\",\"Condition\":"
                        + "{\"ArnLike\":{\"aws:SourceArn\":\"arn:aws:events:us-east-1:123456789012:rule/*\"}}}");
    }

    @ParameterizedTest
    @MethodSource("senders")
    void statementThatLetsEveryRuleSend_isAccepted(String statement) {
        assertThat(THEIRS.judge(policy(statement, TLS)).faults()).isEmpty();
    }

    static Stream<String> notSenders() {
        return Stream.of(
                allow("\"Service\":\"sqs.amazonaws.com\"", "\"Action\":\"sqs:SendMessage\"", ""),
                allow("\"Service\":\"events.amazonaws.com\"", "\"Action\":\"sqs:ReceiveMessage\"", ""),
                allow("\"Service\":\"events.amazonaws.com\"", "\"NotAction\":\"sqs:Send*\"", ""),
                allow("\"Service\":\"events.amazonaws.com\"", "\"Action\":\"sqs:SendMessage\"", "")
                        .replace("\"*\"", "\"arn:aws:sqs:us-east-1:123456789012:other\""),
                allow("\"AWS\":\"arn:aws:iam::123456789012:root\"", "\"Action\":\"sqs:*\"", ""),
                events("\"ArnEquals\":{\"aws:SourceArn\":\"%s\"}".formatted(Account.ruleArn("one"))),
                events("\"ArnEquals\":{\"aws:SourceArn\":\"arn:aws:events:*\"}"),
                events("\"StringEquals\":{\"aws:SourceArn\":\"arn:aws:events:us-east-1:123456789012:rule/*\"}"),
                events("\"StringEquals\":{\"aws:SourceAccount\":\"999999999999\"}"),
                events("\"StringEquals\":{\"aws:SourceOrgID\":\"o-1\"}"),
                events("\"StringEquals\":{\"aws:SourceAccount\":\"${aws:PrincipalAccount}\"}"),
                events("\"ForAnyValue:StringLike\":{\"aws:SourceArn\":\"*\"}"),
                events("\"Null\":{\"aws:SourceArn\":\"true\"}"),
                events("\"Bool\":{\"aws:SecureTransport\":\"false\"}"));
    }

    @ParameterizedTest
    @MethodSource("notSenders")
    void statementThatMayKeepARuleOut_isLeftAndOursIsAdded(String statement) {
        var verdict = THEIRS.judge(policy(statement, TLS));
        assertThat(verdict.faults()).singleElement().asString().contains("may not send for", "two");
        var mended = verdict.mended().orElseThrow();
        assertThat(statements(mended))
                .contains(Json.read(statement), Json.read(SENDERS))
                .hasSize(3);
        assertThat(THEIRS.judge(mended).faults()).isEmpty();
    }

    @Test
    void sqsThatMayNotSend_isADifferenceOfOursOnly() {
        var policy = policy(events(""), TLS);
        assertThat(THEIRS.judge(policy).faults()).isEmpty();
        assertThat(OURS.judge(policy).faults()).singleElement().asString().contains("sqs.amazonaws.com");
        assertThat(OURS.judge(OURS.judge(policy).mended().orElseThrow()).faults())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Bool\":{\"aws:SecureTransport\":\"false\"}}",
                "{\"Bool\":{\"aws:SecureTransport\":false}}",
                "{\"BoolIfExists\":{\"aws:SecureTransport\":[\"false\"]}}",
                "{\"StringEquals\":{\"AWS:securetransport\":\"False\"}}"
            })
    void denialOfPlainHttp_row2_isAcceptedInEveryForm(String condition) {
        var tls = TLS.replace("{\"Bool\":{\"aws:SecureTransport\":\"false\"}}", condition)
                .replace("\"Principal\":\"*\"", "\"Principal\":{\"AWS\":[\"*\"]}");
        assertThat(OURS.judge(policy(SENDERS, tls)).faults()).isEmpty();
    }

    static Stream<String> noTls() {
        return Stream.of(
                TLS.replace("sqs:*", "sqs:SendMessage"),
                TLS.replace("\"Principal\":\"*\"", "\"Principal\":{\"AWS\":\"arn:aws:iam::123456789012:root\"}"),
                TLS.replace(":dev", ":other"),
                TLS.replace("}}}", "},\"StringEquals\":{\"aws:SourceAccount\":\"1\"}}}"),
                TLS.replace("\"Deny\"", "\"Allow\""));
    }

    @ParameterizedTest
    @MethodSource("noTls")
    void plainHttpThatIsNotDeniedToAll_row1_isMendedByOurStatement(String statement) {
        var verdict = OURS.judge(policy(SENDERS, statement));
        assertThat(verdict.faults()).singleElement().asString().contains("plain HTTP");
        var mended = verdict.mended().orElseThrow();
        assertThat(statements(mended)).contains(Json.read(statement)).hasSize(3);
        assertThat(statements(mended).stream().filter(each -> each.has("Sid")))
                .as("a Sid is there once")
                .hasSize(1);
        assertThat(OURS.judge(mended).faults()).isEmpty();
    }

    static Stream<String> denials() {
        return Stream.of(
                "{\"Sid\":\"Stop\",\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"sqs:*\",\"Resource\":\"*\"}",
                "{\"Effect\":\"Deny\",\"Principal\":{\"Service\":[\"events.amazonaws.com\"]},\"Action\":\"sqs:SendMessage\",\"Resource\":\"*\"}",
                "{\"Effect\":\"Deny\",\"NotPrincipal\":{\"AWS\":\"arn:aws:iam::123456789012:root\"},\"Action\":\"*\",\"Resource\":\"*\"}",
                "{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"sqs:*\",\"Resource\":\"*\",\"Condition\":{\"ArnNotEquals\":{\"aws:SourceArn\":\"%s\"}}}"
                        .formatted(Account.ruleArn("one")),
                "{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"sqs:*\",\"Resource\":\"*\",\"Condition\":{\"Bool\":{\"aws:SecureTransport\":\"true\"}}}",
                "{\"Effect\":\"Allow\",\"Principal\":\"*\",\"Action\":\"sqs:ReceiveMessage\",\"Resource\":\"*\"}",
                "{\"Effect\":\"Allow\",\"Principal\":{\"AWS\":\"*\"},\"Action\":\"sqs:SendMessage\",\"Resource\":\"*\"}",
                "{\"Effect\":\"Allow\",\"NotPrincipal\":{\"AWS\":\"arn:aws:iam::1:root\"},\"Action\":\"sqs:*\",\"Resource\":\"*\"}");
    }

    @ParameterizedTest
    @MethodSource("denials")
    void statementAtFault_isTakenOutAndAllOthersStay(String statement) {
        var reader =
                "{\"Effect\":\"Allow\",\"Principal\":{\"AWS\":\"arn:aws:iam::1:role/reader\"},\"Action\":\"sqs:*\",\"Resource\":\"*\"}";
        var verdict = OURS.judge(policy(reader, SENDERS, statement, TLS));
        assertThat(verdict.faults()).hasSize(1);
        var mended = verdict.mended().orElseThrow();
        assertThat(statements(mended)).containsExactly(Json.read(reader), Json.read(SENDERS), Json.read(TLS));
        assertThat(Json.read(mended).path("Id").asString()).isEqualTo("theirs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"Condition\":{\"StringNotEquals\":{\"aws:SourceAccount\":\"123456789012\"}}",
                "\"Condition\":{\"ArnNotLike\":{\"aws:SourceArn\":\"arn:aws:events:us-east-1:123456789012:rule/*\"}}",
                "\"Condition\":{\"StringNotEqualsIfExists\":{\"aws:PrincipalOrgID\":\"o-1\"},\"BoolIfExists\":{\"aws:PrincipalIsAWSService\":\"false\"}}"
            })
    void denialThatDoesNotHitEventBridge_isAccepted(String condition) {
        var statement = "{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"sqs:*\",\"Resource\":\"*\",%s}"
                .formatted(condition);
        assertThat(OURS.judge(policy(SENDERS, TLS, statement)).faults()).isEmpty();
    }

    @Test
    void denialThatCannotBeJudged_isToldAndLeft() {
        var statement =
                "{\"Sid\":\"Old\",\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"sqs:*\",\"Resource\":\"*\",\"Condition\":{\"NumericLessThan\":{\"s3:TlsVersion\":1.2}}}";
        var verdict = OURS.judge(policy(SENDERS, TLS, statement));
        assertThat(verdict.faults()).singleElement().asString().contains("statement Old", "cannot be judged");
        assertThat(verdict.mended()).isEmpty();
    }

    static Stream<Arguments> noPolicies() {
        return Stream.of("", "no JSON", "[]", "7", "{\"Statement\":", "null").map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("noPolicies")
    void whatIsNoPolicy_isReplacedByOurs(String text) {
        var verdict = OURS.judge(text);
        assertThat(verdict.faults()).hasSize(1);
        assertThat(verdict.mended()).isEqualTo(Optional.of(QueuePolicy.ours(QUEUE)));
        assertThat(OURS.judge(QueuePolicy.ours(QUEUE)).faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"Statement\":null}",
                "{\"Statement\":\"x\"}",
                "{\"Statement\":[7,null,\"x\",[],{}]}",
                "{\"Statement\":{\"Effect\":\"Allow\",\"Principal\":null,\"Action\":{\"a\":1},\"Resource\":7,\"Condition\":[]}}"
            })
    void mangledPolicy_isJudgedAndMended(String text) {
        var verdict = OURS.judge(text);
        assertThat(verdict.faults()).hasSize(2);
        assertThat(OURS.judge(verdict.mended().orElseThrow()).faults()).isEmpty();
    }

    @Test
    void policyWithOneStatementThatIsNoList_keepsIt() {
        var verdict = OURS.judge("{\"Version\":\"2012-10-17\",\"Statement\":%s}".formatted(SENDERS));
        assertThat(verdict.faults()).hasSize(1);
        assertThat(statements(verdict.mended().orElseThrow())).containsExactly(Json.read(SENDERS), Json.read(TLS));
    }

    private static String events(String condition) {
        return allow("\"Service\":\"events.amazonaws.com\"", "\"Action\":\"sqs:SendMessage\"", condition);
    }

    private static String allow(String principal, String action, String condition) {
        return "{\"Effect\":\"Allow\",\"Principal\":{%s},%s,\"Resource\":\"*\"%s}"
                .formatted(principal, action, condition.isEmpty() ? "" : ",\"Condition\":{%s}".formatted(condition));
    }

    private static String policy(String... statements) {
        return "{\"Version\":\"2012-10-17\",\"Id\":\"theirs\",\"Statement\":[%s]}"
                .formatted(String.join(",", statements));
    }

    private static List<JsonNode> statements(String policy) {
        return Json.read(policy).path("Statement").valueStream().toList();
    }
}
