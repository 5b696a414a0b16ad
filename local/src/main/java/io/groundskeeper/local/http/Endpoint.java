package io.groundskeeper.local.http;

/** What answers the requests of one {@link LocalServer}; called from many threads at once. */
@FunctionalInterface
public interface Endpoint {
    /** The answer to a request; an {@link AwsException} is for the endpoint itself to turn into one. */
    Response handle(Request request);
}
