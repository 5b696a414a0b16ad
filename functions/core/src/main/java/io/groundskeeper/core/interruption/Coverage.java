package io.groundskeeper.core.interruption;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import software.amazon.event.ruler.Machine;
import tools.jackson.databind.JsonNode;

/**
 * Which kinds of events a pattern takes, as AWS's own matcher says. A kind counts when every sample of it is taken.
 *
 * @param unreadable why the matcher cannot read the pattern, which then covers nothing
 */
public record Coverage(Set<Kind> kinds, Optional<String> unreadable) {

    private static final String RULE = "rule";

    public Coverage {
        kinds = Set.copyOf(kinds);
    }

    /**
     * What a pattern covers.
     *
     * @param pattern as EventBridge has it
     * @param cluster whose account and Region the events are of
     */
    public static Coverage of(JsonNode pattern, ClusterId cluster) {
        var matcher = Machine.builder().build();
        try {
            matcher.addRule(RULE, Json.write(pattern));
            var covered = EnumSet.noneOf(Kind.class);
            var samples = new SampleEvents(cluster);
            for (var kind : Kind.values()) {
                if (takesAll(matcher, samples, kind)) {
                    covered.add(kind);
                }
            }
            return new Coverage(covered, Optional.empty());
        } catch (IOException | RuntimeException e) {
            // The matcher's parser throws either for what it does not know.
            return new Coverage(Set.of(), Optional.of(e.getMessage() == null ? e.toString() : e.getMessage()));
        }
    }

    private static boolean takesAll(Machine matcher, SampleEvents samples, Kind kind) throws IOException {
        for (var sample : samples.of(kind)) {
            try {
                if (matcher.rulesForJSONEvent(sample).isEmpty()) {
                    return false;
                }
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
        return true;
    }
}
