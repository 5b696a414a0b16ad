package io.groundskeeper.tags.slack;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lines under a heading.
 *
 * @param heading repeated in each section that the lines need
 */
record Chapter(String heading, List<Line> lines) {

    // Slack takes 3,000.
    private static final int SECTION = 2900;

    /** The lines in as few sections as they fit into. */
    List<Line> sections() {
        var sections = new ArrayList<Line>();
        var text = new StringBuilder(heading);
        Set<Finding> findings = new HashSet<>();
        for (var line : lines) {
            if (!findings.isEmpty() && text.length() + 1 + line.text().length() > SECTION) {
                sections.add(new Line(text.toString(), findings));
                text = new StringBuilder(heading);
                findings = new HashSet<>();
            }
            text.append('\n').append(line.text());
            findings.addAll(line.findings());
        }
        sections.add(new Line(text.toString(), findings));
        return sections;
    }
}
