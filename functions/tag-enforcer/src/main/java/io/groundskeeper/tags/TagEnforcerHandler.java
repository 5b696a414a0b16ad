package io.groundskeeper.tags;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.CurrentTagPolicy;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.aws.PolicyReader;
import io.groundskeeper.core.aws.TagReader;
import io.groundskeeper.tags.aws.AwsLiveTags;
import io.groundskeeper.tags.aws.CloudControl;
import io.groundskeeper.tags.aws.TaggedResources;
import io.groundskeeper.tags.catalogue.Catalogue;
import io.groundskeeper.tags.creation.CreationReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** Lambda's way into the tag enforcer. */
public final class TagEnforcerHandler implements RequestStreamHandler {

    // The function has 60 s. A look begins no call after 35 s, the last one ends within 16 s more (its last attempt
    // begins after 6 s and may connect for 3 s), and Slack takes 5 s.
    private static final AwsClients.Patience PATIENCE =
            new AwsClients.Patience(Duration.ofSeconds(6), Duration.ofSeconds(6));
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(35);

    private final RequestStreamHandler handler;

    /** In Lambda: everything from the environment, made once. */
    public TagEnforcerHandler() {
        this(FunctionParts.of("tag-enforcer", System.getenv(), PATIENCE));
    }

    /** @param parts what the function is put together from */
    public TagEnforcerHandler(FunctionParts parts) {
        var liveTags = new AwsLiveTags(
                new TaggedResources(new TagReader(client(parts, AwsJsonClient.Service.TAGGING))),
                new CloudControl(client(parts, AwsJsonClient.Service.CLOUD_CONTROL)),
                LONGEST_LOOK,
                parts.clock());
        var policy = new PolicyReader(
                client(parts, AwsJsonClient.Service.ORGANIZATIONS),
                client(parts, AwsJsonClient.Service.TAGGING),
                client(parts, AwsJsonClient.Service.SYSTEMS_MANAGER),
                parts.clients().region());
        var reader = new CreationReader(Catalogue.load());
        this.handler = parts.handler(new TagEnforcer(
                parts.settings(),
                reader,
                new CurrentTagPolicy(policy, parts.clock()),
                liveTags,
                parts.notifier(),
                parts.log()));
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        handler.handleRequest(input, output, context);
    }

    private static AwsJsonClient client(FunctionParts parts, AwsJsonClient.Service service) {
        return new AwsJsonClient(parts.clients(), parts.settings(), service);
    }
}
