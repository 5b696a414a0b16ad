package io.groundskeeper.local.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class ServeTest {
    @Test
    void environment_isPrintedForAShellThenReady() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("URL", "http://127.0.0.1:1/a");
        environment.put("KUBECONFIG", "/it's here/$HOME/config");
        var lines = new ArrayList<String>();
        Serve.print(environment, lines::add);
        assertThat(lines)
                .containsExactly(
                        "export URL=http://127.0.0.1:1/a", "export KUBECONFIG='/it'\\''s here/$HOME/config'", "ready");
    }
}
