package io.groundskeeper.tags.slack;

import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.slack.Marks;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.Routes;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells findings once: what was told already, while this container lives, is left out when its event comes again, and
 * what could be neither told nor kept is said, so that its event does come again.
 */
public final class Teller {

    private final Notifier notifier;
    private final Log log;
    private final Marks told = new Marks();

    public Teller(Notifier notifier, Log log) {
        this.notifier = notifier;
        this.log = log;
    }

    /** The deliveries, by id, of which something was neither told nor kept to be told. */
    public Set<String> tell(List<Finding> findings, Routes routes) {
        var untold =
                findings.stream().filter(finding -> !told.has(finding.mark())).toList();
        if (untold.size() < findings.size()) {
            log.info("told-before", Map.of("findings", findings.size() - untold.size()));
        }
        var failed = new HashSet<Finding>();
        for (var post : AlertMessages.of(untold, routes)) {
            if (!notifier.send(post.message(), post.channel(), post.mark())) {
                failed.addAll(post.findings());
            }
        }
        untold.stream()
                .filter(finding -> !failed.contains(finding))
                .map(Finding::mark)
                .forEach(told::add);
        return failed.stream().map(Finding::delivery).collect(Collectors.toSet());
    }
}
