package io.groundskeeper.core.lambda;

import java.util.Map;

/**
 * The outcome of one invocation.
 *
 * @param report a record that becomes the report's JSON
 * @param verdicts by {@link Delivery#id()}; a delivery that is not here is done
 */
public record Handled(Object report, Map<String, Verdict> verdicts) {

    public Handled {
        verdicts = Map.copyOf(verdicts);
    }
}
