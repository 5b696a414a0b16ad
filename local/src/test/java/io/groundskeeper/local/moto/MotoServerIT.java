package io.groundskeeper.local.moto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.local.identity.Scope;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;

class MotoServerIT {
    private static final Path ROOT = Path.of(System.getProperty("groundskeeper.root", ".."));

    @Test
    void moto_isResetAndLeavesNothingBehind() throws Exception {
        var moto = MotoServer.start(ROOT);
        try (moto;
                var clients = new MotoClients(moto.uri())) {
            var sqs = clients.of(SqsClient.builder(), new Scope("AKIADEV", "us-east-1"));
            sqs.createQueue(create -> create.queueName("q"));
            assertThat(sqs.listQueues().queueUrls()).hasSize(1);
            moto.reset();
            assertThat(sqs.listQueues().queueUrls()).isEmpty();
        }
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(moto.uri()).build();
            assertThatThrownBy(() -> http.send(request, BodyHandlers.discarding()))
                    .isInstanceOf(ConnectException.class);
        }
    }
}
