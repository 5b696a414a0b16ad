package io.groundskeeper.local.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class FieldManagementTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String POD = "{'metadata':{'name':'p','labels':{'a':'b'}},'spec':{'containers':"
            + "[{'name':'one','image':'i:1','ports':[{'containerPort':80}]}]}}";

    @Test
    void appliedFields_areKeptInKubernetesForm() {
        ObjectNode applied = by("x").apply(FieldManagement.nothing(), object(POD), false);

        JsonNode entry = applied.at("/metadata/managedFields/0");
        assertThat(entry).isEqualTo(object("""
                {'manager':'x','operation':'Apply','apiVersion':'v1','time':'2026-11-30T10:00:00Z',
                 'fieldsType':'FieldsV1','fieldsV1':{'f:metadata':{'f:labels':{'f:a':{}}},'f:spec':{'f:containers':
                 {'k:{\\"name\\":\\"one\\"}':{'.':{},'f:image':{},'f:name':{},'f:ports':
                 {'k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}':{'.':{},'f:containerPort':{}}}}}}}}
                """));
    }

    @Test
    void updatedFields_countWhatTheyAreIn() {
        ObjectNode created = object(POD);
        by("kubectl").update(FieldManagement.nothing(), created);

        assertThat(created.at("/metadata/managedFields/0/fieldsV1/f:metadata"))
                .isEqualTo(object("{'f:labels':{'.':{},'f:a':{}}}"));
        assertThat(created.at("/metadata/managedFields/0/operation").asString()).isEqualTo("Update");
    }

    @Test
    void otherValue_isAConflictWithItsOwner() {
        ObjectNode live = by("x").apply(FieldManagement.nothing(), object(POD), false);
        ObjectNode other = object(POD.replace("i:1", "i:2"));

        assertThatExceptionOfType(ApplyConflict.class)
                .isThrownBy(() -> by("y").apply(live, other, false))
                .withMessage("Apply failed with 1 conflict: conflict with \"x\": .spec.containers[name=\"one\"].image");
        ObjectNode forced = by("y").apply(live, other, true);

        assertThat(forced.at("/spec/containers/0/image").asString()).isEqualTo("i:2");
        assertThat(Owners.of(forced).fields(Manager.applying("x", "")).paths().toString())
                .doesNotContain("image")
                .contains("containerPort");
    }

    @Test
    void severalConflicts_areListedForEachOwner() {
        ObjectNode live = object("{'spec':{'a':1,'b':1}}");
        by("one").update(FieldManagement.nothing(), live);

        assertThatExceptionOfType(ApplyConflict.class)
                .isThrownBy(() -> by("y").apply(live, object("{'spec':{'a':2,'b':2}}"), false))
                .withMessage("Apply failed with 2 conflicts: conflicts with \"one\" using v1:\n- .spec.a\n- .spec.b")
                .satisfies(conflict -> assertThat(conflict.causes())
                        .contains(new ApplyConflict.Cause(".spec.a", "conflict with \"one\" using v1")));
    }

    @Test
    void equalValue_isShared() {
        ObjectNode live = by("x").apply(FieldManagement.nothing(), object("{'spec':{'a':1}}"), false);
        ObjectNode shared = by("y").apply(live, object("{'spec':{'a':1,'b':2}}"), false);

        ObjectNode dropped = by("x").apply(shared, object("{}"), false);

        assertThat(dropped.path("spec")).isEqualTo(object("{'a':1,'b':2}"));
        assertThat(dropped.at("/metadata/managedFields")).hasSize(1);
    }

    @Test
    void fieldThatIsNoLongerApplied_goesUnlessSomeoneElseOwnsIt() {
        ObjectNode live = by("x").apply(
                        FieldManagement.nothing(),
                        object("{'spec':{'a':{'deep':1},'containers':[{'name':'one'},{'name':'two','image':'i'}]}}"),
                        false);
        ObjectNode changed = live.deepCopy();
        ((ObjectNode) changed.at("/spec/containers/1")).put("image", "j");
        by("y").update(live, changed);

        ObjectNode rest = by("x").apply(changed, object("{'spec':{'b':1}}"), false);

        assertThat(rest.path("spec")).isEqualTo(object("{'containers':[{'name':'two','image':'j'}],'b':1}"));
    }

    @Test
    void applyThatChangesNothing_changesNoOwnerAndNoTime() {
        ObjectNode live = by("x").apply(FieldManagement.nothing(), object(POD), false);
        FieldManagement later = new FieldManagement(BuiltinShape.root(), "x", "v1", "", true, "2027-01-01T00:00:00Z");

        assertThat(later.apply(live, object(POD), false)).isEqualTo(live);
    }

    @Test
    void untrackedObject_belongsToWhoeverWasBefore() {
        assertThatExceptionOfType(ApplyConflict.class)
                .isThrownBy(() -> by("x").apply(object("{'spec':{'a':1}}"), object("{'spec':{'a':2}}"), false))
                .withMessageContaining("conflict with \"before-first-apply\" using v1: .spec.a");
    }

    @Test
    void listsWithoutKeys_areOneField() {
        ObjectNode live = object("{'spec':{'tolerations':[{'key':'a'}]},'metadata':{'finalizers':['x/a']}}");
        by("one").update(FieldManagement.nothing(), live);

        ObjectNode applied = by("y").apply(live, object("{'metadata':{'finalizers':['x/b']}}"), false);

        assertThat(applied.at("/metadata/finalizers")).hasSize(2);
        assertThatExceptionOfType(ApplyConflict.class)
                .isThrownBy(() -> by("y").apply(live, object("{'spec':{'tolerations':[{'key':'b'}]}}"), false))
                .withMessageContaining(": .spec.tolerations");
    }

    @Test
    void elementsOfAKeyedList_takeTheOrderOfTheConfiguration() {
        ObjectNode live = object("{'spec':{'containers':[{'name':'a'},{'name':'b'},{'name':'c'}]}}");

        ObjectNode applied = by("x").apply(live, object("{'spec':{'containers':[{'name':'c'},{'name':'a'}]}}"), false);

        assertThat(applied.at("/spec/containers").findValuesAsString("name")).containsExactly("c", "a", "b");
    }

    @Test
    void customKind_mergesListsOnlyAsItsSchemaSays() {
        JsonNode schema = object("{'properties':{'spec':{'properties':{'plain':{'type':'array'},'keyed':"
                + "{'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['id']},'whole':"
                + "{'x-kubernetes-map-type':'atomic'}}}}}");
        ObjectNode live = object("{'spec':{'plain':[1],'keyed':[{'id':'a','v':1}],'whole':{'a':1}}}");
        FieldManagement management =
                new FieldManagement(SchemaShape.root(schema), "x", "e/v1", "", true, "2026-11-30T10:00:00Z");

        ObjectNode applied =
                management.apply(live, object("{'spec':{'plain':[2],'keyed':[{'id':'b'}],'whole':{'b':1}}}"), true);

        assertThat(applied.path("spec"))
                .isEqualTo(object("{'plain':[2],'keyed':[{'id':'a','v':1},{'id':'b'}],'whole':{'b':1}}"));
    }

    private static FieldManagement by(String manager) {
        return new FieldManagement(BuiltinShape.root(), manager, "v1", "", true, "2026-11-30T10:00:00Z");
    }

    private static ObjectNode object(String text) {
        return JSON.readTree(text.replace("\\\"", "\u0001").replace('\'', '"').replace("\u0001", "\\\""))
                .asObject();
    }
}
