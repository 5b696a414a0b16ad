package io.groundskeeper.core.aws;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.tagpolicy.PolicySource;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.core.tagpolicy.TypePattern;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;

/** Reads a tag policy from where the settings say that it is. */
public final class PolicyReader {

    private static final int MOST_PAGES = 100;

    private final AwsJsonClient organizations;
    private final AwsJsonClient tagging;
    private final AwsJsonClient systemsManager;
    private final Region region;

    /**
     * @param organizations a client of {@link AwsJsonClient.Service#ORGANIZATIONS}
     * @param tagging a client of {@link AwsJsonClient.Service#TAGGING}
     * @param systemsManager a client of {@link AwsJsonClient.Service#SYSTEMS_MANAGER}
     * @param region the function's own
     */
    public PolicyReader(
            AwsJsonClient organizations, AwsJsonClient tagging, AwsJsonClient systemsManager, Region region) {
        this.organizations = organizations;
        this.tagging = tagging;
        this.systemsManager = systemsManager;
        this.region = region;
    }

    /**
     * Reads the policy.
     *
     * @throws BadSettingException if there is none, or it cannot be read as one
     * @throws MissingPermissionException if the function's role may not read it
     * @throws AwsJsonException if a service refuses for another reason
     * @throws java.io.UncheckedIOException if a service cannot be reached
     */
    public TagPolicy read(PolicySource source) {
        return switch (source) {
            case PolicySource.Given(var policy) -> policy;
            case PolicySource.Parameter(var name) -> ofParameter(name);
            case PolicySource.Organization() -> ofOrganization();
        };
    }

    private TagPolicy ofParameter(String name) {
        var setting = "ssm:" + name;
        var parameter = call("ssm:GetParameter", () -> {
                    try {
                        return systemsManager.call("GetParameter", Json.object().put("Name", name), region);
                    } catch (AwsJsonException e) {
                        throw e.code().equals("ParameterNotFound")
                                ? bad(setting, "a parameter that exists in " + region.id())
                                : e;
                    }
                })
                .path("Parameter");
        if (parameter.path("Type").asString("").equals("SecureString")) {
            throw bad(setting, "a parameter of type String; this one is a SecureString, and a tag policy is no secret");
        }
        return TagPolicy.read(
                "The parameter " + name + " that TAG_POLICY names",
                parameter.path("Value").asString(""));
    }

    private TagPolicy ofOrganization() {
        var content = call("organizations:DescribeEffectivePolicy", this::effectivePolicy)
                .path("EffectivePolicy")
                .path("PolicyContent")
                .asString("");
        return TagPolicy.read("The account's effective tag policy", content).requiring(requiredTags());
    }

    private JsonNode effectivePolicy() {
        try {
            return organizations.call(
                    "DescribeEffectivePolicy",
                    Json.object().put("PolicyType", "TAG_POLICY"),
                    home(PartitionMetadata.of(region).id()));
        } catch (AwsJsonException e) {
            throw switch (e.code()) {
                case "AWSOrganizationsNotInUseException" ->
                    bad("organizations", "organizations only in an account of an organization, and this is in none");
                case "EffectivePolicyNotFoundException" ->
                    bad(
                            "organizations",
                            "organizations only where a tag policy applies to the account, and none does: attach one to it, to its unit or to the root");
                default -> e;
            };
        }
    }

    /** Types by the key that they must have: what the policy says of them, resolved by AWS to single types. */
    private Map<String, Set<TypePattern>> requiredTags() {
        var required = new HashMap<String, Set<TypePattern>>();
        var input = Json.object();
        for (int page = 1; page <= MOST_PAGES; page++) {
            var answer = call("tag:ListRequiredTags", () -> requiredTags(input));
            answer.path("RequiredTags").valueStream().forEach(entry -> add(entry, required));
            var next = answer.path("NextToken").asString("");
            if (next.isEmpty()) {
                return required;
            }
            input.put("NextToken", next);
        }
        throw new IllegalStateException("ListRequiredTags does not end: %d pages were read".formatted(MOST_PAGES));
    }

    private JsonNode requiredTags(JsonNode input) {
        try {
            return tagging.call("ListRequiredTags", input, region);
        } catch (AwsJsonException e) {
            if (e.code().equals("UnknownOperationException")) {
                // The call is newer than some Regions; there the policy's own words must do.
                return Json.object();
            }
            throw e;
        }
    }

    private static void add(JsonNode entry, Map<String, Set<TypePattern>> required) {
        var types = new HashSet<TypePattern>();
        entry.path("CloudFormationResourceTypes")
                .valueStream()
                .flatMap(type -> type.stringValueOpt().stream())
                .map(TypePattern::new)
                .forEach(types::add);
        entry.path("ReportingTagKeys")
                .valueStream()
                .flatMap(key -> key.stringValueOpt().stream())
                .forEach(key ->
                        required.computeIfAbsent(key, any -> new HashSet<>()).addAll(types));
    }

    private static <T> T call(String action, Supplier<T> call) {
        try {
            return call.get();
        } catch (AwsJsonException e) {
            throw e.isDenial() ? new MissingPermissionException(action, e) : e;
        }
    }

    private static BadSettingException bad(String value, String allowed) {
        return new BadSettingException(PolicySource.SETTING, value, allowed);
    }

    /** The region of a partition in which Organizations is. */
    private Region home(String partition) {
        return switch (partition) {
            case "aws" -> Region.US_EAST_1;
            case "aws-cn" -> Region.CN_NORTHWEST_1;
            case "aws-us-gov" -> Region.US_GOV_WEST_1;
            default -> region;
        };
    }
}
