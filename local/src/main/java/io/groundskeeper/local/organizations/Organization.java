package io.groundskeeper.local.organizations;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.identity.Identities;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoForward;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The organization that moto keeps, asked on behalf of a caller. Thread-safe. */
public final class Organization {
    static final String TARGET = "AWSOrganizationsV20161128.";
    private static final String TAG_POLICY = "TAG_POLICY";

    private final MotoForward moto;
    private final Identities identities;

    /** @param identities who says which account a caller is of */
    public Organization(MotoForward moto, Identities identities) {
        this.moto = moto;
        this.identities = identities;
    }

    /**
     * The tag policy that applies to the caller's account: those of the root, of its units and its own in one.
     *
     * @throws AwsException AWSOrganizationsNotInUseException or EffectivePolicyNotFoundException where there is none
     */
    public ObjectNode effectiveTagPolicy(Request request) {
        String account = identities.of(Scope.of(request)).account();
        var documents = new ArrayList<JsonNode>();
        for (String target : fromRoot(request, account)) {
            ask(
                            request,
                            "ListPoliciesForTarget",
                            Json.object().put("TargetId", target).put("Filter", TAG_POLICY))
                    .path("Policies")
                    .forEach(policy -> documents.add(document(request, Json.text(policy, "Id"))));
        }
        if (documents.isEmpty()) {
            throw new AwsException(
                    400, "EffectivePolicyNotFoundException", "No tag policy applies to the account " + account);
        }
        return EffectivePolicy.of(documents);
    }

    /** The ids of the root, the units below it that the account is in, and the account. */
    private List<String> fromRoot(Request request, String account) {
        var targets = new ArrayList<>(List.of(account));
        for (String id = account; !id.startsWith("r-"); id = targets.getFirst()) {
            var parent = ask(request, "ListParents", Json.object().put("ChildId", id))
                    .path("Parents")
                    .path(0);
            targets.addFirst(parent.path("Id").asString());
        }
        return targets;
    }

    /** What AWS says of an account in no organization, of which moto says that there is none. */
    private static AwsException asAwsSays(AwsException e) {
        return e.code().equals("AccountNotFoundException")
                ? new AwsException(
                        400, "AWSOrganizationsNotInUseException", "Your account is not a member of an organization.")
                : e;
    }

    private JsonNode document(Request request, String policy) {
        var answer = ask(request, "DescribePolicy", Json.object().put("PolicyId", policy));
        return Json.parse(answer.at("/Policy/Content").asString().getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode ask(Request request, String action, ObjectNode body) {
        // moto tells services apart by what requests are signed for.
        String authorization = request.header("Authorization")
                .orElse("")
                .replaceFirst("/[a-z0-9-]+/[^/,]+/aws4_request", "/us-east-1/organizations/aws4_request");
        var answer = moto.send(new Request(
                "POST",
                URI.create("/"),
                Map.of(
                        "Authorization",
                        authorization,
                        "Content-Type",
                        "application/x-amz-json-1.1",
                        "X-Amz-Target",
                        TARGET + action),
                Json.bytes(body)));
        var json = Json.parse(answer.body());
        if (answer.status() != 200) {
            throw asAwsSays(new AwsException(
                    answer.status(),
                    json.path("__type").asString("ServiceException"),
                    json.path("message").asString(json.path("Message").asString(""))));
        }
        return json;
    }
}
