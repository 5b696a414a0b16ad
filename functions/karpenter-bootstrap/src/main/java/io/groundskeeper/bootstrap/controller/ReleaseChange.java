package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.PlannedChange;

/** A change of a Helm release. */
public sealed interface ReleaseChange extends PlannedChange {

    /** It is installed. */
    record Install(WantedRelease release) implements ReleaseChange {
        @Override
        public Change described() {
            return new Change(
                    Change.Action.CREATE,
                    resource(release),
                    "chart %s, version %s".formatted(release.chart(), release.version()));
        }
    }

    /** It gets a new revision. */
    record Upgrade(WantedRelease release, String why) implements ReleaseChange {
        @Override
        public Change described() {
            return new Change(
                    Change.Action.UPDATE, resource(release), "version %s; %s".formatted(release.version(), why));
        }
    }

    /** A revision that a run left half done is removed; what it installed is left. */
    record Forget(String namespace, String secret, String status) implements ReleaseChange {
        @Override
        public Change described() {
            return new Change(
                    Change.Action.DELETE,
                    "Secret %s/%s".formatted(namespace, secret),
                    "was left %s by a run that was cut off".formatted(status));
        }
    }

    /** A kind that nobody keeps is handed to the release, which could not be installed beside it. */
    record Adopt(String definition, String release, String namespace, boolean dropConversion) implements ReleaseChange {
        @Override
        public Change described() {
            return new Change(
                    Change.Action.UPDATE,
                    "CustomResourceDefinition " + definition,
                    "belonged to nobody, handed to Helm release %s/%s%s"
                            .formatted(
                                    namespace,
                                    release,
                                    dropConversion ? "; its conversion by a webhook is taken out" : ""));
        }
    }

    private static String resource(WantedRelease release) {
        return "Helm release %s/%s".formatted(release.namespace(), release.name());
    }
}
