package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists in pages of at most 100, by maxResults and nextToken. */
final class Pages {
    private static final int LARGEST = 100;

    private Pages() {}

    static ObjectNode page(Request request, String field, List<? extends JsonNode> items) {
        int from = request.query("nextToken").map(Pages::offset).orElse(0);
        int size = request.query("maxResults").map(Pages::size).orElse(LARGEST);
        int start = Math.min(from, items.size());
        int end = Math.min(start + size, items.size());
        var page = Json.object();
        page.putArray(field).addAll(items.subList(start, end));
        if (end < items.size()) {
            page.put("nextToken", Base64.getEncoder().encodeToString(("" + end).getBytes(StandardCharsets.UTF_8)));
        } else {
            page.putNull("nextToken");
        }
        return page;
    }

    static ObjectNode names(Request request, String field, List<String> names) {
        return page(request, field, List.copyOf(Json.array(names).values()));
    }

    private static int size(String text) {
        int size = number(text, "maxResults must be a number between 1 and 100");
        if (size < 1 || size > LARGEST) {
            throw Refusal.invalid("maxResults must be a number between 1 and 100");
        }
        return size;
    }

    private static int offset(String token) {
        try {
            String text = new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8);
            return number(text, "nextToken is not one that we gave");
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid("nextToken is not one that we gave");
        }
    }

    private static int number(String text, String refusal) {
        if (!text.matches("\\d{1,9}")) {
            throw Refusal.invalid(refusal);
        }
        return Integer.parseInt(text);
    }
}
