package io.groundskeeper.bootstrap.access;

import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A role's row in aws-auth.
 *
 * @param roleArn without the role's path
 */
public record AwsAuthRow(String roleArn, String username, List<String> groups) {

    private static final String NODE = "system:node:{{EC2PrivateDNSName}}";

    public AwsAuthRow {
        groups = List.copyOf(groups);
    }

    /** The row of a role of nodes. */
    static AwsAuthRow ofNodes(String roleArn) {
        return new AwsAuthRow(roleArn, NODE, List.of("system:bootstrappers", "system:nodes"));
    }

    /** As an entry of a YAML list that starts in a column. */
    String block(int column) {
        var indent = " ".repeat(column);
        return groups.stream()
                .map(group -> indent + "  - " + group + "\n")
                .collect(Collectors.joining(
                        "",
                        "%s- rolearn: %s\n%s  username: %s\n%s  groups:\n"
                                .formatted(indent, roleArn, indent, username, indent),
                        ""));
    }

    /** As an entry of a YAML list in brackets. */
    String flow() {
        return Json.write(
                Json.object().put("rolearn", roleArn).put("username", username).set("groups", Json.tree(groups)));
    }

    /** What a YAML reader makes of it. */
    Map<String, Object> value() {
        return Map.of("rolearn", roleArn, "username", username, "groups", groups);
    }
}
