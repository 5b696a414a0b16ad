package io.groundskeeper.tags.slack;

import java.util.Set;

/**
 * A line of a message, or a section of it.
 *
 * @param text mrkdwn, foreign text in it escaped
 * @param findings those that it tells something of
 */
record Line(String text, Set<Finding> findings) {
    Line {
        findings = Set.copyOf(findings);
    }
}
