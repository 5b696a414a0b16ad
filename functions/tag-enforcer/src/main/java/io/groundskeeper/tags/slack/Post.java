package io.groundskeeper.tags.slack;

import io.groundskeeper.core.slack.Channel;
import io.groundskeeper.core.slack.SlackMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A message for a channel.
 *
 * @param findings those that it tells, whole or in part
 */
public record Post(Channel channel, SlackMessage message, Set<Finding> findings) {

    public Post {
        findings = Set.copyOf(findings);
    }

    /** The same for the same findings in the same channel; empty when one of them has no mark of its own. */
    public String mark() {
        List<String> marks = findings.stream().map(Finding::mark).sorted().toList();
        if (marks.contains("")) {
            return "";
        }
        var text =
                marks.stream().collect(Collectors.joining("\n", channel.secret() + "\n" + message.title() + "\n", ""));
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
