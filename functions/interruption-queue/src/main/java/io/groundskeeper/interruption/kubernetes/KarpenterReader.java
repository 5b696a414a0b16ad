package io.groundskeeper.interruption.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.groundskeeper.interruption.keeper.Karpenter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads which queue Karpenter is told to read, from its Deployment in kube-system or karpenter. */
public final class KarpenterReader {

    private static final String LABEL = "app.kubernetes.io/name";
    private static final List<String> NAMESPACES = List.of("kube-system", "karpenter");
    private static final String VARIABLE = "INTERRUPTION_QUEUE";
    private static final String ARGUMENT = "--interruption-queue=";

    private KarpenterReader() {}

    /**
     * What runs of it.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException if the cluster does not answer
     */
    public static Karpenter read(KubernetesClient client) {
        return NAMESPACES.stream()
                .flatMap(
                        namespace -> client
                                .apps()
                                .deployments()
                                .inNamespace(namespace)
                                .withLabel(LABEL, "karpenter")
                                .list()
                                .getItems()
                                .stream())
                .findFirst()
                .<Karpenter>map(KarpenterReader::deployed)
                .orElseGet(Karpenter.Absent::new);
    }

    private static Karpenter.Deployed deployed(Deployment deployment) {
        var containers = deployment.getSpec().getTemplate().getSpec().getContainers();
        var queue = containers.stream().flatMap(KarpenterReader::queues).findFirst();
        var ready = Optional.ofNullable(deployment.getStatus())
                .map(status -> status.getReadyReplicas())
                .orElse(0);
        var name = deployment.getMetadata().getNamespace() + "/"
                + deployment.getMetadata().getName();
        return new Karpenter.Deployed(name, queue.orElse(""), ready);
    }

    private static Stream<String> queues(Container container) {
        var variables = container.getEnv().stream()
                .filter(variable -> variable.getName().equals(VARIABLE))
                .map(EnvVar::getValue)
                .filter(value -> value != null);
        var arguments = container.getArgs().stream()
                .filter(argument -> argument.startsWith(ARGUMENT))
                .map(argument -> argument.substring(ARGUMENT.length()));
        return Stream.concat(arguments, variables).map(String::strip).filter(value -> !value.isEmpty());
    }
}
