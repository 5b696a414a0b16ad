package io.groundskeeper.local.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

class SchemaTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Test
    void defaults_completeWhatIsMissing() {
        JsonNode schema = json("{'properties':{'d':{'default':{'x':1},'properties':{'y':{'default':2}}},"
                + "'l':{'items':{'properties':{'z':{'default':3}}}},'n':{'default':'a'},'k':{'nullable':true}}}");
        JsonNode value = json("{'l':[{},{'z':9}],'n':null,'k':null}");

        SchemaDefaults.apply(value, schema);

        assertThat(value).isEqualTo(json("{'l':[{'z':3},{'z':9}],'n':'a','k':null,'d':{'x':1,'y':2}}"));
    }

    @Test
    void unknownFields_arePrunedUnlessTheSchemaKeepsThem() {
        JsonNode schema = json("{'properties':{'spec':{'properties':{'a':{},'free':"
                + "{'x-kubernetes-preserve-unknown-fields':true},'map':{'additionalProperties':{'type':'string'}},"
                + "'list':{'items':{'properties':{'b':{}}}}}}}}");
        ObjectNode object = json("{'metadata':{'name':'n'},'foo':1,'spec':{'a':1,'bar':2,'free':{'x':{'y':1}},"
                        + "'map':{'k':'v'},'list':[{'b':1,'c':2}]}}")
                .asObject();

        List<String> gone = Pruning.prune(object, schema);

        assertThat(gone).containsExactly("foo", "spec.bar", "spec.list[0].c");
        assertThat(object)
                .isEqualTo(json("{'metadata':{'name':'n'},'spec':{'a':1,'free':{'x':{'y':1}},'map':{'k':'v'},"
                        + "'list':[{'b':1}]}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'type':'integer'}|'x'|FieldValueTypeInvalid|Invalid value: \"string\": v in body must be of type integer: \"string\"",
                "{'enum':['a','b']}|'c'|FieldValueNotSupported|Unsupported value: \"c\": supported values: \"a\", \"b\"",
                "{'pattern':'^a'}|'b'|FieldValueInvalid|Invalid value: \"b\": v in body should match '^a'",
                "{'minimum':1}|0|FieldValueInvalid|Invalid value: 0: v in body should be greater than or equal to 1",
                "{'maximum':1}|2|FieldValueInvalid|Invalid value: 2: v in body should be less than or equal to 1",
                "{'minItems':1}|[]|FieldValueInvalid|Invalid value: 0: v in body should have at least 1 items",
                "{'maxItems':1}|[1,2]|FieldValueTooMany|Too many: 2: must have at most 1 items",
                "{'maxLength':1}|'ab'|FieldValueTooLong|Too long: may not be more than 1 bytes",
                "{'oneOf':[{'required':['a']},{'required':['b']}]}|{}|FieldValueInvalid|Invalid value: v in body must validate one and only one schema (oneOf)"
            })
    void badValue_isNamedInKubernetesWords(String schema, String value, String reason, String message) {
        JsonNode whole = json("{'properties':{'v':" + schema + "}}");

        assertThat(Validation.validate(json("{'v':" + value + "}"), MissingNode.getInstance(), whole))
                .containsExactly(new Violation(reason, "v", message));
    }

    @Test
    void missingField_isRequired() {
        JsonNode schema = json("{'properties':{'spec':{'items':{'required':['key']}}}}");

        assertThat(Validation.validate(json("{'spec':[{}]}"), MissingNode.getInstance(), schema))
                .containsExactly(new Violation("FieldValueRequired", "spec[0].key", "Required value"));
    }

    @Test
    void immutableField_keepsItsValue() {
        JsonNode schema = json("{'properties':{'g':{'x-kubernetes-validations':[{'rule':'self == oldSelf',"
                + "'message':'g is immutable'}]}}}");

        assertThat(Validation.validate(json("{'g':'b'}"), json("{'g':'a'}"), schema))
                .extracting(Violation::message)
                .containsExactly("Invalid value: \"b\": g is immutable");
        assertThat(Validation.validate(json("{'g':'a'}"), json("{'g':'a'}"), schema))
                .isEmpty();
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
