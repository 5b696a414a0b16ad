package io.groundskeeper.core.slack;

/**
 * Where a message goes in Slack, by the name of the secret that holds the incoming webhook's URL.
 *
 * @param secret its name in Secrets Manager; empty for the usual one, as SLACK_WEBHOOK_SECRET or SLACK_WEBHOOK_URL says
 */
public record Channel(String secret) {

    /** Where all goes that has no route of its own. */
    public static final Channel USUAL = new Channel("");

    boolean isUsual() {
        return secret.isEmpty();
    }
}
