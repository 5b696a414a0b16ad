package io.groundskeeper.core.slack;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The URL of a channel's webhook. Of the usual one it is SLACK_WEBHOOK_URL, else in the secret that SLACK_WEBHOOK_SECRET
 * names; of another one in the secret that names the channel. Secrets are read once and kept. Safe for use by several
 * threads.
 */
public final class WebhookUrl {

    private final Settings settings;
    private final UnaryOperator<String> readSecret;
    private final Map<String, URI> fromSecrets = new ConcurrentHashMap<>();

    /** @param readSecret the value of a secret by its name */
    public WebhookUrl(Settings settings, UnaryOperator<String> readSecret) {
        this.settings = settings;
        this.readSecret = readSecret;
    }

    /**
     * The URL; empty when the channel is the usual one and neither setting is set.
     *
     * @throws BadSettingException if what was found is no http or https URL (its value is not repeated)
     * @throws RuntimeException if the secret cannot be read
     */
    public Optional<URI> find(Channel channel) {
        var direct = settings.find("SLACK_WEBHOOK_URL").filter(url -> channel.isUsual());
        return direct.isPresent()
                ? direct.map(url -> uri("SLACK_WEBHOOK_URL", url))
                : secret(channel)
                        .map(name ->
                                fromSecrets.computeIfAbsent(name, n -> uri("The secret " + n, readSecret.apply(n))));
    }

    /**
     * The channel, or the usual one when SLACK_ROUTES does not lead there any more: a message that waited in the outbox
     * while routes changed is not lost.
     *
     * @throws BadSettingException if SLACK_ROUTES cannot be used
     */
    Channel stillLedTo(Channel channel) {
        return channel.isUsual() || Routes.of(settings).leadTo(channel) ? channel : Channel.USUAL;
    }

    /**
     * Forgets what the channel's secret said, so that it is read again.
     *
     * @return whether there was something to forget
     */
    boolean forget(Channel channel) {
        return secret(channel).map(fromSecrets::remove).isPresent();
    }

    private Optional<String> secret(Channel channel) {
        return channel.isUsual() ? settings.find("SLACK_WEBHOOK_SECRET") : Optional.of(channel.secret());
    }

    private static URI uri(String origin, String url) {
        try {
            var uri = URI.create(url.strip());
            if (uri.getHost() != null && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Said below: the parser's message would repeat the URL, which is a secret.
        }
        throw new BadSettingException(origin, "<not shown>", "the https URL of a Slack incoming webhook");
    }
}
