package io.groundskeeper.tags.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.tags.creation.CreatedResource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsolePageTest {

    @ParameterizedTest
    @CsvSource({
        "arn:aws:ec2:eu-west-1:1:vpc/vpc-1, AWS::EC2::VPC, eu-west-1, https://console.aws.amazon.com/vpcconsole/home?region=eu-west-1#VpcDetails:VpcId=vpc-1",
        "arn:aws-cn:s3:::lawn, AWS::S3::Bucket, cn-north-1, https://console.amazonaws.cn/s3/buckets/lawn?region=cn-north-1",
        "arn:aws-us-gov:lambda:us-gov-west-1:1:function:mow, AWS::Lambda::Function, us-gov-west-1, https://console.amazonaws-us-gov.com/lambda/home?region=us-gov-west-1#/functions/mow",
        "arn:aws:iam::1:role/team/deploy, AWS::IAM::Role, us-east-1, https://console.aws.amazon.com/iam/home#/roles/deploy",
        "arn:aws:sns:eu-west-1:1:t, AWS::SNS::Topic, eu-west-1, https://console.aws.amazon.com/sns/v3/home?region=eu-west-1#/topic/arn%3Aaws%3Asns%3Aeu-west-1%3A1%3At",
    })
    void knownType_isThePageOfItsPartition(String arn, String type, String region, String page) {
        assertThat(ConsolePage.of(resource(arn, type, region))).contains(page);
    }

    @ParameterizedTest
    @CsvSource({
        "arn:aws:glue:eu-west-1:1:job/x, AWS::Glue::Job, eu-west-1",
        "arn:aws-iso:ec2:us-iso-east-1:1:vpc/vpc-1, AWS::EC2::VPC, us-iso-east-1",
        "no-arn, AWS::EC2::VPC, eu-west-1",
        "arn:aws:ec2::1:vpc/vpc-1, AWS::EC2::VPC, ''",
    })
    void unknownTypePartitionOrRegion_hasNone(String arn, String type, String region) {
        assertThat(ConsolePage.of(resource(arn, type, region))).isEmpty();
    }

    @Test
    void foreignText_cannotEndTheLink() {
        assertThat(ConsolePage.of(resource("arn:aws:s3:::a>|<!channel> b&c", "AWS::S3::Bucket", "x>y")))
                .contains("https://console.aws.amazon.com/s3/buckets/a%3E%7C%3C%21channel%3E%20b%26c?region=x%3Ey");
    }

    private static CreatedResource resource(String arn, String type, String region) {
        return new CreatedResource(arn, type, "", region, "1", Map.of(), Optional.empty());
    }
}
