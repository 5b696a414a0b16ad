package io.groundskeeper.local.kubernetes;

import tools.jackson.databind.node.ObjectNode;

/** Objects for tests, written as YAML. */
final class Objects {
    private Objects() {}

    static ObjectNode yaml(String text) {
        return Documents.readAll(text).getFirst();
    }

    static ObjectNode json(String text) {
        return Documents.readObject("application/json", text.replace('\'', '"'));
    }
}
