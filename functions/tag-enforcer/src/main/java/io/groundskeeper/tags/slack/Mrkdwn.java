package io.groundskeeper.tags.slack;

import io.groundskeeper.core.slack.SlackText;

/** Foreign text in a message: escaped first and cut after, so that its length is what it says. */
final class Mrkdwn {

    private Mrkdwn() {}

    /** In code style; empty text is said to be unknown. */
    static String code(String text, int most) {
        var code = SlackText.code(text.isEmpty() ? "unknown" : text);
        return code.length() <= most ? code : SlackText.fit(code, most - 1) + "`";
    }

    static String plain(String text, int most) {
        return SlackText.fit(SlackText.escape(text.replace('\n', ' ')), most);
    }
}
