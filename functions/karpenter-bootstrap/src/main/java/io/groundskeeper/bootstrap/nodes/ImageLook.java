package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * What was seen of the images for a cluster's nodes.
 *
 * @param kubernetes that they are for
 * @param architectures that they must all be there for
 * @param terms what the EC2NodeClass has now
 * @param published whether the release that it pins is published for all architectures
 * @param newest the newest that is; asked for only when a new one may be needed
 */
record ImageLook(
        KubernetesVersion kubernetes,
        List<Architecture> architectures,
        Terms terms,
        boolean published,
        Optional<ImageRelease> newest) {

    static final FieldPath FIELD = FieldPath.of("spec", "amiSelectorTerms");

    /**
     * The amiSelectorTerms of an EC2NodeClass.
     *
     * @param release that they pin, if they do so by alias
     * @param owner who else keeps them, and not we too
     */
    record Terms(Optional<ImageRelease> release, Optional<ManagedFields.Owner> owner) {

        static Terms of(Optional<JsonNode> nodeClass) {
            var terms = nodeClass.map(FIELD::in).filter(JsonNode::isArray);
            var owners = nodeClass.map(ManagedFields::of).orElse(new ManagedFields(List.of()));
            return new Terms(
                    terms.filter(list -> list.size() == 1)
                            .flatMap(list -> ImageRelease.ofAlias(
                                    list.path(0).path("alias").asString(""))),
                    owners.ours().filter(us -> us.owns(FIELD)).isPresent() ? Optional.empty() : owners.other(FIELD));
        }
    }

    ImageLook {
        architectures = List.copyOf(architectures);
    }

    /**
     * Looks.
     *
     * @param nodeClass that is there, unless there is none
     * @param refresh whether a new image is wanted in any case
     */
    static ImageLook at(
            MachineImages images,
            KubernetesVersion kubernetes,
            List<Architecture> architectures,
            Optional<JsonNode> nodeClass,
            boolean refresh) {
        var terms = Terms.of(nodeClass);
        var published = terms.release()
                .filter(release -> isPublished(images, kubernetes, architectures, release))
                .isPresent();
        var kept = terms.owner().isPresent() || (published && !refresh);
        return new ImageLook(
                kubernetes,
                architectures,
                terms,
                published,
                kept ? Optional.empty() : newest(images, kubernetes, architectures));
    }

    // Architectures may be some hours apart: the newest that all of them have.
    private static Optional<ImageRelease> newest(
            MachineImages images, KubernetesVersion kubernetes, List<Architecture> architectures) {
        var recommended = architectures.stream()
                .map(architecture -> images.recommended(kubernetes, architecture))
                .toList();
        if (recommended.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        var releases = recommended.stream()
                .flatMap(Optional::stream)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
        return releases.size() == 1
                ? releases.stream().findFirst()
                : releases.stream()
                        .filter(release -> isPublished(images, kubernetes, architectures, release))
                        .findFirst();
    }

    private static boolean isPublished(
            MachineImages images,
            KubernetesVersion kubernetes,
            List<Architecture> architectures,
            ImageRelease release) {
        return architectures.stream().allMatch(one -> images.isPublished(kubernetes, one, release));
    }

    /** What the images are for, in words. */
    String purpose() {
        return "Kubernetes %s on %s"
                .formatted(
                        kubernetes,
                        architectures.stream().map(Architecture::label).collect(Collectors.joining(" and ")));
    }
}
