package io.groundskeeper.local.schema;

import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The rules in CEL that Karpenter's kinds state here, each written out in Java, since there is no interpreter. A rule
 * that is not among them holds.
 */
final class KnownRules {
    private static final Map<String, Predicate<JsonNode>> RULES = Map.ofEntries(
            Map.entry(
                    "!self.exists(x, has(x.id) && (has(x.alias) || has(x.tags) || has(x.name) || has(x.owner)))",
                    terms -> none(terms, term -> term.has("id") && hasAny(term, "alias", "tags", "name", "owner"))),
            Map.entry(
                    "!self.exists(x, has(x.alias) && (has(x.id) || has(x.tags) || has(x.name) || has(x.owner)))",
                    terms -> none(terms, term -> term.has("alias") && hasAny(term, "id", "tags", "name", "owner"))),
            Map.entry(
                    "!(self.exists(x, has(x.alias)) && self.size() != 1)",
                    terms -> terms.size() == 1 || none(terms, term -> term.has("alias"))),
            Map.entry(
                    "!self.exists(x, has(x.id) && has(x.tags))",
                    terms -> none(terms, term -> term.has("id") && term.has("tags"))),
            Map.entry(
                    "!self.exists(x, has(x.id) && (has(x.tags) || has(x.name)))",
                    terms -> none(terms, term -> term.has("id") && hasAny(term, "tags", "name"))),
            Map.entry(
                    "has(self.amiFamily) || self.amiSelectorTerms.exists(x, has(x.alias))",
                    spec -> spec.has("amiFamily") || !none(spec.path("amiSelectorTerms"), term -> term.has("alias"))),
            Map.entry("has(self.snapshotID) || has(self.volumeSize)", ebs -> hasAny(ebs, "snapshotID", "volumeSize")),
            Map.entry(
                    "self.all(k, k != '' && self[k] != '')",
                    tags -> noKey(tags, String::isEmpty)
                            && none(tags, value -> value.asString("").isEmpty())),
            Map.entry("self.all(k, k != '')", tags -> noKey(tags, String::isEmpty)),
            Map.entry(
                    "self.all(k, !k.startsWith('kubernetes.io/cluster'))",
                    tags -> noKey(tags, key -> key.startsWith("kubernetes.io/cluster"))),
            Map.entry(
                    "self.all(k, !(k in ['karpenter.sh/nodepool', 'karpenter.sh/nodeclaim',"
                            + " 'karpenter.k8s.aws/ec2nodeclass', 'eks:eks-cluster-name']))",
                    tags -> noKey(
                            tags,
                            List.of(
                                    "karpenter.sh/nodepool",
                                    "karpenter.sh/nodeclaim",
                                    "karpenter.k8s.aws/ec2nodeclass",
                                    "eks:eks-cluster-name")::contains)),
            Map.entry(
                    "self.all(x, x.operator == 'In' ? x.values.size() != 0 : true)",
                    requirements -> none(
                            requirements,
                            each -> isOperator(each, "In")
                                    && each.path("values").isEmpty())),
            Map.entry(
                    "self.all(x, (x.operator == 'Gt' || x.operator == 'Lt') ? (x.values.size() == 1 &&"
                            + " int(x.values[0]) >= 0) : true)",
                    requirements -> none(
                            requirements, each -> isOperator(each, "Gt", "Lt") && !isOneNumber(each.path("values")))));

    /** Those that compare a value with what it was. */
    private static final Map<String, BiPredicate<JsonNode, JsonNode>> TRANSITIONS = Map.of(
            "self == oldSelf",
            JsonNode::equals,
            "(has(oldSelf.role) && has(self.role)) || (has(oldSelf.instanceProfile) && has(self.instanceProfile))",
            (self, oldSelf) ->
                    Stream.of("role", "instanceProfile").anyMatch(each -> oldSelf.has(each) && self.has(each)));

    private KnownRules() {}

    /** @param oldSelf missing when the value is new: then what compares with it holds, as in Kubernetes */
    static boolean holds(String rule, JsonNode self, JsonNode oldSelf) {
        var transition = TRANSITIONS.get(rule);
        if (transition != null) {
            return oldSelf.isMissingNode() || transition.test(self, oldSelf);
        }
        return RULES.getOrDefault(rule, any -> true).test(self);
    }

    private static boolean none(JsonNode list, Predicate<JsonNode> test) {
        return list.valueStream().noneMatch(test);
    }

    private static boolean noKey(JsonNode object, Predicate<String> test) {
        return object.propertyNames().stream().noneMatch(test);
    }

    private static boolean hasAny(JsonNode object, String... fields) {
        return List.of(fields).stream().anyMatch(object::has);
    }

    private static boolean isOperator(JsonNode requirement, String... operators) {
        return List.of(operators).contains(requirement.path("operator").asString(""));
    }

    private static boolean isOneNumber(JsonNode values) {
        return values.size() == 1 && values.get(0).asString("").matches("\\d{1,18}");
    }
}
