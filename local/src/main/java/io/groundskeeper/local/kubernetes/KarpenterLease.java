package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Lease {@code karpenter-leader-election}, by which one can see whether a Karpenter works. */
final class KarpenterLease {
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final Duration DOWN_FOR = Duration.ofMinutes(5);
    private static final String API_VERSION = "coordination.k8s.io/v1";
    private static final String KIND = "Lease";
    private static final String HOLDER = "holderIdentity";

    private final ObjectStore objects;
    private final Clock clock;
    private final ObjectNode form;

    KarpenterLease(ObjectStore objects, ObjectNode form, Clock clock) {
        this.objects = objects;
        this.form = form;
        this.clock = clock;
    }

    /** Its holder lives. */
    void renew(String namespace) {
        Instant now = clock.instant();
        ObjectNode lease = current(namespace);
        ObjectNode spec = lease.withObjectProperty("spec");
        if (spec.path(HOLDER).asString("").isEmpty() || !spec.has("acquireTime")) {
            spec.setAll(form.path("spec").deepCopy().asObject());
            spec.put("leaseTransitions", transitions(namespace) + 1).put("acquireTime", MICROSECONDS.format(now));
        }
        spec.put("renewTime", MICROSECONDS.format(now));
        objects.put(lease);
    }

    /** As it is minutes after its holder has crashed: with that holder's name, and not renewed since. */
    void lapse(String namespace) {
        String then = MICROSECONDS.format(clock.instant().minus(DOWN_FOR));
        ObjectNode lease = current(namespace);
        ObjectNode spec = lease.withObjectProperty("spec");
        spec.setAll(form.path("spec").deepCopy().asObject());
        spec.put("acquireTime", then).put("renewTime", then);
        objects.put(lease);
    }

    /** Its holder has stopped and left it to whoever comes next. */
    void giveUp(String namespace) {
        String now = MICROSECONDS.format(clock.instant());
        ObjectNode lease = current(namespace);
        lease.withObjectProperty("spec")
                .put(HOLDER, "")
                .put("leaseDurationSeconds", 1)
                .put("leaseTransitions", transitions(namespace))
                .put("acquireTime", now)
                .put("renewTime", now);
        objects.put(lease);
    }

    void remove(String namespace) {
        objects.delete(API_VERSION, KIND, namespace, name());
    }

    private ObjectNode current(String namespace) {
        ObjectNode lease =
                found(namespace).map(found -> found.deepCopy().asObject()).orElseGet(form::deepCopy);
        Metadata.in(lease).node().put("namespace", namespace);
        return lease;
    }

    private int transitions(String namespace) {
        return found(namespace)
                .map(found -> found.at("/spec/leaseTransitions").asInt(0))
                .orElse(0);
    }

    private Optional<JsonNode> found(String namespace) {
        return objects.get(API_VERSION, KIND, namespace, name());
    }

    private String name() {
        return Metadata.of(form).name();
    }
}
