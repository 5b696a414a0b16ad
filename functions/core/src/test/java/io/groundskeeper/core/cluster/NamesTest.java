package io.groundskeeper.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 37, 40, 70, 71, 100})
    void anyLegalLength_fitsEachLimit(int length) {
        var names = names("us-east-1", "c".repeat(length));
        assertThat(names.nodeRole()).hasSizeLessThanOrEqualTo(64).matches("[\\w+=,.@-]+");
        assertThat(names.controllerRole()).hasSizeLessThanOrEqualTo(64).matches("[\\w+=,.@-]+");
        assertThat(names.nodeProfile()).hasSizeLessThanOrEqualTo(128).matches("[\\w+=,.@-]+");
        assertThat(names.queue()).hasSizeLessThanOrEqualTo(80).matches("[\\w-]+");
        assertThat(names.ec2Rule()).hasSizeLessThanOrEqualTo(64).matches("[.\\w-]+");
        assertThat(names.healthRule()).hasSizeLessThanOrEqualTo(64).matches("[.\\w-]+");
        assertThat(all(names)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 100})
    void sameNameInTwoRegions_hasOtherRoles(int length) {
        var one = names("us-east-1", "c".repeat(length));
        var other = names("eu-west-1", "c".repeat(length));
        assertThat(one.nodeRole()).isNotEqualTo(other.nodeRole());
        assertThat(one.controllerRole()).isNotEqualTo(other.controllerRole());
        assertThat(one.nodeProfile()).isNotEqualTo(other.nodeProfile());
    }

    @Test
    void namesThatShareAPrefix_areDistinct() {
        var prefix = "p".repeat(99);
        var one = all(names("us-east-1", prefix + "a"));
        var other = all(names("us-east-1", prefix + "b"));
        var shorter = all(names("us-east-1", prefix));
        assertThat(Stream.of(one, other, shorter).flatMap(List::stream)).doesNotHaveDuplicates();
    }

    @Test
    void shortName_isReadableAndStable() {
        var names = names("us-east-1", "dev");
        assertThat(names.nodeRole()).startsWith("KarpenterNodeRole-dev-").matches(".*-[0-9a-f]{8}");
        assertThat(names.queue()).isEqualTo("Karpenter-dev");
        assertThat(names).isEqualTo(names("us-east-1", "dev"));
        assertThat(names.queueArn()).isEqualTo("arn:aws:sqs:us-east-1:123456789012:Karpenter-dev");
        // A change of the hash would orphan what was made by an earlier version.
        assertThat(names.nodeRole()).isEqualTo("KarpenterNodeRole-dev-6c12e0af");
    }

    private static List<String> all(Names names) {
        return List.of(
                names.nodeRole(),
                names.nodeProfile(),
                names.controllerRole(),
                names.queue(),
                names.ec2Rule(),
                names.healthRule());
    }

    private static Names names(String region, String cluster) {
        return new Names(new ClusterId("aws", region, "123456789012", cluster));
    }
}
