package io.groundskeeper.bootstrap.nodes;

import java.util.Optional;

/** Which image nodes get. A new one is drift: Karpenter replaces every node. So the pinned one is kept while it can be. */
sealed interface ImageChoice {

    /** The one that is pinned stays. */
    record Keep(ImageRelease release) implements ImageChoice {}

    /**
     * Another is pinned.
     *
     * @param because why the old one was not kept; empty where there was none
     */
    record Pin(ImageRelease release, Optional<String> because) implements ImageChoice {}

    /** Someone else decides. */
    record Leave(Optional<String> warning) implements ImageChoice {}

    /** There is none to pin. */
    record Nothing(String reason) implements ImageChoice {}

    /** @param refresh whether the newest is asked for although the pinned one is good */
    static ImageChoice of(ImageLook look, boolean refresh) {
        var pinned = look.terms().release();
        if (look.terms().owner().isPresent()) {
            return new Leave(warning(look, refresh));
        }
        if (pinned.isPresent() && look.published() && !refresh) {
            return new Keep(pinned.get());
        }
        if (look.newest().isEmpty()) {
            return new Nothing(
                    "EKS publishes no image of Amazon Linux 2023 for %s. Check NODE_ARCHITECTURES, and the SSM parameters below /aws/service/eks/optimized-ami/%s/amazon-linux-2023"
                            .formatted(look.purpose(), look.kubernetes()));
        }
        if (pinned.equals(look.newest())) {
            return new Keep(pinned.get());
        }
        return new Pin(look.newest().get(), pinned.map(old -> because(look, old)));
    }

    private static String because(ImageLook look, ImageRelease old) {
        return look.published()
                ? "a new image was asked for"
                : "%s is not published for %s".formatted(old.alias(), look.purpose());
    }

    private static Optional<String> warning(ImageLook look, boolean refresh) {
        var owner = look.terms().owner().orElseThrow().shown();
        var pinned = look.terms().release();
        if (pinned.isPresent() && !look.published()) {
            return Optional.of("%s: %s is %s by %s, which is not published for %s: no node can be started with it"
                    .formatted(
                            NodeKind.EC2_NODE_CLASS.shown(),
                            ImageLook.FIELD,
                            pinned.get().alias(),
                            owner,
                            look.purpose()));
        }
        return refresh
                ? Optional.of("%s: %s is kept by %s, so that no new image was taken"
                        .formatted(NodeKind.EC2_NODE_CLASS.shown(), ImageLook.FIELD, owner))
                : Optional.empty();
    }
}
