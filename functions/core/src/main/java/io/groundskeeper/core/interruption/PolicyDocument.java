package io.groundskeeper.core.interruption;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A resource's policy, asked what it means for EventBridge. */
record PolicyDocument(JsonNode json, List<Statement> statements) {

    PolicyDocument {
        statements = List.copyOf(statements);
    }

    static PolicyDocument of(JsonNode json) {
        return new PolicyDocument(json, Statement.of(json));
    }

    /** A policy; empty when the text is none. */
    static Optional<PolicyDocument> read(String text) {
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Json.read(text)).filter(JsonNode::isObject).map(PolicyDocument::of);
        } catch (MalformedJsonException e) {
            // Said as a difference by the one who asks.
            return Optional.empty();
        }
    }

    /** Whether it surely lets a call in; what denies it is another question. */
    boolean allows(String action, String resource, SendCall call) {
        return statements.stream()
                .filter(Statement::allows)
                .filter(each -> each.isFor(SendCall.SERVICE) && each.isAbout(action, resource))
                .anyMatch(each -> each.holds(call) == Truth.YES);
    }

    /** The statements that deny a call, surely or perhaps. */
    List<Statement> denials(Truth surely, String action, String resource, List<SendCall> calls) {
        return statements.stream()
                .filter(Statement::denies)
                .filter(each -> each.isFor(SendCall.SERVICE) && each.isAbout(action, resource))
                .filter(each -> Truth.any(calls.stream().map(each::holds).toList()) == surely)
                .toList();
    }
}
