package io.groundskeeper.core.slack;

import com.slack.api.model.block.Blocks;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.composition.BlockCompositions;
import java.util.ArrayList;
import java.util.List;

/**
 * A message in Block Kit: a header, then sections of mrkdwn, with the same as plain text for notifications. Lengths are
 * kept to what Slack takes: 150 for the header, 3,000 for a section, 50 blocks, about 12,000 in all.
 *
 * @param title plain text; escaped nowhere, since plain text is not live
 * @param sections mrkdwn whose foreign parts were escaped by {@link SlackText}
 */
public record SlackMessage(String title, List<String> sections) {

    private static final int HEADER = 150;
    private static final int SECTION = 3000;
    private static final int BLOCKS = 50;
    // Slack refuses messages of some 13,200 characters in all with msg_blocks_too_long.
    private static final int ALL = 12_000;

    public SlackMessage {
        sections = List.copyOf(sections);
    }

    /** A message of one section. */
    public static SlackMessage of(String title, String section) {
        return new SlackMessage(title, List.of(section));
    }

    /** As blocks, inside Slack's limits; what does not fit is counted in a last line. */
    List<LayoutBlock> blocks() {
        var blocks = new ArrayList<LayoutBlock>();
        blocks.add(Blocks.header(h -> h.text(BlockCompositions.plainText(cutPlain(title)))));
        int used = 0;
        for (int i = 0; i < sections.size(); i++) {
            var section = SlackText.fit(sections.get(i).isBlank() ? "-" : sections.get(i), SECTION);
            boolean lastPlace = blocks.size() == BLOCKS - 1 && i < sections.size() - 1;
            if (lastPlace || used + section.length() > ALL) {
                blocks.add(section("…and %d more, see the function's log.".formatted(sections.size() - i)));
                break;
            }
            used += section.length();
            blocks.add(section(section));
        }
        return blocks;
    }

    private static LayoutBlock section(String markdown) {
        return Blocks.section(
                s -> s.text(BlockCompositions.markdownText(m -> m.text(markdown).verbatim(true))));
    }

    private static String cutPlain(String text) {
        return SlackText.fit(text.isBlank() ? "Groundskeeper" : text, HEADER);
    }
}
