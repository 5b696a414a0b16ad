package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class PatchesTest {
    private static final ResourceType NODE = BuiltinTypes.NODE;
    private final ObjectNode target =
            Objects.json("{'a':{'b':1,'c':2},'list':[1,2],'containers':[{'name':'x','image':'1','env':[{'name':'E',"
                    + "'value':'1'}]},{'name':'y','image':'1'}],'finalizers':['f','g']}");

    @Test
    void mergePatch_mergesObjectsReplacesListsAndRemovesNulls() {
        JsonNode patched = patch("application/merge-patch+json", "{'a':{'b':null,'d':3},'list':[3],'e':{'f':null}}");

        assertThat(patched.path("a")).isEqualTo(Objects.json("{'c':2,'d':3}"));
        assertThat(patched.path("list")).hasToString("[3]");
        assertThat(patched.path("e")).isEqualTo(Objects.json("{}"));
    }

    @Test
    void strategicPatch_mergesContainersByName() {
        JsonNode patched = patch(
                "application/strategic-merge-patch+json",
                "{'$setElementOrder/containers':[{'name':'x'},{'name':'y'},{'name':'z'}],'containers':[{'name':'x',"
                        + "'image':'2'},{'name':'y','$patch':'delete'},{'name':'z','image':'3'}]}");

        assertThat(patched.path("containers"))
                .hasToString("[{\"name\":\"x\",\"image\":\"2\",\"env\":[{\"name\":\"E\",\"value\":\"1\"}]},"
                        + "{\"name\":\"z\",\"image\":\"3\"}]");
        assertThat(patched.propertyNames()).noneMatch(name -> name.startsWith("$"));
    }

    @Test
    void strategicPatch_mergesPortsByTheirNumbers() {
        ObjectNode ports = Objects.json("{'ports':[{'containerPort':80,'name':'a'},{'containerPort':81,'name':'b'}],"
                + "'other':{'ports':[{'port':80,'name':'a'},{'port':81}]},'strategy':{'type':'a','rollingUpdate':{}}}");

        JsonNode patched = StrategicPatch.apply(
                ports,
                Objects.json("{'ports':[{'containerPort':80,'name':'c'}],'other':{'ports':[{'port':80,"
                        + "'$patch':'delete'}]},'strategy':{'$retainKeys':['type'],'type':'b'}}"));

        assertThat(patched)
                .isEqualTo(Objects.json("{'ports':[{'containerPort':80,'name':'c'},{'containerPort':81,'name':'b'}],"
                        + "'other':{'ports':[{'port':81}]},'strategy':{'type':'b'}}"));
    }

    @Test
    void strategicPatch_takesFinalizersOutAndPutsThemIn() {
        String type = "application/strategic-merge-patch+json";

        assertThat(patch(type, "{'$deleteFromPrimitiveList/finalizers':['f']}").path("finalizers"))
                .hasToString("[\"g\"]");
        assertThat(patch(type, "{'finalizers':['g','h']}").path("finalizers")).hasToString("[\"f\",\"g\",\"h\"]");
    }

    @Test
    void strategicPatchWithNewObject_leavesNoNullsOrDirectives() {
        JsonNode patched =
                patch("application/strategic-merge-patch+json", "{'n':{'a':null,'$retainKeys':['b'],'b':1}}");

        assertThat(patched.path("n")).isEqualTo(Objects.json("{'b':1}"));
    }

    @Test
    void jsonPatch_testsAddsReplacesAndRemoves() {
        JsonNode patched = patch(
                "application/json-patch+json",
                "[{'op':'test','path':'/a/b','value':1},{'op':'add','path':'/list/0','value':0},{'op':'add',"
                        + "'path':'/list/-','value':9},{'op':'replace','path':'/a/c','value':5},{'op':'remove','path':"
                        + "'/finalizers/1'},{'op':'add','path':'/a/x~1y','value':true}]");

        assertThat(patched.path("list")).hasToString("[0,1,2,9]");
        assertThat(patched.path("a")).isEqualTo(Objects.json("{'b':1,'c':5,'x/y':true}"));
        assertThat(patched.path("finalizers")).hasToString("[\"f\"]");
    }

    @Test
    void jsonPatchWhoseTestFails_isInvalid() {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> patch("application/json-patch+json", "[{'op':'test','path':'/a/b','value':2}]"))
                .satisfies(error -> assertThat(error.code()).isEqualTo(422));
    }

    @Test
    void jsonPatchThatRemovesNothing_isInvalid() {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> patch("application/json-patch+json", "[{'op':'remove','path':'/nothing'}]"))
                .withMessageContaining("/nothing");
    }

    @Test
    void serverSideApply_isAnUnsupportedMediaType() {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> patch("application/apply-patch+yaml", "{}"))
                .satisfies(error -> assertThat(error.code()).isEqualTo(415));
    }

    private JsonNode patch(String contentType, String patch) {
        return Patches.parse(NODE, contentType, patch.replace('\'', '"')).apply(target);
    }
}
