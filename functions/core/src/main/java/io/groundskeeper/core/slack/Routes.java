package io.groundskeeper.core.slack;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Route.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which channel hears of what: SLACK_ROUTES, entries separated by commas, of which the first that fits counts.
 * {@code account:123456789012->slack/prod, tag:Team=platform->slack/platform, creator:*@data.example.com->slack/data}.
 * What follows the arrow is the name of a secret. What no entry fits goes to the usual channel.
 */
public final class Routes {

    private static final String NAME = "SLACK_ROUTES";
    private static final String ALLOWED = "entries separated by commas such as account:123456789012->secret-name,"
            + " tag:Team=platform->secret-name or creator:*@data.example.com->secret-name; %s";
    private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9/_+=.@-]{1,512}");
    private static final Pattern ACCOUNT = Pattern.compile("[0-9]{12}");

    private final List<Route> routes;

    private Routes(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /** @throws BadSettingException naming the entry that cannot be used, and why */
    public static Routes of(Settings settings) {
        var text = settings.find(NAME);
        var routes = new ArrayList<Route>();
        if (text.isPresent()) {
            for (var entry : text.get().split(",", -1)) {
                routes.add(route(settings, text.get(), entry.strip()));
            }
        }
        return new Routes(routes);
    }

    /** The channel for something. */
    public Channel channel(Subject subject) {
        return routes.stream()
                .filter(route -> route.fits(subject))
                .map(Route::channel)
                .findFirst()
                .orElse(Channel.USUAL);
    }

    /** Whether some entry leads to a channel. */
    boolean leadTo(Channel channel) {
        return routes.stream().anyMatch(route -> route.channel().equals(channel));
    }

    private static Route route(Settings settings, String all, String entry) {
        int arrow = entry.indexOf("->");
        if (arrow < 0) {
            throw bad(settings, all, "\"%s\" has no ->".formatted(entry));
        }
        var secret = entry.substring(arrow + 2).strip();
        if (!SECRET.matcher(secret).matches()) {
            // Not repeated: whoever puts a webhook's URL here by mistake must not find it in the log.
            var before = entry.substring(0, arrow).strip();
            throw settings.bad(
                    NAME,
                    "<not shown>",
                    ALLOWED.formatted("what follows the -> of \"%s\" is not the name of a secret".formatted(before)));
        }
        var channel = new Channel(secret);
        var condition = entry.substring(0, arrow).strip();
        int colon = condition.indexOf(':');
        var kind = colon < 0 ? condition : condition.substring(0, colon).strip();
        var value = colon < 0 ? "" : condition.substring(colon + 1).strip();
        return switch (kind) {
            case "account" -> {
                if (!ACCOUNT.matcher(value).matches()) {
                    throw bad(settings, all, "\"%s\" is no account, which has twelve digits".formatted(value));
                }
                yield new Route.OfAccount(value, channel);
            }
            case "tag" -> {
                int equals = value.indexOf('=');
                if (equals < 1 || equals == value.length() - 1) {
                    throw bad(settings, all, "\"%s\" is no tag with its value, such as Team=platform".formatted(value));
                }
                yield new Route.OfTag(value.substring(0, equals), value.substring(equals + 1), channel);
            }
            case "creator" -> {
                if (value.isEmpty()) {
                    throw bad(settings, all, "\"%s\" names no creator".formatted(entry));
                }
                yield new Route.OfCreator(value, channel);
            }
            default -> throw bad(settings, all, "\"%s\" is none of account, tag and creator".formatted(kind));
        };
    }

    private static BadSettingException bad(Settings settings, String all, String why) {
        // An entry may hold a webhook's URL by mistake, which is a secret.
        boolean mayBeSecret = all.contains("://");
        return settings.bad(
                NAME,
                mayBeSecret ? "<not shown>" : SlackText.fit(all, 200),
                ALLOWED.formatted(mayBeSecret ? "it names secrets, never a URL" : why));
    }
}
