package io.groundskeeper.bootstrap.step;

/**
 * One change of the world, made or planned, as the report shows it.
 *
 * @param resource an ARN or an id, with the part of it that changes
 * @param detail what it becomes
 */
public record Change(Action action, String resource, String detail) {

    /** What is done to the resource. */
    public enum Action {
        CREATE,
        UPDATE,
        DELETE
    }
}
