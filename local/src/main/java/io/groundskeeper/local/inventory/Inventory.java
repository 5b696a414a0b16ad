package io.groundskeeper.local.inventory;

import io.groundskeeper.local.eks.EksService;
import io.groundskeeper.local.identity.Identities;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What exists in a caller's account and region, with live tags, read from moto and from the EKS stand-in. */
public final class Inventory {
    private final Map<String, Source> sources;

    /** The inventory of one moto and one EKS. */
    public Inventory(MotoClients clients, Identities identities, EksService eks) {
        this.sources = List.of(
                        new Ec2Source(clients, identities),
                        new S3Source(clients),
                        new LambdaSource(clients),
                        new RdsSource(clients),
                        new SqsSource(clients, identities),
                        new EventsSource(clients),
                        new EksSource(eks))
                .stream()
                .collect(Collectors.toMap(Source::service, source -> source));
    }

    /** The services it knows, as ARNs name them. */
    public Set<String> services() {
        return sources.keySet();
    }

    /** What exists in one service, nothing for a service that it does not know. */
    public List<Resource> list(Scope caller, String service) {
        return Optional.ofNullable(sources.get(service))
                .map(source -> source.list(caller))
                .orElse(List.of());
    }

    /** Adds or changes tags of a resource of a service that it knows. */
    public void tag(Scope caller, Arn arn, Map<String, String> tags) {
        sources.get(arn.service()).tag(caller, arn, tags);
    }

    /** Takes tags away from a resource of a service that it knows. */
    public void untag(Scope caller, Arn arn, Collection<String> keys) {
        sources.get(arn.service()).untag(caller, arn, keys);
    }
}
