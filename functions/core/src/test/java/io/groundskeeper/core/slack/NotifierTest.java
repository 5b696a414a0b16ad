package io.groundskeeper.core.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.event.TestClock;
import io.groundskeeper.core.http.LocalHttp;
import io.groundskeeper.core.http.LocalHttp.Answer;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Lines;
import io.groundskeeper.core.setting.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotifierTest {

    private static final String SECRET = "/services/T000/B000/sesame";
    private static final SlackMessage MESSAGE = SlackMessage.of("Title", "text");

    private record Kept(String body, Duration delay) {}

    private final Lines lines = new Lines(new TestClock(Instant.parse("2026-11-30T10:00:00Z")));
    private final List<Kept> kept = new ArrayList<>();
    private Outbox outbox = (body, delay) -> kept.add(new Kept(body, delay));

    @Test
    void accepted_isPostedOnceAndNotKept() {
        try (var slack = new LocalHttp(Answer.of(200, "ok"))) {
            notifier(slack.uri() + SECRET).send(MESSAGE);

            assertThat(slack.requests()).hasSize(1);
            assertThat(Json.read(slack.requests().getFirst().body())
                            .path("text")
                            .stringValue())
                    .isEqualTo("Title");
            assertThat(kept).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "500, '', 30",
        "503, 7, 7",
        "429, 120, 120",
        "429, 100000, 900",
        "429, soon, 30",
        "429, '', 30",
        "404, '', 0",
        "400, 60, 0",
        "302, '', 0"
    })
    void notAccepted_goesToTheOutboxWithItsDelay(int status, String retryAfter, long delay) {
        Map<String, String> headers = retryAfter.isEmpty() ? Map.of() : Map.of("Retry-After", retryAfter);
        try (var slack = new LocalHttp(new Answer(status, "no_service", headers))) {
            notifier(slack.uri() + SECRET).send(MESSAGE);
        }

        assertThat(kept).hasSize(1);
        assertThat(kept.getFirst().delay()).isEqualTo(Duration.ofSeconds(delay));
        assertThat(Json.read(kept.getFirst().body()).at("/notify/text").stringValue())
                .isEqualTo("Title");
        assertThat(lines.text()).doesNotContain("sesame");
    }

    @Test
    void slackAskedToWait_nothingMoreIsPostedInThisInvocation() {
        try (var slack = new LocalHttp(new Answer(429, "slow down", Map.of("Retry-After", "9")))) {
            var notifier = notifier(slack.uri() + SECRET);
            notifier.begin(Duration.ofMinutes(1));
            notifier.send(MESSAGE);
            notifier.send(MESSAGE);
            assertThat(notifier.resend(kept("{}", ""))).contains(Duration.ofSeconds(9));
            assertThat(slack.requests()).hasSize(1);

            notifier.begin(Duration.ofMinutes(1));
            notifier.send(MESSAGE);
            assertThat(slack.requests()).as("the next invocation asks again").hasSize(2);
        }
        assertThat(kept)
                .extracting(Kept::delay)
                .containsOnly(Duration.ofSeconds(9))
                .hasSize(3);
    }

    @Test
    void tooLittleTimeLeft_goesToTheOutboxUnposted() {
        try (var slack = new LocalHttp(Answer.of(200, "ok"))) {
            var notifier = notifier(slack.uri() + SECRET);
            notifier.begin(Duration.ofSeconds(7));
            notifier.send(MESSAGE);

            assertThat(slack.requests()).isEmpty();
        }
        assertThat(kept).hasSize(1);
    }

    @Test
    void secretChangedSinceItWasRead_isReadAgainWhenSlackRefuses() {
        try (var gone = new LocalHttp(Answer.of(404, "no_service"));
                var slack = new LocalHttp(Answer.of(200, "ok"))) {
            var urls = new ArrayDeque<>(List.of(gone.uri() + SECRET, slack.uri() + SECRET));
            var url = new WebhookUrl(Settings.of(Map.of("SLACK_WEBHOOK_SECRET", "name")), name -> urls.remove());
            new Notifier(url, Optional.of(outbox), lines.log()).send(MESSAGE);

            assertThat(slack.requests()).hasSize(1);
        }
        assertThat(kept).isEmpty();
    }

    @Test
    void nobodyThere_goesToTheOutbox() {
        notifier("http://127.0.0.1:1" + SECRET).send(MESSAGE);

        assertThat(kept.getFirst().delay()).isEqualTo(Duration.ofSeconds(30));
        assertThat(lines.text()).doesNotContain("sesame");
    }

    @Test
    void outboxThatFails_isLoggedWholeAndNotThrown() {
        outbox = (body, delay) -> {
            throw new IllegalStateException("no queue");
        };

        assertThat(notifier("http://127.0.0.1:1" + SECRET).send(MESSAGE)).isFalse();
        assertThat(lines.of("slack-message-not-kept")
                        .getFirst()
                        .at("/payload/text")
                        .stringValue())
                .isEqualTo("Title");
        assertThat(lines.text()).doesNotContain("sesame");
    }

    @Test
    void noOutbox_isLoggedWhole() {
        outbox = null;
        notifier("http://127.0.0.1:1" + SECRET).send(MESSAGE);

        assertThat(lines.of("slack-message-not-sent")
                        .getFirst()
                        .at("/payload/text")
                        .stringValue())
                .isEqualTo("Title");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sesame", "ftp://host/sesame", "http:///services/sesame", "https://ho st/sesame"})
    void unusableUrl_isNotRepeatedAndTheMessageKept(String url) {
        notifier(url).send(MESSAGE);

        assertThat(kept).hasSize(1);
        assertThat(lines.text()).contains("SLACK_WEBHOOK_URL").doesNotContain("sesame");
    }

    @Test
    void unreadableSecret_keepsTheMessage() {
        var settings = Settings.of(Map.of("SLACK_WEBHOOK_SECRET", "slack"));
        var url = new WebhookUrl(settings, name -> {
            throw new IllegalStateException("Secret %s cannot be read".formatted(name));
        });
        new Notifier(url, Optional.of(outbox), lines.log()).send(MESSAGE);

        assertThat(kept).hasSize(1);
        assertThat(lines.text()).contains("Secret slack cannot be read");
    }

    @Test
    void secret_isReadOnce() {
        var reads = new ArrayList<String>();
        try (var slack = new LocalHttp(Answer.of(200, "ok"))) {
            var settings = Settings.of(Map.of("SLACK_WEBHOOK_SECRET", "slack"));
            var url = new WebhookUrl(settings, name -> {
                reads.add(name);
                return slack.uri() + SECRET;
            });
            var notifier = new Notifier(url, Optional.of(outbox), lines.log());
            notifier.send(MESSAGE);
            notifier.send(MESSAGE);

            assertThat(slack.requests()).hasSize(2);
        }
        assertThat(reads).containsExactly("slack");
    }

    @Test
    void resent_isDoneWhenAccepted() {
        try (var slack = new LocalHttp(Answer.of(200, "ok"))) {
            assertThat(notifier(slack.uri() + SECRET).resend(kept("{\"text\":\"again\"}", "")))
                    .isEmpty();
            assertThat(slack.requests().getFirst().body()).isEqualTo("{\"text\":\"again\"}");
        }
        assertThat(kept).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"429, 17, 17", "500, '', 30", "404, '', 0"})
    void resentAndRefused_saysHowLongToWait(int status, String retryAfter, long wait) {
        Map<String, String> headers = retryAfter.isEmpty() ? Map.of() : Map.of("Retry-After", retryAfter);
        try (var slack = new LocalHttp(new Answer(status, "", headers))) {
            assertThat(notifier(slack.uri() + SECRET).resend(kept("{}", ""))).contains(Duration.ofSeconds(wait));
        }
        assertThat(kept).isEmpty();
    }

    private static final Channel PLATFORM = new Channel("slack/platform");

    @Test
    void channelOfItsOwn_isPostedWhereItsSecretSays() {
        try (var usual = new LocalHttp(Answer.of(200, "ok"));
                var platform = new LocalHttp(Answer.of(200, "ok"))) {
            var notifier = routed(usual, platform);
            assertThat(notifier.send(MESSAGE, PLATFORM, "m")).isTrue();
            assertThat(platform.requests()).hasSize(1);
            assertThat(usual.requests()).isEmpty();
        }
    }

    @Test
    void channelThatAskedToWait_keepsItsOwnMessagesOnly() {
        try (var usual = new LocalHttp(Answer.of(200, "ok"));
                var platform = new LocalHttp(new Answer(429, "slow down", Map.of("Retry-After", "9")))) {
            var notifier = routed(usual, platform);
            assertThat(notifier.send(MESSAGE, PLATFORM, "m-1")).isTrue();
            assertThat(notifier.send(MESSAGE, PLATFORM, "m-2")).isTrue();
            notifier.send(MESSAGE);
            assertThat(platform.requests()).hasSize(1);
            assertThat(usual.requests()).hasSize(1);
        }
        assertThat(kept).hasSize(2).first().satisfies(first -> {
            assertThat(first.body()).doesNotContain("sesame", "127.0.0.1");
            var found = OutboxMessage.find(first.body()).orElseThrow();
            assertThat(found.channel()).isEqualTo(PLATFORM);
            assertThat(found.mark()).isEqualTo("m-1");
        });
    }

    @Test
    void serversThatFail_keepTheMessagesOfAllChannels() {
        try (var usual = new LocalHttp(Answer.of(200, "ok"));
                var platform = new LocalHttp(Answer.of(500, "rollup_error"))) {
            var notifier = routed(usual, platform);
            notifier.send(MESSAGE, PLATFORM, "m");
            notifier.send(MESSAGE);
            assertThat(usual.requests()).isEmpty();
        }
        assertThat(kept).hasSize(2);
    }

    @Test
    void channelThatNoRouteLeadsToAnyMore_isTheUsualOne() {
        try (var usual = new LocalHttp(Answer.of(200, "ok"))) {
            assertThat(notifier(usual.uri() + SECRET).resend(kept("{}", "m"))).isEmpty();
            assertThat(usual.requests()).hasSize(1);
        }
    }

    @Test
    void sameMarkFromTheOutboxTwice_isSentOnce() {
        try (var slack = new LocalHttp(Answer.of(200, "ok"))) {
            var notifier = notifier(slack.uri() + SECRET);
            assertThat(notifier.resend(kept("{}", "m"))).isEmpty();
            assertThat(notifier.resend(kept("{}", "m"))).isEmpty();
            assertThat(notifier.resend(kept("{}", "other"))).isEmpty();
            assertThat(slack.requests()).hasSize(2);
        }
    }

    @Test
    void markThatSlackDidNotTake_isTriedAgain() {
        try (var slack = new LocalHttp(Answer.of(404, "no_service"))) {
            var notifier = notifier(slack.uri() + SECRET);
            assertThat(notifier.resend(kept("{}", "m"))).isPresent();
            assertThat(notifier.resend(kept("{}", "m"))).isPresent();
            assertThat(slack.requests()).hasSize(2);
        }
    }

    private static OutboxMessage kept(String payload, String mark) {
        return new OutboxMessage(Json.read(payload), PLATFORM, mark);
    }

    private Notifier routed(LocalHttp usual, LocalHttp platform) {
        var settings = Settings.of(
                Map.of("SLACK_WEBHOOK_URL", usual.uri() + SECRET, "SLACK_ROUTES", "tag:Team=platform->slack/platform"));
        return new Notifier(
                new WebhookUrl(settings, name -> platform.uri() + SECRET), Optional.of(outbox), lines.log());
    }

    private Notifier notifier(String url) {
        var settings = Settings.of(Map.of("SLACK_WEBHOOK_URL", url));
        return new Notifier(new WebhookUrl(settings, name -> name), Optional.ofNullable(outbox), lines.log());
    }
}
