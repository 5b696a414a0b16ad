package io.groundskeeper.local.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A function for tests: answers with its input, throws, ends its process or never answers, as the input says. */
public final class SampleHandler implements RequestStreamHandler {

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        var text = new String(input.readAllBytes(), StandardCharsets.UTF_8);
        switch (text) {
            case "\"throw\"" -> throw new IllegalArgumentException("thrown on purpose");
            case "\"hang\"" -> hang();
            case "\"exit\"" -> Runtime.getRuntime().halt(7);
            default ->
                output.write(("{\"read\":" + text + ",\"marker\":\"" + System.getenv("MARKER") + "\"}")
                        .getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void hang() {
        try {
            Thread.sleep(Duration.ofMinutes(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
