package io.groundskeeper.bootstrap.controller;

/**
 * A CustomResourceDefinition that is there.
 *
 * @param releaseName of the Helm release that installed it; empty for one that no release installed
 * @param releaseNamespace of that release; empty without one
 */
public record Definition(String name, String releaseName, String releaseNamespace) {

    boolean isOf(String release, String namespace) {
        return releaseName.equals(release) && releaseNamespace.equals(namespace);
    }
}
