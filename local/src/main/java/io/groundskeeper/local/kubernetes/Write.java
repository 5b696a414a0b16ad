package io.groundskeeper.local.kubernetes;

/**
 * How something is written.
 *
 * @param manager the field manager
 * @param dryRun whether to change nothing
 * @param force whether an apply takes fields from their owners
 * @param strict whether unknown fields are refused rather than dropped
 */
record Write(String manager, boolean dryRun, boolean force, boolean strict) {

    static Write by(String manager) {
        return new Write(manager, false, false, false);
    }

    static Write of(Request request) {
        String manager = request.parameter("fieldManager");
        return new Write(
                manager.isEmpty() ? request.userAgent().split("/", 2)[0] : manager,
                request.dryRun(),
                request.flag("force"),
                request.parameter("fieldValidation").equals("Strict"));
    }

    /** A server-side apply, for which the manager has to be told. */
    static Write ofApply(Request request) {
        if (request.parameter("fieldManager").isEmpty()) {
            throw ApiError.invalidOption("fieldManager", "Required value: is required for apply patch");
        }
        return of(request);
    }
}
