package io.groundskeeper.bootstrap.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.Release;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.controller.WantedRelease;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Installs releases with Helm itself, embedded as a native library that is unpacked at its first use and never when
 * there is nothing to do. One installation at a time: Helm's home is shared.
 */
public final class HelmReleases implements Releases {

    private static final int LONGEST_SECONDS = 120;
    /** As many as Helm's own command keeps; embedded, it keeps all. */
    private static final int REVISIONS = 10;

    private static final Duration SOON = Duration.ofSeconds(15);
    /** What Helm says when a revision came into being since this run looked; it gives no codes. */
    private static final List<String> ANOTHER_IS_AT_IT = List.of(
            "release: already exists",
            "cannot re-use a name that is still in use",
            "cannot reuse a name that is still in use",
            "another operation (install/upgrade/rollback) is in progress");

    private final KubernetesAccess access;
    private final RegistryLogin login;
    private Path home;

    /** @param login into registries that want one */
    public HelmReleases(KubernetesAccess access, RegistryLogin login) {
        this.access = access;
        this.login = login;
    }

    @Override
    public synchronized void install(ClusterEndpoint cluster, WantedRelease release) {
        withValues(
                release,
                values -> Transport.of(release.chart())
                        .install(Helm.install(release.chart()))
                        .withName(release.name())
                        .withNamespace(release.namespace())
                        .createNamespace()
                        .withVersion(release.version().toString())
                        .withValuesFile(values)
                        // Karpenter's kinds are a release of their own.
                        .skipCrds()
                        .withTimeout(LONGEST_SECONDS)
                        .withKubeConfigContents(access.kubeconfig(cluster))
                        .call());
    }

    @Override
    public synchronized void upgrade(ClusterEndpoint cluster, WantedRelease release) {
        withValues(
                release,
                values -> Transport.of(release.chart())
                        .upgrade(Helm.upgrade(release.chart()))
                        .withName(release.name())
                        .withNamespace(release.namespace())
                        .withVersion(release.version().toString())
                        .resetValues()
                        .withValuesFile(values)
                        .skipCrds()
                        .withTimeout(LONGEST_SECONDS)
                        .withKubeConfigContents(access.kubeconfig(cluster))
                        .call());
        prune(cluster, release);
    }

    @Override
    public void forget(ClusterEndpoint cluster, String namespace, String secret) {
        access.in(
                cluster,
                client ->
                        client.secrets().inNamespace(namespace).withName(secret).delete());
    }

    @Override
    public synchronized void uninstall(ClusterEndpoint cluster, String namespace, String name) {
        // Made before Helm's first use.
        home();
        Helm.uninstall(name)
                .withNamespace(namespace)
                .ignoreNotFound()
                .withKubeConfigContents(access.kubeconfig(cluster))
                .call();
    }

    private void prune(ClusterEndpoint cluster, WantedRelease release) {
        access.in(cluster, client -> {
            var secrets = client.secrets().inNamespace(release.namespace());
            secrets.withLabels(Map.of("owner", "helm", "name", release.name())).list().getItems().stream()
                    .map(secret -> secret.getMetadata())
                    .sorted(Comparator.comparingInt(HelmReleases::revision).reversed())
                    .skip(REVISIONS)
                    .forEach(old -> secrets.withName(old.getName()).delete());
            return release.name();
        });
    }

    private static int revision(ObjectMeta secret) {
        return Integer.parseInt(secret.getLabels().getOrDefault("version", "0"));
    }

    private void withValues(WantedRelease wanted, Function<Path, Release> work) {
        var folder = home();
        login.to(wanted.chart());
        try {
            var values = Files.createTempFile(folder, "values", ".json");
            try {
                Files.writeString(values, Json.write(wanted.values()));
                checkVersion(wanted, made(wanted, () -> work.apply(values)));
            } finally {
                Files.delete(values);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The values of release %s cannot be written".formatted(wanted.name()), e);
        }
    }

    private static Release made(WantedRelease wanted, Supplier<Release> work) {
        try {
            return work.get();
        } catch (IllegalStateException e) {
            var said = String.valueOf(e.getMessage());
            if (ANOTHER_IS_AT_IT.stream().anyMatch(said::contains)) {
                throw new NotYetException(
                        "Release %s is just being made by another run (Helm: %s)".formatted(wanted.name(), said),
                        SOON,
                        e);
            }
            throw e;
        }
    }

    private Path home() {
        if (home == null) {
            home = HelmHome.in(Path.of(System.getProperty("java.io.tmpdir")));
        }
        return home;
    }

    // A chart in a folder has the version that it has.
    private static void checkVersion(WantedRelease wanted, Release made) {
        if (!made.getChart().endsWith("-" + wanted.version())) {
            throw new IllegalStateException(
                    "The chart at %s is %s. Wanted: %s".formatted(wanted.chart(), made.getChart(), wanted.version()));
        }
    }
}
