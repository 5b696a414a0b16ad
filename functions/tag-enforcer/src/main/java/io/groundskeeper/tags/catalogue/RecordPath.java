package io.groundskeeper.tags.catalogue;

import io.burt.jmespath.Expression;
import io.burt.jmespath.JmesPathException;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A JMESPath expression over a CloudTrail record, compiled once. Safe for use by several threads. */
public final class RecordPath {

    private static final JsonNodeRuntime RUNTIME = new JsonNodeRuntime();
    // An ARN has at most 2,048 characters, and every id is a part of one.
    private static final int LONGEST = 2048;

    private final String text;
    private final Expression<JsonNode> expression;

    private RecordPath(String text, Expression<JsonNode> expression) {
        this.text = text;
        this.expression = expression;
    }

    /** @throws JmesPathException if it is no JMESPath */
    static RecordPath compile(String text) {
        return new RecordPath(text, RUNTIME.compile(text));
    }

    /** What is found there; a null node when nothing is. */
    public JsonNode find(JsonNode record) {
        return expression.search(record);
    }

    /** Whether something is there that JMESPath takes for true. */
    public boolean holds(JsonNode record) {
        return RUNTIME.isTruthy(find(record));
    }

    /** The texts found there, in order: of one text itself, of a list its elements. What is no usable text is empty. */
    public List<Optional<String>> texts(JsonNode record) {
        var found = find(record);
        return found.isArray()
                ? found.valueStream().map(RecordPath::usable).toList()
                : usable(found).map(Optional::of).stream().toList();
    }

    private static Optional<String> usable(JsonNode node) {
        return node.stringValueOpt()
                .map(String::strip)
                .filter(id ->
                        !id.isEmpty() && id.length() <= LONGEST && id.chars().noneMatch(Character::isISOControl));
    }

    @Override
    public String toString() {
        return text;
    }
}
