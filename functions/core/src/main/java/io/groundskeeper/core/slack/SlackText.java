package io.groundskeeper.core.slack;

/** Makes any text safe to put into a Slack message: a tag value such as {@code <!channel>} pings nobody. */
public final class SlackText {

    private static final String CUT = "…";

    private SlackText() {}

    /** Escapes {@code &}, {@code <} and {@code >}, the three characters that are live in Slack's mrkdwn. */
    public static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Escaped, in code style; a backtick would end the style early and is replaced. */
    public static String code(String text) {
        return "`" + escape(text.replace('`', '\'').replace('\n', ' ')) + "`";
    }

    /**
     * Cuts escaped text to a length without cutting an entity or a surrogate pair in two.
     *
     * @param most the most UTF-16 units that the result may have
     */
    public static String fit(String escaped, int most) {
        if (escaped.length() <= most) {
            return escaped;
        }
        int end = most - CUT.length();
        if (Character.isHighSurrogate(escaped.charAt(end - 1))) {
            end--;
        }
        int entity = escaped.lastIndexOf('&', end - 1);
        if (entity >= 0 && escaped.indexOf(';', entity) >= end && escaped.indexOf(';', entity) - entity <= 4) {
            end = entity;
        }
        return escaped.substring(0, end) + CUT;
    }
}
