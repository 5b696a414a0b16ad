package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.addon.Addon;
import io.groundskeeper.bootstrap.addon.Addons;
import io.groundskeeper.bootstrap.step.DeclinedException;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.aws.NotYetException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.InvalidParameterException;
import software.amazon.awssdk.services.eks.model.ResolveConflicts;
import software.amazon.awssdk.services.eks.model.ResourceInUseException;

/**
 * Add-ons by the EKS API.
 *
 * @param eks of the clusters' Region
 */
public record EksAddons(EksClient eks) implements Addons {

    @Override
    public Optional<Addon> find(String cluster, String name) {
        return AwsCalls.find(
                        "eks:DescribeAddon",
                        Set.of("ResourceNotFoundException"),
                        () -> eks.describeAddon(r -> r.clusterName(cluster).addonName(name))
                                .addon())
                .map(addon -> new Addon(
                        name, addon.statusAsString(), Objects.requireNonNullElse(addon.configurationValues(), "")));
    }

    @Override
    public void configure(String cluster, String name, String configuration) {
        try {
            AwsCalls.call(
                    "eks:UpdateAddon",
                    () -> eks.updateAddon(r -> r.clusterName(cluster)
                            .addonName(name)
                            .configurationValues(configuration)
                            .resolveConflicts(ResolveConflicts.PRESERVE)));
        } catch (InvalidParameterException e) {
            throw new DeclinedException(
                    "EKS does not take the affinity in the configurationValues of add-on %s, and it is not kept off Karpenter's nodes. Update the add-on (aws eks update-addon) or mend its values"
                            .formatted(name),
                    e);
        } catch (ResourceInUseException e) {
            throw new NotYetException(
                    "Another update of add-on %s is under way".formatted(name), Duration.ofSeconds(30), e);
        }
    }
}
