package io.groundskeeper.local.kubernetes;

import tools.jackson.databind.node.ObjectNode;

/** A new pod as a controller makes it of its template. */
final class OwnedPod {
    private OwnedPod() {}

    static ObjectNode of(ObjectNode owner, ResourceType type) {
        Metadata metadata = Metadata.of(owner);
        ObjectNode template = owner.at("/spec/template") instanceof ObjectNode found ? found : Documents.object();
        ObjectNode pod = Documents.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.setAll(template.deepCopy());
        ObjectNode own = Metadata.in(pod).node();
        own.put("generateName", metadata.name() + "-");
        own.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", type.apiVersion())
                .put("kind", type.kind())
                .put("name", metadata.name())
                .put("uid", metadata.uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
        pod.withObjectProperty("spec");
        return pod;
    }
}
