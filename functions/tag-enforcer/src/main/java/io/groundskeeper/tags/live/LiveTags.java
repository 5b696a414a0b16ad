package io.groundskeeper.tags.live;

import io.groundskeeper.tags.creation.CreatedResource;
import java.util.List;
import java.util.Map;

/** Sees resources as they are now. */
public interface LiveTags {

    /** A sighting of each resource, by ARN. Never throws: a resource that cannot be seen has a sighting that says so. */
    Map<String, Sighting> look(List<CreatedResource> resources);
}
