package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import java.util.Optional;

/** EKS's images of Amazon Linux 2023, as they are published for each version of Kubernetes. */
public interface MachineImages {

    /** The release that EKS recommends; empty where there is none. */
    Optional<ImageRelease> recommended(KubernetesVersion kubernetes, Architecture architecture);

    /** Whether a release is still published. */
    boolean isPublished(KubernetesVersion kubernetes, Architecture architecture, ImageRelease release);
}
