package io.groundskeeper.bootstrap.access;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person adds to aws-auth, to be copied from a message. */
final class Snippet {

    private Snippet() {}

    static String of(AwsAuthRow... rows) {
        return Stream.of(rows)
                .map(row -> row.block(4))
                .collect(Collectors.joining(
                        "", "Run kubectl -n kube-system edit configmap aws-auth and add:\ndata:\n  mapRoles: |\n", ""));
    }
}
