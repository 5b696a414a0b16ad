package io.groundskeeper.local.ssm;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import tools.jackson.databind.node.ObjectNode;

/** The public parameters that name EKS's Amazon Linux 2023 images; each image is registered when first asked for. */
final class PublicImages {
    private static final Pattern NAME = Pattern.compile("^/aws/service/eks/optimized-ami/(1\\.(?:29|3[0-6]))"
            + "/amazon-linux-2023/(x86_64|arm64)/standard/(recommended|amazon-eks-node-al2023-[a-z0-9_.-]+)/image_id$");

    private final MotoClients clients;
    private final InstantSource clock;
    private final Map<Key, String> images = new ConcurrentHashMap<>();
    private final List<String> releases = new CopyOnWriteArrayList<>(List.of("v20261101"));

    private record Key(Scope caller, String image) {}

    PublicImages(MotoClients clients, InstantSource clock) {
        this.clients = clients;
        this.clock = clock;
    }

    /** Makes a release the recommended one; those before stay published. */
    void publish(String release) {
        releases.add(release);
    }

    /** Whether a name is one of EKS's public parameters, there or not. */
    static boolean isPublic(String name) {
        return name.startsWith("/aws/service/eks/");
    }

    /** The parameter as SSM answers it. */
    Optional<ObjectNode> parameter(Scope caller, String name) {
        var matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String architecture = matcher.group(2);
        String named = "amazon-eks-node-al2023-" + architecture + "-standard-" + matcher.group(1) + "-";
        boolean pinned = !matcher.group(3).equals("recommended");
        String image = pinned ? matcher.group(3) : named + releases.getLast();
        if (releases.stream().noneMatch(release -> image.equals(named + release))) {
            return Optional.empty();
        }
        String id = images.computeIfAbsent(new Key(caller, image), any -> register(caller, image, architecture));
        return Optional.of(Json.object()
                .put("Name", name)
                .put("Type", "String")
                .put("Value", id)
                .put("Version", 1)
                .put("LastModifiedDate", clock.millis() / 1000.0)
                .put("ARN", "arn:" + caller.partition() + ":ssm:" + caller.region() + "::parameter" + name)
                .put("DataType", "text"));
    }

    private String register(Scope caller, String image, String architecture) {
        var ec2 = clients.of(Ec2Client.builder(), caller);
        return ec2
                .describeImages(ask ->
                        ask.filters(Filter.builder().name("name").values(image).build()))
                .images()
                .stream()
                .findFirst()
                .map(found -> found.imageId())
                .orElseGet(() -> ec2.registerImage(register -> register.name(image)
                                .architecture(architecture)
                                .virtualizationType("hvm")
                                .rootDeviceName("/dev/xvda"))
                        .imageId());
    }
}
