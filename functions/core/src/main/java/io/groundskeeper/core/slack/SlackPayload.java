package io.groundskeeper.core.slack;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.slack.api.model.block.LayoutBlock;
import java.util.List;
import java.util.Map;

/** The JSON that an incoming webhook takes. */
final class SlackPayload {

    private static final Gson GSON = new GsonBuilder()
            .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
            .disableHtmlEscaping()
            .create();

    private SlackPayload() {}

    static String of(SlackMessage message) {
        List<LayoutBlock> blocks = message.blocks();
        // Links in it come from foreign text: never fetched, never previewed.
        return GSON.toJson(Map.of(
                "text",
                SlackText.escape(message.title()),
                "blocks",
                blocks,
                "unfurl_links",
                false,
                "unfurl_media",
                false));
    }
}
