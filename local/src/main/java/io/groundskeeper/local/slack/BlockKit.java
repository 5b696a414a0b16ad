package io.groundskeeper.local.slack;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What Slack demands of a message: the limits of Block Kit, and that its control characters are escaped. */
final class BlockKit {
    private static final int MOST_BLOCKS = 50;
    private static final int MOST_FIELDS = 10;
    private static final int MOST_ELEMENTS = 10;
    private static final int LONGEST_MESSAGE = 40_000;
    private static final Map<String, Integer> LONGEST_TEXT = Map.of("section", 3000, "header", 150);
    private static final int LONGEST_FIELD = 2000;
    /** An ampersand that begins no entity. */
    private static final Pattern BARE_AMPERSAND = Pattern.compile("&(?!(amp|lt|gt);)");
    /** A less-than sign that begins no link, mention or date. */
    private static final Pattern BARE_LESS = Pattern.compile("<(?!(https?://|mailto:|[@#!])[^<>\\n]*>)");

    private BlockKit() {}

    /** The error that Slack answers, if it does not take the message. */
    static Optional<String> refusal(JsonNode message) {
        String text = message.path("text").asString("");
        var blocks = message.path("blocks");
        if (text.isEmpty() && blocks.isEmpty()) {
            return Optional.of("no_text");
        }
        if (text.length() > LONGEST_MESSAGE) {
            return Optional.of("msg_too_long");
        }
        boolean good = blocks.size() <= MOST_BLOCKS && blocks.valueStream().allMatch(BlockKit::fits);
        return good && escaped(text) ? Optional.empty() : Optional.of("invalid_blocks");
    }

    private static boolean fits(JsonNode block) {
        String type = block.path("type").asString("");
        return switch (type) {
            case "section" -> section(block);
            case "header" -> textFits(block.path("text"), LONGEST_TEXT.get(type));
            case "context" ->
                count(block.path("elements"), MOST_ELEMENTS)
                        && block.path("elements")
                                .valueStream()
                                .allMatch(element -> element.has("image_url") || textFits(element, LONGEST_FIELD));
            case "" -> false;
            default -> true;
        };
    }

    private static boolean section(JsonNode block) {
        var fields = block.path("fields");
        boolean hasText = block.has("text");
        return (hasText || !fields.isEmpty())
                && (!hasText || textFits(block.path("text"), LONGEST_TEXT.get("section")))
                && fields.size() <= MOST_FIELDS
                && fields.valueStream().allMatch(field -> textFits(field, LONGEST_FIELD));
    }

    private static boolean count(JsonNode array, int most) {
        return !array.isEmpty() && array.size() <= most;
    }

    private static boolean textFits(JsonNode object, int longest) {
        String text = object.path("text").asString("");
        boolean markdown = "mrkdwn".equals(object.path("type").asString(""));
        boolean typed = markdown || "plain_text".equals(object.path("type").asString(""));
        return typed && !text.isEmpty() && text.length() <= longest && (!markdown || escaped(text));
    }

    private static boolean escaped(String text) {
        return !BARE_AMPERSAND.matcher(text).find() && !BARE_LESS.matcher(text).find();
    }
}
