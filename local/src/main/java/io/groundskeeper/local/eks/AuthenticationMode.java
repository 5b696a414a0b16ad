package io.groundskeeper.local.eks;

import java.util.Arrays;

/** Where a cluster looks up who may do what; it can only move on, in this order. */
enum AuthenticationMode {
    CONFIG_MAP,
    API_AND_CONFIG_MAP,
    API;

    static AuthenticationMode of(String name) {
        return Arrays.stream(values())
                .filter(mode -> mode.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.invalid("Unknown authenticationMode " + name));
    }

    boolean leadsTo(AuthenticationMode next) {
        return switch (this) {
            case CONFIG_MAP -> next == API_AND_CONFIG_MAP;
            case API_AND_CONFIG_MAP -> next == API;
            case API -> false;
        };
    }
}
