package io.groundskeeper.tags.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArnTemplateTest {

    @ParameterizedTest
    @CsvSource({
        "us-east-1, arn:aws:ec2:us-east-1:123456789012:vpc/v",
        "cn-north-1, arn:aws-cn:ec2:cn-north-1:123456789012:vpc/v",
        "us-gov-west-1, arn:aws-us-gov:ec2:us-gov-west-1:123456789012:vpc/v",
        "eusc-de-east-1, arn:aws-eusc:ec2:eusc-de-east-1:123456789012:vpc/v",
        "mars-north-1, arn:aws:ec2:mars-north-1:123456789012:vpc/v",
    })
    void region_decidesThePartition(String region, String expected) {
        var template = new ArnTemplate("arn:{partition}:ec2:{region}:{account}:vpc/{id}");
        assertThat(template.arn(region, "123456789012", "v", "")).isEqualTo(expected);
    }

    @Test
    void idThatLooksLikeATemplate_isTakenAsItIs() {
        assertThat(new ArnTemplate("arn:{partition}:s3:::{id}").arn("us-east-1", "", "a$1{region}", ""))
                .isEqualTo("arn:aws:s3:::a$1{region}");
    }
}
