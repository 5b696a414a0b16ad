package io.groundskeeper.tags.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.TagReader;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.tags.FakeAws;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.live.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwsLiveTagsTest {

    private static final Map<String, String> OWNED = Map.of("Owner", "ann");
    private static final Map<String, String> STALE = Map.of("Team", "data");

    private final FakeAws aws = new FakeAws();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final AwsLiveTags liveTags = liveTags(aws.environment());

    @AfterEach
    void close() {
        aws.close();
    }

    @Test
    void taggedResource_needsNoSecondCall() {
        aws.tagged(arn("vol-1"), Map.of("Owner", "ann"));
        assertThat(look("vol-1")).isEqualTo(new Sighting.Present(Map.of("Owner", "ann")));
        assertThat(aws.calls()).containsExactly("GetResources 1 ARNs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"Tags\":[]}", "{\"Tags\":null}"})
    void untaggedResource_isFoundByCloudControl(String properties) {
        aws.exists("AWS::EC2::Volume", "vol-1", properties);
        assertThat(look("vol-1")).isEqualTo(new Sighting.Present(Map.of()));
        assertThat(aws.calls()).containsExactly("GetResources 1 ARNs", "GetResource vol-1");
    }

    @Test
    void tagsThatTheTaggingApiDoesNotShowYet_areCloudControls() {
        aws.exists("AWS::EC2::Volume", "vol-1", "{\"Tags\":[{\"Key\":\"Owner\",\"Value\":\"ann\"}]}");
        assertThat(look("vol-1")).isEqualTo(new Sighting.Present(Map.of("Owner", "ann")));
    }

    @Test
    void resourceThatNobodyKnows_isAbsent() {
        assertThat(look("vol-1")).isEqualTo(new Sighting.Absent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UnsupportedActionException",
                "TypeNotFoundException",
                "PrivateTypeException",
                "InvalidRequestException"
            })
    void typeThatCloudControlCannotRead_isUnverified(String code) {
        aws.fail("GetResource", 400, code);
        assertThat(look("vol-1"))
                .isInstanceOfSatisfying(
                        Sighting.Unverified.class, s -> assertThat(s.why()).startsWith("existence not verified"));
    }

    @Test
    void throttling_isTriedAgain() {
        aws.tagged(arn("vol-1"), OWNED);
        aws.fail("GetResources", 400, "ThrottlingException");
        aws.fail("GetResources", 503, "ServiceUnavailable");
        assertThat(look("vol-1")).isInstanceOf(Sighting.Present.class);
        assertThat(aws.calls()).hasSize(3);
    }

    @Test
    void accessDenied_namesThePermission() {
        aws.fail("GetResources", 403, "AccessDeniedException");
        assertThat(unreadable("vol-1")).contains("Access denied in us-east-1", "tag:GetResources", "as told");
        aws.fail("GetResource", 403, "AccessDeniedException");
        assertThat(unreadable("vol-1"))
                .contains("cloudformation:GetResource and the permissions to read AWS::EC2::Volume");
    }

    @ParameterizedTest
    @CsvSource({
        "GeneralServiceException, User: x is not authorized to perform: ec2:DescribeVolumes",
        "HandlerFailureException, Access denied for operation AWS::EC2::Volume",
        "HandlerInternalFailureException, 'You are not authorized (Ec2, UnauthorizedOperation)'",
    })
    void denialByAnotherService_isToldFromOtherFailuresByItsWords(String code, String words) {
        aws.fail("GetResource", 400, code, words);
        assertThat(unreadable("vol-1"))
                .startsWith("Access denied in us-east-1: the function's role needs cloudformation:GetResource")
                .contains("AWS::EC2::Volume", words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HandlerFailureException", "NotStabilizedException", "ServiceInternalErrorException"})
    void failureThatMayPass_isUnreadableForNow(String code) {
        aws.fail("GetResource", 400, code);
        assertThat(unreadable("vol-1"))
                .startsWith("Cannot be read in us-east-1 now")
                .contains(code);
    }

    @Test
    void throttlingThatLasts_isUnreadableForNow() {
        for (int i = 0; i < 4; i++) {
            aws.fail("GetResource", 400, "ThrottlingException");
        }
        assertThat(unreadable("vol-1")).contains("ThrottlingException");
        assertThat(look("vol-1")).isEqualTo(new Sighting.Absent());
    }

    @Test
    void tagsUnderTheTypesOwnName_areRead() {
        var zone = new CreatedResource(
                "arn:aws:route53:::hostedzone/Z1",
                "AWS::Route53::HostedZone",
                "Z1",
                "us-east-1",
                "1",
                Map.of(),
                Optional.of("Z1"));
        aws.exists("AWS::Route53::HostedZone", "Z1", "{\"HostedZoneTags\":[{\"Key\":\"Owner\",\"Value\":\"ann\"}]}");
        assertThat(liveTags.look(List.of(zone), AwsLiveTagsTest::good)).containsValue(new Sighting.Present(OWNED));
    }

    @Test
    void tagsThatCloudControlDoesNotShow_areTheTaggingApis() {
        aws.tagged(arn("vol-1"), STALE);
        aws.exists("AWS::EC2::Volume", "vol-1", "{}");
        assertThat(look("vol-1")).isEqualTo(new Sighting.Present(STALE));
    }

    @Test
    void tagsThatWereTakenAway_areGone() {
        aws.tagged(arn("vol-1"), STALE);
        aws.exists("AWS::EC2::Volume", "vol-1", "{\"Tags\":[]}");
        assertThat(look("vol-1")).isEqualTo(new Sighting.Present(Map.of()));
    }

    @Test
    void unreachable_isUnreadable() {
        aws.close();
        assertThat(unreadable("vol-1")).contains("cannot be reached");
    }

    @Test
    void answerThatIsNoJson_isUnreadable() {
        aws.exists("AWS::EC2::Volume", "vol-1", "{truncated");
        assertThat(unreadable("vol-1")).contains("Cannot be read in us-east-1 now");
    }

    @Test
    void unknownRegion_isImpossibleAndKeepsNoOtherBack() {
        aws.tagged(arn("vol-1"), OWNED);
        var mars = new CreatedResource(
                "arn:mars", "AWS::EC2::Volume", "vol-2", "mars-north-1", "1", Map.of(), Optional.of("vol-2"));
        var sightings = liveTags.look(List.of(mars, volume("vol-1")), AwsLiveTagsTest::good);
        assertThat(sightings.get("arn:mars")).isEqualTo(new Sighting.Impossible("\"mars-north-1\" is no AWS region"));
        assertThat(sightings.get(arn("vol-1"))).isInstanceOf(Sighting.Present.class);
    }

    @Test
    void arnThatTheTaggingApiRefuses_isFoundAmongTheGood() {
        var resources = IntStream.range(0, 20)
                .mapToObj(i -> volume(i == 13 ? "YOUR_ACCOUNT_ID" : "vol-" + i))
                .toList();
        resources.forEach(resource -> aws.tagged(resource.arn(), OWNED));
        var sightings = liveTags.look(resources, AwsLiveTagsTest::good);
        assertThat(sightings.values().stream().filter(Sighting.Present.class::isInstance))
                .hasSize(19);
        assertThat(sightings.get(arn("YOUR_ACCOUNT_ID")))
                .as("what the Tagging API does not take, Cloud Control may know")
                .isEqualTo(new Sighting.Absent());
    }

    @Test
    void arnThatTheTaggingApiRefuses_isReadByCloudControl() {
        aws.exists("AWS::EC2::Volume", "YOUR_ACCOUNT_ID", "{}");
        assertThat(look("YOUR_ACCOUNT_ID")).isEqualTo(new Sighting.Present(Map.of()));
    }

    @Test
    void arnThatNeitherTakes_isImpossible() {
        aws.fail("GetResource", 400, "UnsupportedActionException");
        assertThat(look("YOUR_ACCOUNT_ID"))
                .isInstanceOfSatisfying(
                        Sighting.Impossible.class,
                        s -> assertThat(s.why()).contains("does not take this ARN", "not an ARN"));
    }

    @Test
    void tagsThatAccuse_areReadAgainByCloudControl() {
        aws.tagged(arn("vol-1"), STALE);
        aws.exists("AWS::EC2::Volume", "vol-1", "{\"Tags\":[{\"Key\":\"Owner\",\"Value\":\"ann\"}]}");
        assertThat(look("vol-1")).isEqualTo(new Sighting.Present(OWNED));
        assertThat(aws.calls()).containsExactly("GetResources 1 ARNs", "GetResource vol-1");
    }

    @Test
    void resourceThatOnlyTheTaggingApiStillLists_isDeleted() {
        aws.tagged(arn("vol-1"), STALE);
        assertThat(look("vol-1")).isEqualTo(new Sighting.Deleted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UnsupportedActionException", "TypeNotFoundException", "AccessDeniedException"})
    void tagsThatCannotBeReadAgain_areTheTaggingApis(String code) {
        aws.tagged(arn("vol-1"), STALE);
        aws.fail("GetResource", 400, code);
        assertThat(look("vol-1")).isInstanceOfSatisfying(Sighting.Unverified.class, s -> {
            assertThat(s.tags()).isEqualTo(STALE);
            assertThat(s.why()).startsWith("existence not verified");
        });
    }

    @Test
    void tagsThatCannotBeReadAgainForNow_accuseNobody() {
        aws.tagged(arn("vol-1"), STALE);
        aws.fail("GetResource", 400, "ServiceInternalErrorException");
        assertThat(look("vol-1")).isInstanceOf(Sighting.Unreadable.class);
    }

    @Test
    void manyResources_areAskedByTheHundred() {
        var resources =
                IntStream.range(0, 250).mapToObj(i -> volume("vol-" + i)).toList();
        resources.forEach(resource -> aws.tagged(resource.arn(), OWNED));
        assertThat(liveTags.look(resources, AwsLiveTagsTest::good)).hasSize(250);
        assertThat(aws.calls())
                .containsExactly("GetResources 100 ARNs", "GetResources 100 ARNs", "GetResources 50 ARNs");
    }

    @Test
    void manyUntaggedResources_areEachAskedOfCloudControl() {
        var resources = IntStream.range(0, 50).mapToObj(i -> volume("vol-" + i)).toList();
        resources.stream().skip(1).forEach(volume -> aws.exists("AWS::EC2::Volume", volume.id(), "{}"));
        var sightings = liveTags.look(resources, AwsLiveTagsTest::good);
        assertThat(sightings).hasSize(50).containsEntry(arn("vol-0"), new Sighting.Absent());
        assertThat(sightings.values().stream().filter(Sighting.Present.class::isInstance))
                .hasSize(49);
        assertThat(aws.calls()).hasSize(51);
    }

    @Test
    void moreThanThereIsTimeFor_isAskedInOrderAndTheRestNotAtAll() {
        aws.beforeEachCall(() -> passes(Duration.ofSeconds(1)));
        var resources =
                IntStream.range(0, 500).mapToObj(i -> volume("vol-" + i)).toList();
        resources.forEach(volume -> aws.exists("AWS::EC2::Volume", volume.id(), "{}"));
        var sightings = liveTags.look(resources, AwsLiveTagsTest::good);
        assertThat(sightings).hasSize(500);
        assertThat(aws.calls())
                .as("5 of the Tagging API, 1 s each, and those of Cloud Control")
                .hasSizeBetween(35, 43);
        assertThat(resources.subList(0, 20))
                .allSatisfy(asked -> assertThat(sightings.get(asked.arn())).isInstanceOf(Sighting.Present.class));
        assertThat(resources.subList(40, 500))
                .allSatisfy(rest -> assertThat(sightings.get(rest.arn())).isEqualTo(new Sighting.Unasked()));
    }

    @Test
    void slowTaggingApi_leavesTheRestUnasked() {
        aws.beforeEachCall(() -> passes(Duration.ofSeconds(20)));
        var resources =
                IntStream.range(0, 300).mapToObj(i -> volume("vol-" + i)).toList();
        resources.forEach(resource -> aws.tagged(resource.arn(), OWNED));
        var sightings = liveTags.look(resources, AwsLiveTagsTest::good);
        assertThat(aws.calls()).hasSize(2);
        assertThat(sightings.get(arn("vol-199"))).isInstanceOf(Sighting.Present.class);
        assertThat(sightings.get(arn("vol-200"))).isEqualTo(new Sighting.Unasked());
    }

    private void passes(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    private Sighting look(String id) {
        return liveTags.look(List.of(volume(id)), AwsLiveTagsTest::good).get(arn(id));
    }

    private String unreadable(String id) {
        return ((Sighting.Unreadable) look(id)).why();
    }

    private AwsLiveTags liveTags(Map<String, String> environment) {
        var settings = Settings.of(new HashMap<>(environment));
        var clients = new AwsClients(settings);
        return new AwsLiveTags(
                new TaggedResources(new TagReader(new AwsJsonClient(clients, settings, AwsJsonClient.Service.TAGGING))),
                new CloudControl(new AwsJsonClient(clients, settings, AwsJsonClient.Service.CLOUD_CONTROL)),
                Duration.ofSeconds(35),
                now::get);
    }

    private static boolean good(CreatedResource resource, Map<String, String> tags) {
        return tags.containsKey("Owner");
    }

    private static CreatedResource volume(String id) {
        return new CreatedResource(
                arn(id), "AWS::EC2::Volume", id, "us-east-1", "123456789012", Map.of(), Optional.of(id));
    }

    private static String arn(String id) {
        return "arn:aws:ec2:us-east-1:123456789012:volume/" + id;
    }
}
