package io.groundskeeper.local.identity;

import java.net.URI;
import java.util.Map;

/**
 * A call that was signed in its query.
 *
 * @param uri as it was signed
 * @param query its decoded parameters
 */
record PresignedCall(URI uri, Map<String, String> query) {

    private String[] credential() {
        return query.get("X-Amz-Credential").split("/", -1);
    }

    String accessKeyId() {
        return credential()[0];
    }

    String region() {
        return credential()[2];
    }

    /** The signature that it carries. */
    String signed() {
        return query.get("X-Amz-Signature");
    }

    /** How its signature is made. */
    QuerySignature signature() {
        return new QuerySignature(query);
    }
}
