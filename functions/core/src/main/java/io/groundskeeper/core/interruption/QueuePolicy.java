package io.groundskeeper.core.interruption;

import io.groundskeeper.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The queue's policy, judged by what it does: EventBridge may send for every rule, nobody may call by plain HTTP, and
 * nothing is open to everyone.
 *
 * @param ours whether the queue is ours, which lets SQS send too as Karpenter's own template does
 */
record QueuePolicy(String queueArn, List<SendCall> calls, boolean ours) {

    private static final String SEND = "sqs:SendMessage";
    private static final String SQS = "sqs.amazonaws.com";
    // What "sqs:*" covers and a list of actions does not.
    private static final String EVERY_ACTION = "sqs:any";
    private static final String SID_OF_TLS = "DenyHTTP";

    /**
     * What is wrong with it.
     *
     * @param faults in words; none when all is right
     * @param mended the policy without those faults; empty when no change of it would help
     */
    record Verdict(List<String> faults, Optional<String> mended) {
        Verdict {
            faults = List.copyOf(faults);
        }
    }

    QueuePolicy {
        calls = List.copyOf(calls);
    }

    // The principals end in .amazonaws.com in every partition, also in China.
    /** The policy that we write. */
    static String ours(String queueArn) {
        var policy = Json.object().put("Version", "2012-10-17").put("Id", "EC2InterruptionPolicy");
        policy.putArray("Statement")
                .add(senders(queueArn))
                .add(onlyTls(queueArn).put("Sid", SID_OF_TLS));
        return Json.write(policy);
    }

    Verdict judge(String text) {
        return PolicyDocument.read(text)
                .map(this::judge)
                .orElseGet(() -> new Verdict(
                        List.of(text.isEmpty() ? "there is none, so that EventBridge may not send" : "it is no policy"),
                        Optional.of(ours(queueArn))));
    }

    private Verdict judge(PolicyDocument policy) {
        var faults = new ArrayList<String>();
        var remove = new ArrayList<Statement>();
        var add = new ArrayList<JsonNode>();
        policy.denials(Truth.YES, SEND, queueArn, calls).forEach(each -> {
            faults.add(each.words() + " keeps EventBridge from sending");
            remove.add(each);
        });
        policy.statements().stream()
                .filter(each -> each.allows() && each.isForEveryone() && each.isUnconditional())
                .forEach(each -> {
                    faults.add(each.words() + " lets everyone in, to fill the queue or to empty it");
                    remove.add(each);
                });
        var kept = PolicyDocument.of(without(policy.json(), remove));
        sendersMissing(kept).ifPresent(fault -> {
            faults.add(fault);
            add.add(senders(queueArn));
        });
        if (kept.statements().stream().noneMatch(each -> each.deniesPlainHttp(EVERY_ACTION, queueArn))) {
            faults.add("calls by plain HTTP are not denied");
            add.add(named(kept));
        }
        var mended = remove.isEmpty() && add.isEmpty()
                ? Optional.<String>empty()
                : Optional.of(Json.write(with(kept.json(), add)));
        policy.denials(Truth.UNKNOWN, SEND, queueArn, calls)
                .forEach(each -> faults.add(
                        each.words() + " may keep EventBridge from sending: its condition cannot be judged from here"));
        return new Verdict(faults, mended);
    }

    private Optional<String> sendersMissing(PolicyDocument policy) {
        var out = calls.stream()
                .filter(call -> !policy.allows(SEND, queueArn, call))
                .map(call -> Rule.nameOf(call.ruleArn()))
                .sorted()
                .toList();
        if (!out.isEmpty()) {
            return Optional.of("EventBridge may not send for " + String.join(", ", out));
        }
        return ours && policy.statements().stream().noneMatch(this::letsSqsIn)
                ? Optional.of(SQS + " may not send")
                : Optional.empty();
    }

    private boolean letsSqsIn(Statement statement) {
        return statement.allows() && statement.isFor(SQS) && statement.isAbout(SEND, queueArn);
    }

    private JsonNode named(PolicyDocument policy) {
        // A Sid may be there once in a policy.
        boolean taken = policy.statements().stream()
                .anyMatch(each -> each.sid().filter(SID_OF_TLS::equals).isPresent());
        return taken ? onlyTls(queueArn) : onlyTls(queueArn).put("Sid", SID_OF_TLS);
    }

    private static ObjectNode without(JsonNode policy, List<Statement> removed) {
        var copy = (ObjectNode) policy.deepCopy();
        var left = copy.putArray("Statement");
        Statement.of(policy).stream()
                .filter(each -> !removed.contains(each))
                .forEach(each -> left.add(each.json().deepCopy()));
        return copy;
    }

    private static ObjectNode with(JsonNode policy, List<JsonNode> added) {
        var copy = (ObjectNode) policy.deepCopy();
        var statements = copy.withArray("Statement");
        added.forEach(statements::add);
        return copy;
    }

    private static ObjectNode senders(String queueArn) {
        var statement = Json.object().put("Effect", "Allow");
        statement
                .putObject("Principal")
                .putArray("Service")
                .add(SendCall.SERVICE)
                .add(SQS);
        return statement.put("Action", SEND).put("Resource", queueArn);
    }

    private static ObjectNode onlyTls(String queueArn) {
        var statement = Json.object()
                .put("Effect", "Deny")
                .put("Principal", "*")
                .put("Action", "sqs:*")
                .put("Resource", queueArn);
        statement.putObject("Condition").putObject("Bool").put("aws:SecureTransport", "false");
        return statement;
    }
}
