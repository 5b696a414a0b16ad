package io.groundskeeper.tags.catalogue;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Which events create something, and where in them ids, ARNs and tags are: the rows of {@code catalogue.json}, by event
 * source and name, since one name alone (CreateCluster) means many things. Immutable.
 */
public final class Catalogue {

    private static final String FILE = "catalogue.json";

    record Key(String eventSource, String eventName) {}

    private final Map<Key, List<CreationKind>> kinds;
    private final Map<Key, String> notTaggable;

    private Catalogue(Map<Key, List<CreationKind>> kinds, Map<Key, String> notTaggable) {
        this.kinds = Collections.unmodifiableMap(kinds);
        this.notTaggable = Map.copyOf(notTaggable);
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
            var kinds = new LinkedHashMap<Key, List<CreationKind>>();
            var notTaggable = new HashMap<Key, String>();
            for (int i = 0; i < rows.size(); i++) {
                var row = new RowReader(i + 1, rows.get(i));
                var why = row.notTaggable();
                if (why.isPresent()) {
                    put(row, why.get(), kinds, notTaggable);
                } else {
                    add(row, kinds, notTaggable);
                }
            }
            return new Catalogue(kinds, notTaggable);
        } catch (MalformedJsonException e) {
            throw new BadCatalogueException("%s: %s".formatted(FILE, e.getMessage()), e);
        }
    }

    private static void put(
            RowReader row, String why, Map<Key, List<CreationKind>> kinds, Map<Key, String> notTaggable) {
        if (kinds.containsKey(row.key()) || notTaggable.put(row.key(), why) != null) {
            throw row.bad("its event is there twice");
        }
    }

    private static void add(RowReader row, Map<Key, List<CreationKind>> kinds, Map<Key, String> notTaggable) {
        var ofEvent = kinds.computeIfAbsent(row.key(), key -> new ArrayList<>());
        // The first row that a record meets is taken: none after one that each record meets ever would be.
        if (notTaggable.containsKey(row.key())
                || (!ofEvent.isEmpty() && ofEvent.getLast().when().isEmpty())) {
            throw row.bad("its event is there twice");
        }
        ofEvent.add(row.kind());
    }

    /** What a record's event creates; empty when it is not in the catalogue, or its record is none of its rows'. */
    public Optional<CreationKind> find(String eventSource, String eventName, JsonNode record) {
        return kinds.getOrDefault(new Key(eventSource, eventName), List.of()).stream()
                .filter(kind -> kind.when().stream().allMatch(path -> path.holds(record)))
                .findFirst();
    }

    /** Why an event creates nothing that has tags, in words. */
    public Optional<String> notTaggable(String eventSource, String eventName) {
        return Optional.ofNullable(notTaggable.get(new Key(eventSource, eventName)));
    }

    /** All rows of what has tags, in the file's order. */
    public List<CreationKind> kinds() {
        return kinds.values().stream().flatMap(List::stream).toList();
    }
}
