package io.groundskeeper.local.inventory;

import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;

/** Lambda: functions. */
final class LambdaSource implements Source {
    private final MotoClients clients;

    LambdaSource(MotoClients clients) {
        this.clients = clients;
    }

    @Override
    public String service() {
        return "lambda";
    }

    @Override
    public List<Resource> list(Scope caller) {
        var lambda = client(caller);
        return lambda.listFunctions().functions().stream()
                .map(function -> resource(lambda, function))
                .toList();
    }

    private static Resource resource(LambdaClient lambda, FunctionConfiguration function) {
        // A list of functions may carry the version in the ARN; tags belong to the function.
        String arn = function.functionArn().replaceFirst(":\\$LATEST$", "");
        var tags = lambda.listTags(list -> list.resource(arn)).tags();
        return new Resource(arn, "AWS::Lambda::Function", function.functionName(), "FunctionName", tags);
    }

    @Override
    public void tag(Scope caller, Arn arn, Map<String, String> tags) {
        client(caller).tagResource(tag -> tag.resource(arn.text()).tags(tags));
    }

    @Override
    public void untag(Scope caller, Arn arn, Collection<String> keys) {
        client(caller).untagResource(untag -> untag.resource(arn.text()).tagKeys(keys));
    }

    private LambdaClient client(Scope caller) {
        return clients.of(LambdaClient.builder(), caller);
    }
}
