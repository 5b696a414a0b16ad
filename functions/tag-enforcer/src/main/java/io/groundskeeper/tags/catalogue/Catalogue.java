package io.groundskeeper.tags.catalogue;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which events create something, and where in them ids, ARNs and tags are: the rows of {@code catalogue.json}, by event
 * source and name, since one name alone (CreateCluster) means many things. Immutable.
 */
public final class Catalogue {

    private static final String FILE = "catalogue.json";

    private record Key(String eventSource, String eventName) {}

    private final Map<Key, CreationKind> kinds;

    private Catalogue(Map<Key, CreationKind> kinds) {
        this.kinds = Collections.unmodifiableMap(kinds);
    }

    /** The catalogue that this function carries. */
    public static Catalogue load() {
        try (var file = Catalogue.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new BadCatalogueException(FILE + " is not in the function's package");
            }
            return parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE, e);
        }
    }

    /**
     * Reads a catalogue and compiles its expressions.
     *
     * @throws BadCatalogueException naming the first row that cannot be used
     */
    public static Catalogue parse(String json) {
        try {
            var rows = Json.read(json);
            if (!rows.isArray()) {
                throw new BadCatalogueException(FILE + " is no array of rows");
            }
            var kinds = new LinkedHashMap<Key, CreationKind>();
            for (int i = 0; i < rows.size(); i++) {
                var row = new RowReader(i + 1, rows.get(i));
                var kind = row.kind();
                if (kinds.put(new Key(kind.eventSource(), kind.eventName()), kind) != null) {
                    throw row.bad("its event is there twice");
                }
            }
            return new Catalogue(kinds);
        } catch (MalformedJsonException e) {
            throw new BadCatalogueException("%s: %s".formatted(FILE, e.getMessage()), e);
        }
    }

    /** What an event creates; empty when it is not in the catalogue. */
    public Optional<CreationKind> find(String eventSource, String eventName) {
        return Optional.ofNullable(kinds.get(new Key(eventSource, eventName)));
    }

    /** All rows, in the file's order. */
    public Collection<CreationKind> kinds() {
        return kinds.values();
    }
}
