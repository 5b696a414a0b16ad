package io.groundskeeper.tags.live;

import io.groundskeeper.tags.creation.CreatedResource;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** Sees resources as they are now. */
public interface LiveTags {

    /**
     * A sighting of each resource, by ARN. Never throws: a resource that cannot be seen has a sighting that says so.
     *
     * @param good whether a resource's tags are as they must be: such are believed, others are read a second time elsewhere
     */
    Map<String, Sighting> look(List<CreatedResource> resources, BiPredicate<CreatedResource, Map<String, String>> good);
}
