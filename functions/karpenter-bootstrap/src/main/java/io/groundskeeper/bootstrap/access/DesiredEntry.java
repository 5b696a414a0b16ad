package io.groundskeeper.bootstrap.access;

import io.groundskeeper.core.cluster.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An access entry as it should be.
 *
 * @param principalArn of the role, with its path
 * @param type STANDARD for people and functions, EC2_LINUX for nodes
 * @param group that it has in Kubernetes
 * @param roleId the role's unique id; empty while it is not known
 */
public record DesiredEntry(String principalArn, String type, Optional<String> group, Optional<String> roleId) {

    /** What leads to it. An entry of another type, or of a role that is no more, cannot be changed but only replaced. */
    List<AccessChange> changes(Optional<AccessEntry> observed) {
        if (observed.isEmpty()) {
            return List.of(new AccessChange.CreateEntry(this));
        }
        var entry = observed.get();
        if (!entry.type().equals(type)) {
            return replaced("its type was %s and cannot be changed to %s".formatted(entry.type(), type));
        }
        var known = Optional.ofNullable(entry.tags().get(Tags.ROLE_ID));
        if (known.isPresent() && roleId.isPresent() && !known.equals(roleId)) {
            return replaced("the role was deleted and created again, which leaves its entry dead");
        }
        var changes = new ArrayList<AccessChange>();
        group.filter(wanted -> !entry.groups().contains(wanted)).ifPresent(wanted -> {
            var groups = new ArrayList<>(entry.groups());
            groups.add(wanted);
            changes.add(new AccessChange.GroupEntry(principalArn, groups));
        });
        roleId.filter(id -> known.isEmpty())
                .ifPresent(id -> changes.add(new AccessChange.TagEntry(entry.arn(), principalArn, id)));
        return changes;
    }

    private List<AccessChange> replaced(String why) {
        return List.of(new AccessChange.DeleteEntry(principalArn, why), new AccessChange.CreateEntry(this));
    }
}
