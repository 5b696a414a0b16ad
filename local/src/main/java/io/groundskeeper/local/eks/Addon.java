package io.groundskeeper.local.eks;

import java.util.Arrays;
import java.util.List;

/** The add-ons that EKS offers here, each in one version. */
enum Addon {
    VPC_CNI("vpc-cni", "v1.21.1-eksbuild.1", "networking"),
    COREDNS("coredns", "v1.12.4-eksbuild.1", "networking"),
    KUBE_PROXY("kube-proxy", "v1.34.1-eksbuild.2", "networking"),
    POD_IDENTITY_AGENT("eks-pod-identity-agent", "v1.3.10-eksbuild.1", "security"),
    EBS_CSI_DRIVER("aws-ebs-csi-driver", "v1.54.0-eksbuild.1", "storage"),
    EFS_CSI_DRIVER("aws-efs-csi-driver", "v2.1.15-eksbuild.1", "storage"),
    METRICS_SERVER("metrics-server", "v0.8.0-eksbuild.6", "observability"),
    NODE_MONITORING_AGENT("eks-node-monitoring-agent", "v1.5.0-eksbuild.1", "observability"),
    SNAPSHOT_CONTROLLER("snapshot-controller", "v8.3.0-eksbuild.1", "storage");

    private final String id;
    private final String version;
    private final String type;

    Addon(String id, String version, String type) {
        this.id = id;
        this.version = version;
        this.type = type;
    }

    /** The add-on of a name; refuses one that EKS does not know. */
    static Addon of(String name) {
        return Arrays.stream(values())
                .filter(addon -> addon.id.equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.invalid("Addon " + name + " is not supported"));
    }

    /** Refuses another version than the one that there is. */
    void checkVersion(String wanted) {
        if (!wanted.equals(version)) {
            throw Refusal.invalid("Addon version specified is not supported: " + wanted + " of " + id);
        }
    }

    String id() {
        return id;
    }

    String version() {
        return version;
    }

    String type() {
        return type;
    }

    /** Kubernetes versions on which it runs. */
    List<String> kubernetesVersions() {
        return List.of("1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36");
    }
}
