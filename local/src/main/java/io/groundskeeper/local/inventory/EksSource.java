package io.groundskeeper.local.inventory;

import io.groundskeeper.local.eks.EksService;
import io.groundskeeper.local.identity.Scope;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** EKS: clusters and their parts. */
final class EksSource implements Source {
    private final EksService eks;

    EksSource(EksService eks) {
        this.eks = eks;
    }

    @Override
    public String service() {
        return "eks";
    }

    @Override
    public List<Resource> list(Scope caller) {
        return eks.tags(caller).entrySet().stream()
                .map(entry -> resource(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Resource resource(String arn, Map<String, String> tags) {
        boolean cluster = arn.contains(":cluster/");
        String name = arn.substring(arn.lastIndexOf('/') + 1);
        return new Resource(arn, cluster ? "AWS::EKS::Cluster" : "", cluster ? name : "", "Name", tags);
    }

    @Override
    public void tag(Scope caller, Arn arn, Map<String, String> tags) {
        eks.tag(caller, arn.text(), tags);
    }

    @Override
    public void untag(Scope caller, Arn arn, Collection<String> keys) {
        eks.untag(caller, arn.text(), keys);
    }
}
