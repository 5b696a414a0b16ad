package io.groundskeeper.bootstrap.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Each case of who owns what; {@code C} stands for spec.limits.cpu. */
class SettlementTest {

    private static final String CPU = "{'f:spec':{'f:limits':{'f:cpu':{}}}}";
    private static final String BOTH = "{'f:spec':{'f:limits':{'f:cpu':{},'f:memory':{}}}}";
    private static final String LIST = "{'f:spec':{'f:requirements':{}}}";

    private final ObjectNode live = json("{'metadata':{'name':'default'},'spec':{'limits':{'cpu':'1000'}}}");
    private ObjectNode wanted =
            json("{'apiVersion':'v1','kind':'X','metadata':{'name':'default'},'spec':{'limits':{'cpu':'1000'}}}");

    @Test
    void asWantedAndOurs_nothing() {
        owner("groundskeeper", CPU);
        assertNothing();
    }

    @Test
    void asWantedAndSomeoneElses_nothingAndStaysInTheDocument() {
        other("kubectl-edit", CPU);
        assertNothing();
        assertThat(settle().document()).isEqualTo(wanted);
    }

    @Test
    void asWantedAndNobodys_nothing() {
        assertNothing();
    }

    @Test
    void missing_isSetAgainWhoeverHadIt() {
        live.putObject("spec");
        assertThat(settle().differences()).containsExactly("spec.limits.cpu was missing");
        owner("groundskeeper", LIST);
        other("kubectl-edit", "{'f:spec':{}}");
        assertThat(settle().differences()).contains("spec.limits.cpu was missing");
        assertThat(settle().document()).isEqualTo(wanted);
        assertThat(settle().warnings()).isEmpty();
    }

    @Test
    void anotherAndOurs_isSet() {
        owner("groundskeeper", CPU);
        cpu("500");
        assertThat(settle().differences()).containsExactly("spec.limits.cpu was \"500\"");
        assertThat(settle().document()).isEqualTo(wanted);
    }

    @Test
    void anotherAndNobodys_isSetSinceADefaultIsNoOnesWish() {
        owner("groundskeeper", LIST.replace("requirements", "weight"));
        cpu("500");
        assertThat(settle().differences()).contains("spec.limits.cpu was \"500\"");
    }

    @Test
    void anotherAndSomeoneElses_isLeftAndReportedWithManagerAndTime() {
        owner("groundskeeper", "{'f:metadata':{'f:labels':{'f:a':{}}}}");
        other("kubectl-edit", CPU);
        cpu("500");
        wanted.withObjectProperty("metadata").putObject("labels").put("a", "b");
        live.withObjectProperty("metadata").putObject("labels").put("a", "b");
        assertThat(settle().differences()).isEmpty();
        assertThat(settle().warnings())
                .containsExactly(
                        "NodePool default: spec.limits.cpu is \"500\" by kubectl-edit since 2026-11-02T00:00:00Z and was left; wanted is \"1000\"");
        assertThat(settle().document().path("spec").isMissingNode()).isTrue();
        assertThat(settle().document().path("metadata").path("name").asString()).isEqualTo("default");
    }

    @Test
    void someoneElsesThatMeansTheSame_isLeftWithoutAWord() {
        other("kubectl-edit", CPU);
        ((ObjectNode) live.path("spec").path("limits")).put("cpu", 1000);
        assertNothing();
        assertThat(settle().document().path("spec").isMissingNode()).isTrue();
    }

    @Test
    void oursAndSomeoneElsesAndNowAnotherWanted_isGivenUpToTheOther() {
        owner("groundskeeper", CPU);
        other("argocd", CPU);
        wanted = json(Json.write(wanted).replace("1000", "2000").replace('"', '\''));
        assertThat(settle().differences()).containsExactly("spec.limits.cpu is left to argocd");
        assertThat(settle().warnings()).singleElement().asString().contains("argocd", "2000");
        assertThat(settle().document().path("spec").isMissingNode()).isTrue();
    }

    @Test
    void oursAndNoLongerWanted_isGivenUp() {
        owner("groundskeeper", BOTH);
        ((ObjectNode) live.path("spec").path("limits")).put("memory", "1Gi");
        assertThat(settle().differences()).containsExactly("spec.limits.memory is no longer wanted, was \"1Gi\"");
        assertThat(settle().document()).isEqualTo(wanted);
    }

    @Test
    void someoneElsesThatIsNotWanted_isNotLookedAt() {
        owner("groundskeeper", CPU);
        other("kubectl-edit", "{'f:spec':{'f:limits':{'f:memory':{}}}}");
        ((ObjectNode) live.path("spec").path("limits")).put("memory", "1Gi");
        assertNothing();
    }

    @Test
    void list_isOneField() {
        wanted.withObjectProperty("spec").putArray("requirements").add("a").add("b");
        live.withObjectProperty("spec").putArray("requirements").add("a");
        owner("groundskeeper", LIST);
        assertThat(settle().differences()).containsExactly("spec.requirements was [\"a\"]");
        other("kubectl-edit", "{'f:spec':{'f:requirements':{'v:a':{}}}}");
        assertThat(settle().warnings()).singleElement().asString().contains("spec.requirements is [\"a\"]");
    }

    @Test
    void valueThatSomeoneElseOwnsWhole_isLeft() {
        other("kubectl-edit", "{'f:spec':{'f:limits':{}}}");
        cpu("500");
        assertThat(settle().differences()).isEmpty();
        assertThat(settle().warnings()).singleElement().asString().contains("spec.limits.cpu", "kubectl-edit");
    }

    @Test
    void emptyObjectOfSomeoneElseAroundOurField_isNotItsOwner() {
        owner("groundskeeper", CPU);
        other("kubectl-edit", "{'f:spec':{'f:limits':{}}}");
        cpu("500");
        assertThat(settle().differences()).containsExactly("spec.limits.cpu was \"500\"");
    }

    @Test
    void markOfTheObjectItself_ownsNothingBelow() {
        owner("groundskeeper", "{'f:spec':{'f:limits':{'.':{},'f:cpu':{}}}}");
        assertNothing();
    }

    @Test
    void whatOurNameOwnsByPlainUpdate_isSomeoneElses() {
        entry("groundskeeper", "Update", CPU);
        cpu("500");
        assertThat(settle().warnings()).hasSize(1);
    }

    @Test
    void longValue_isCutInTheReport() {
        owner("groundskeeper", CPU);
        cpu("x".repeat(1000));
        assertThat(settle().differences()).singleElement().asString().hasSizeLessThan(200);
    }

    private void assertNothing() {
        assertThat(settle().differences()).isEmpty();
        assertThat(settle().warnings()).isEmpty();
    }

    private Settlement settle() {
        return Settlement.of(NodeKind.NODE_POOL, wanted, live);
    }

    private void cpu(String value) {
        live.withObjectProperty("spec").putObject("limits").put("cpu", value);
    }

    private void owner(String manager, String fields) {
        entry(manager, "Apply", fields);
    }

    private void other(String manager, String fields) {
        entry(manager, "Update", fields);
    }

    private void entry(String manager, String operation, String fields) {
        var list = live.withObjectProperty("metadata").withArrayProperty("managedFields");
        list.addObject()
                .put("manager", manager)
                .put("operation", operation)
                .put("time", operation.equals("Apply") ? "2026-11-01T00:00:00Z" : "2026-11-02T00:00:00Z")
                .set("fieldsV1", json(fields));
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.read(text.replace('\'', '"'));
    }
}
