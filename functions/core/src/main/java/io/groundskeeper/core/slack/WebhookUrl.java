package io.groundskeeper.core.slack;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.net.URI;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where messages go: SLACK_WEBHOOK_URL, else the secret that SLACK_WEBHOOK_SECRET names, read once and kept. Safe for
 * use by several threads.
 */
public final class WebhookUrl {

    private final Settings settings;
    private final UnaryOperator<String> readSecret;
    private volatile URI fromSecret;

    /** @param readSecret the value of a secret by its name */
    public WebhookUrl(Settings settings, UnaryOperator<String> readSecret) {
        this.settings = settings;
        this.readSecret = readSecret;
    }

    /**
     * The URL; empty when neither setting is set.
     *
     * @throws BadSettingException if what was found is no http or https URL (its value is not repeated)
     * @throws RuntimeException if the secret cannot be read
     */
    public Optional<URI> find() {
        var direct = settings.find("SLACK_WEBHOOK_URL");
        if (direct.isPresent()) {
            return direct.map(url -> uri("SLACK_WEBHOOK_URL", url));
        }
        if (fromSecret == null) {
            settings.find("SLACK_WEBHOOK_SECRET")
                    .ifPresent(name -> fromSecret = uri("The secret " + name, readSecret.apply(name)));
        }
        return Optional.ofNullable(fromSecret);
    }

    /**
     * Forgets what the secret said, so that it is read again.
     *
     * @return whether there was something to forget
     */
    boolean forget() {
        var known = fromSecret != null;
        fromSecret = null;
        return known;
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
