package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownRegionsTest {

    @ParameterizedTest
    @ValueSource(strings = {"us-east-1", "cn-north-1", "us-gov-west-1", "ap-southeast-9"})
    void region_isKnownByListOrForm(String region) {
        assertThat(KnownRegions.contains(region)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"mars-north-1", "us-mars-1", "nowhere", "", "aws-global", "us-east-1.evil.example", "us-east-1/x"
            })
    void otherName_isNoRegion(String region) {
        assertThat(KnownRegions.contains(region)).isFalse();
    }
}
