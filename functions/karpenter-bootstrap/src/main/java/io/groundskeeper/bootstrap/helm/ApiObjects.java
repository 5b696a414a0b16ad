package io.groundskeeper.bootstrap.helm;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.groundskeeper.bootstrap.controller.ClusterObjects;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import java.time.Clock;
import tools.jackson.databind.JsonNode;

/**
 * Changes objects of clusters by patches.
 *
 * @param access to clusters
 * @param clock for the time of a restart
 */
public record ApiObjects(KubernetesAccess access, Clock clock) implements ClusterObjects {

    private static final int CONFLICT = 409;
    private static final String FIELD_MANAGER = "groundskeeper";

    @Override
    public void adopt(
            ClusterEndpoint cluster, String definition, String release, String namespace, boolean dropConversion) {
        var patch = Json.object();
        var metadata = patch.putObject("metadata");
        metadata.putObject("labels").put("app.kubernetes.io/managed-by", "Helm");
        metadata.putObject("annotations")
                .put("meta.helm.sh/release-name", release)
                .put("meta.helm.sh/release-namespace", namespace);
        if (dropConversion) {
            patch.putObject("spec")
                    .putObject("conversion")
                    .put("strategy", "None")
                    .putNull("webhook");
        }
        access.in(
                cluster,
                client -> client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName(definition)
                        .patch(PatchContext.of(PatchType.JSON_MERGE), Json.write(patch)));
    }

    @Override
    public void restart(ClusterEndpoint cluster, String namespace, String deployment) {
        var patch = Json.object();
        patch.putObject("spec")
                .putObject("template")
                .putObject("metadata")
                .putObject("annotations")
                .put("kubectl.kubernetes.io/restartedAt", clock.instant().toString());
        access.in(
                cluster,
                client -> client.apps()
                        .deployments()
                        .inNamespace(namespace)
                        .withName(deployment)
                        .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), Json.write(patch)));
    }

    @Override
    public boolean apply(ClusterEndpoint cluster, JsonNode deployment) {
        var metadata = deployment.path("metadata");
        try {
            access.in(
                    cluster,
                    client -> client.apps()
                            .deployments()
                            .inNamespace(metadata.path("namespace").asString(""))
                            .withName(metadata.path("name").asString(""))
                            .patch(
                                    new PatchContext.Builder()
                                            .withPatchType(PatchType.SERVER_SIDE_APPLY)
                                            .withFieldManager(FIELD_MANAGER)
                                            .withForce(false)
                                            .build(),
                                    Json.write(deployment)));
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                return false;
            }
            throw e;
        }
    }
}
