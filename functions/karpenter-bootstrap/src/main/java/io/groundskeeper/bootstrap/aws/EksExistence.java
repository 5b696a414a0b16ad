package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.removal.Existence;
import io.groundskeeper.core.aws.AwsCalls;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.eks.EksClient;

/**
 * Which clusters there are, by the EKS API.
 *
 * @param eks of the function's Region
 */
public record EksExistence(EksClient eks) implements Existence {

    @Override
    public Optional<Sighting> find(String cluster) {
        return AwsCalls.find(
                        "eks:DescribeCluster",
                        Set.of("ResourceNotFoundException"),
                        () -> eks.describeCluster(r -> r.name(cluster)).cluster())
                .map(found -> new Sighting(
                        found.statusAsString(),
                        Optional.ofNullable(found.createdAt()).orElse(Instant.EPOCH)));
    }
}
