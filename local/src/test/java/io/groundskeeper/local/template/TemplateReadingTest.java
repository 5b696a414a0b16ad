package io.groundskeeper.local.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplateReadingTest {

    @Test
    void shortForms_readAsTheirLongForms(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("t.yaml"), """
                Parameters:
                  Size: {Default: 3}
                Resources:
                  Queue:
                    Properties:
                      A: !Ref Size
                      B: !GetAtt Queue.Arn
                      C: [!Sub "${X}-y", plain]
                """);

        var template = Template.read(file);

        assertThat(template.properties("Queue"))
                .isEqualTo(Map.of(
                        "A", Map.of("Ref", "Size"),
                        "B", Map.of("Fn::GetAtt", "Queue.Arn"),
                        "C", List.of(Map.of("Fn::Sub", "${X}-y"), "plain")));
        assertThat(template.parameterDefault("Size")).isEqualTo("3");
        assertThat(template.properties("Absent")).isEmpty();
    }
}
