package io.groundskeeper.tags.catalogue;

import io.burt.jmespath.Adapter;
import io.burt.jmespath.BaseRuntime;
import io.burt.jmespath.JmesPathType;
import io.burt.jmespath.RuntimeConfiguration;
import io.burt.jmespath.function.ArgumentConstraints;
import io.burt.jmespath.function.BaseFunction;
import io.burt.jmespath.function.FunctionArgument;
import io.burt.jmespath.function.FunctionRegistry;
import io.groundskeeper.core.json.Json;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * JMESPath over Jackson's trees, with two functions more: {@code lower(text)}, for the services that store a name in
 * lower case whatever the request said, and {@code last_part(text)}, for ids after a slash. Type errors are silent, as a record may hold anything anywhere: such an expression
 * finds null.
 */
final class JsonNodeRuntime extends BaseRuntime<JsonNode> {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    JsonNodeRuntime() {
        super(RuntimeConfiguration.builder()
                .withFunctionRegistry(FunctionRegistry.defaultRegistry()
                        .extend(
                                new OfText("lower", text -> text.toLowerCase(Locale.ROOT)),
                                new OfText("last_part", text -> text.substring(text.lastIndexOf('/') + 1))))
                .withSilentTypeErrors(true)
                .build());
    }

    @Override
    public JsonNode parseString(String json) {
        return Json.read(json);
    }

    @Override
    public List<JsonNode> toList(JsonNode value) {
        return value.isContainer() ? List.copyOf(value.values()) : List.of();
    }

    @Override
    public String toString(JsonNode value) {
        return value.isString() ? value.stringValue() : Json.write(value);
    }

    @Override
    public Number toNumber(JsonNode value) {
        return value.isNumber() ? value.numberValue() : null;
    }

    @Override
    public boolean isTruthy(JsonNode value) {
        return switch (typeOf(value)) {
            case NULL -> false;
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> true;
            case STRING -> !value.stringValue().isEmpty();
            case ARRAY, OBJECT -> !value.isEmpty();
        };
    }

    @Override
    public JmesPathType typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> JmesPathType.ARRAY;
            case OBJECT, POJO -> JmesPathType.OBJECT;
            case STRING, BINARY -> JmesPathType.STRING;
            case NUMBER -> JmesPathType.NUMBER;
            case BOOLEAN -> JmesPathType.BOOLEAN;
            case NULL, MISSING -> JmesPathType.NULL;
        };
    }

    @Override
    public JsonNode getProperty(JsonNode value, JsonNode name) {
        var property = name.isString() ? value.path(name.stringValue()) : createNull();
        return property.isMissingNode() ? createNull() : property;
    }

    @Override
    public Collection<JsonNode> getPropertyNames(JsonNode value) {
        return value.propertyNames().stream().map(this::createString).toList();
    }

    @Override
    public JsonNode createNull() {
        return NODES.nullNode();
    }

    @Override
    public JsonNode createArray(Collection<JsonNode> elements) {
        var array = NODES.arrayNode(elements.size());
        elements.forEach(array::add);
        return array;
    }

    @Override
    public JsonNode createString(String text) {
        return NODES.stringNode(text);
    }

    @Override
    public JsonNode createBoolean(boolean value) {
        return NODES.booleanNode(value);
    }

    @Override
    public JsonNode createObject(Map<JsonNode, JsonNode> properties) {
        var object = NODES.objectNode();
        properties.forEach((name, value) -> object.set(name.stringValue(), value));
        return object;
    }

    @Override
    public JsonNode createNumber(double value) {
        return NODES.numberNode(value);
    }

    @Override
    public JsonNode createNumber(long value) {
        return NODES.numberNode(value);
    }

    /** A function of one text that gives a text. */
    private static final class OfText extends BaseFunction {

        private final UnaryOperator<String> function;

        OfText(String name, UnaryOperator<String> function) {
            super(name, ArgumentConstraints.typeOf(JmesPathType.STRING));
            this.function = function;
        }

        @Override
        protected <T> T callFunction(Adapter<T> runtime, List<FunctionArgument<T>> arguments) {
            return runtime.createString(
                    function.apply(runtime.toString(arguments.getFirst().value())));
        }
    }
}
