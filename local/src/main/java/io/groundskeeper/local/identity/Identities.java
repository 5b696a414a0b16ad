package io.groundskeeper.local.identity;

/** Knows whose access key it is. */
public interface Identities {
    /** The identity of the key that signed a request. */
    Identity of(Scope scope);
}
