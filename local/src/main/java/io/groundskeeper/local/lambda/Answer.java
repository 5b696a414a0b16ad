package io.groundskeeper.local.lambda;

/** What came of an invocation. */
public sealed interface Answer {

    /** The JSON: the function's answer, or the error's type and message. */
    String json();

    /** The function returned. */
    record Returned(String json) implements Answer {}

    /** The function threw, did not start, or was ended at its timeout. */
    record Thrown(String json) implements Answer {}
}
