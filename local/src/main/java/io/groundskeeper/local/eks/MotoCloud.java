package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.Cloud;
import io.groundskeeper.local.moto.MotoClients;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.NoSuchEntityException;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.ssm.model.ParameterNotFoundException;
import tools.jackson.databind.JsonNode;

/** What moto and the SSM in front of it have, as Karpenter's selectors see it. It has no Fargate. */
final class MotoCloud implements Cloud {
    private final MotoClients clients;
    private final MotoClients parameters;
    private final Scope scope;
    private final String kubernetesVersion;
    private final KarpenterTraces traces;

    MotoCloud(MotoClients clients, MotoClients parameters, Scope scope, String cluster, String kubernetesVersion) {
        this.clients = clients;
        this.parameters = parameters;
        this.scope = scope;
        this.kubernetesVersion = kubernetesVersion;
        this.traces = new KarpenterTraces(clients, scope, cluster);
    }

    @Override
    public boolean runsOnFargate(String namespace, JsonNode labels) {
        return false;
    }

    @Override
    public List<String> find(Selected kind, JsonNode terms) {
        Set<String> ids = new LinkedHashSet<>();
        terms.forEach(term -> ids.addAll(
                switch (kind) {
                    case SUBNETS -> subnets(filters(term, "subnet-id"));
                    case SECURITY_GROUPS -> groups(filters(term, "group-id"));
                    case IMAGES -> images(term);
                }));
        return List.copyOf(ids);
    }

    private List<String> subnets(List<Filter> filters) {
        return ec2().describeSubnets(ask -> ask.filters(filters)).subnets().stream()
                .map(Subnet::subnetId)
                .toList();
    }

    private List<String> groups(List<Filter> filters) {
        return ec2().describeSecurityGroups(ask -> ask.filters(filters)).securityGroups().stream()
                .map(SecurityGroup::groupId)
                .toList();
    }

    private List<String> images(JsonNode term) {
        String alias = Json.text(term, "alias");
        if (alias != null) {
            return Stream.of("x86_64", "arm64")
                    .flatMap(architecture -> byAlias(alias, architecture).stream())
                    .toList();
        }
        String parameter = Json.text(term, "ssmParameter");
        if (parameter != null) {
            return parameter(parameter).stream().toList();
        }
        return ec2().describeImages(ask -> ask.filters(filters(term, "image-id"))).images().stream()
                .map(Image::imageId)
                .toList();
    }

    /** Of the families only Amazon Linux 2023 is published here. */
    private Optional<String> byAlias(String alias, String architecture) {
        if (!alias.startsWith("al2023@")) {
            return Optional.empty();
        }
        String version = alias.substring(alias.indexOf('@') + 1);
        String name = version.equals("latest")
                ? "recommended"
                : "amazon-eks-node-al2023-" + architecture + "-standard-" + kubernetesVersion + "-" + version;
        return parameter("/aws/service/eks/optimized-ami/%s/amazon-linux-2023/%s/standard/%s/image_id"
                .formatted(kubernetesVersion, architecture, name));
    }

    private Optional<String> parameter(String name) {
        try {
            return Optional.of(parameters
                    .of(SsmClient.builder(), scope)
                    .getParameter(get -> get.name(name))
                    .parameter()
                    .value());
        } catch (ParameterNotFoundException e) {
            return Optional.empty();
        }
    }

    private static List<Filter> filters(JsonNode term, String idFilter) {
        List<Filter> filters = new ArrayList<>();
        Optional.ofNullable(Json.text(term, "id")).ifPresent(id -> filters.add(filter(idFilter, id)));
        Optional.ofNullable(Json.text(term, "name"))
                .ifPresent(name -> filters.add(filter(idFilter.equals("group-id") ? "group-name" : "name", name)));
        term.path("tags").properties().forEach(tag -> {
            String value = tag.getValue().asString("");
            filters.add(value.equals("*") ? filter("tag-key", tag.getKey()) : filter("tag:" + tag.getKey(), value));
        });
        return filters;
    }

    private static Filter filter(String name, String value) {
        return Filter.builder().name(name).values(value).build();
    }

    @Override
    public boolean hasRole(String name) {
        try {
            return iam().getRole(get -> get.roleName(name)).role() != null;
        } catch (NoSuchEntityException e) {
            return false;
        }
    }

    @Override
    public boolean hasInstanceProfile(String name) {
        try {
            return iam().getInstanceProfile(get -> get.instanceProfileName(name))
                            .instanceProfile()
                    != null;
        } catch (NoSuchEntityException e) {
            return false;
        }
    }

    @Override
    public String instanceProfile(NodeClass nodeClass, String role) {
        return traces.profile(nodeClass, role);
    }

    @Override
    public void forget(NodeClass nodeClass) {
        traces.forget(nodeClass);
    }

    @Override
    public void terminate(String instanceId) {
        traces.terminate(instanceId);
    }

    private Ec2Client ec2() {
        return clients.of(Ec2Client.builder(), scope);
    }

    private IamClient iam() {
        return clients.of(IamClient.builder(), scope);
    }
}
