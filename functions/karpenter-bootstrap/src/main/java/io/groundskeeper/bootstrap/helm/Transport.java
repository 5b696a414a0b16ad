package io.groundskeeper.bootstrap.helm;

import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.UpgradeCommand;
import java.util.regex.Pattern;

/** How Helm speaks to the place of a chart. */
enum Transport {
    /** TLS, or no network at all. */
    USUAL {
        @Override
        InstallCommand install(InstallCommand command) {
            return command;
        }

        @Override
        UpgradeCommand upgrade(UpgradeCommand command) {
            return command;
        }
    },
    /** A registry on this machine: nobody issues a certificate for a loopback address. */
    PLAIN_HTTP {
        @Override
        InstallCommand install(InstallCommand command) {
            return command.plainHttp();
        }

        @Override
        UpgradeCommand upgrade(UpgradeCommand command) {
            return command.plainHttp();
        }
    };

    private static final Pattern LOOPBACK =
            Pattern.compile("oci://(?:localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1])(?::[0-9]+)?(?:/.*)?");

    static Transport of(String chart) {
        return LOOPBACK.matcher(chart).matches() ? PLAIN_HTTP : USUAL;
    }

    abstract InstallCommand install(InstallCommand command);

    abstract UpgradeCommand upgrade(UpgradeCommand command);
}
