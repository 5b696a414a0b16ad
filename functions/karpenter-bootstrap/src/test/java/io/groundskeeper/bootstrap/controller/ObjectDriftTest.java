package io.groundskeeper.bootstrap.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ObjectDriftTest {

    private static final JsonNode ACCOUNT = Json.read("""
            {"kind":"ServiceAccount","metadata":{"name":"karpenter","namespace":"kube-system",
            "annotations":{"eks.amazonaws.com/role-arn":"arn:role"}}}""");
    private static final JsonNode ROLE = Json.read("""
            {"kind":"ClusterRole","metadata":{"name":"karpenter"},
            "rules":[{"apiGroups":[""],"resources":["pods","nodes"],"verbs":["get","list"]}]}""");
    private static final JsonNode DNS = Json.read("""
            {"kind":"RoleBinding","metadata":{"name":"karpenter-dns","namespace":"kube-system"},
            "roleRef":{"kind":"Role","name":"karpenter-dns"},
            "subjects":[{"kind":"ServiceAccount","name":"karpenter","namespace":"kube-system"}]}""");
    private static final JsonNode BUDGET = Json.read("""
            {"kind":"PodDisruptionBudget","metadata":{"name":"karpenter","namespace":"kube-system"},
            "spec":{"maxUnavailable":1,"selector":{"matchLabels":{"app.kubernetes.io/name":"karpenter"}}}}""");
    private static final JsonNode MONITOR = Json.read("""
            {"kind":"ServiceMonitor","metadata":{"name":"karpenter"}}""");

    @Test
    void whatIsAsInstalled_isNoDifferenceWhateverTheServerAdds() {
        var live = List.of(
                ACCOUNT,
                ROLE,
                DNS,
                Json.read(BUDGET.toString().replace("\"spec\":{", "\"status\":{\"x\":1},\"spec\":{\"added\":1,")));
        assertThat(drift(live)).isEmpty();
    }

    @Test
    void deletedObjects_areNamed() {
        assertThat(drift(List.of(ROLE)))
                .containsExactly(
                        "ServiceAccount karpenter was missing",
                        "RoleBinding karpenter-dns was missing",
                        "PodDisruptionBudget karpenter was missing");
    }

    @Test
    void roleOfTheServiceAccountAndRulesThatSomeoneChanged_areNamed() {
        assertThat(drift(List.of(
                        Json.read(ACCOUNT.toString().replace("arn:role", "arn:other")),
                        Json.read(ROLE.toString().replace("\"list\"", "\"watch\"")),
                        DNS,
                        BUDGET)))
                .containsExactly(
                        "ServiceAccount karpenter's annotation eks.amazonaws.com/role-arn was arn:other",
                        "ClusterRole karpenter's rules[0].verbs[1] was watch");
        assertThat(drift(List.of(ACCOUNT, Json.read(ROLE.toString().replace(",\"nodes\"", "")), DNS, BUDGET)))
                .containsExactly("ClusterRole karpenter's rules[0].resources was a list of 1");
    }

    @Test
    void objectOfTheSameNameInAnotherNamespace_isAnother() {
        assertThat(drift(List.of(
                        ACCOUNT,
                        ROLE,
                        Json.read(DNS.toString()
                                .replace("\"kube-system\"}", "\"other\"}")
                                .replace("\"namespace\":\"kube-system\"}", "\"namespace\":\"other\"}")),
                        BUDGET)))
                .isNotEmpty();
    }

    private static List<String> drift(List<JsonNode> live) {
        var release = Objects.release("deployed", "1.14.1", 0, Json.object(), ACCOUNT, ROLE, DNS, BUDGET, MONITOR);
        return ObjectDrift.of(release, live, "kube-system", kind -> !kind.equals("ServiceMonitor"));
    }
}
