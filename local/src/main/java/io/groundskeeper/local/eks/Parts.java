package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import tools.jackson.databind.JsonNode;

/** Describe, List and Delete of one kind of a cluster's parts. */
final class Parts {
    private final Clusters clusters;
    private final Kind kind;

    Parts(Clusters clusters, Kind kind) {
        this.clusters = clusters;
        this.kind = kind;
    }

    JsonNode describe(EksCall call) {
        return shown(require(call));
    }

    JsonNode list(EksCall call) {
        var names = clusters.require(call).parts(kind).keySet();
        return Pages.names(call.request(), kind.listField(), names.stream().toList());
    }

    /** Deletes what takes a while to go. */
    JsonNode delete(EksCall call) {
        var part = require(call);
        if (!part.status().equals("DELETING")) {
            part.leave(clusters.due());
        }
        return shown(part);
    }

    /** Deletes what is gone at once. */
    JsonNode deleteNow(EksCall call) {
        var part = require(call);
        clusters.require(call).parts(kind).remove(call.part("part"));
        return shown(part);
    }

    /** The part that the call's path names. */
    EksResource require(EksCall call) {
        var part = clusters.require(call).parts(kind).get(call.part("part"));
        if (part == null) {
            throw Refusal.notFound(kind.notFound(call.part("part")));
        }
        return part;
    }

    /** An answer that shows a part. */
    JsonNode shown(EksResource part) {
        return Json.object().set(kind.field(), part.body().deepCopy());
    }
}
