package io.groundskeeper.local.inventory;

import io.groundskeeper.local.identity.Scope;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The resources of one service, in the caller's account and region. */
interface Source {
    /** The service's part of an ARN. */
    String service();

    /** All that exists now. */
    List<Resource> list(Scope caller);

    /** Adds or changes tags. */
    void tag(Scope caller, Arn arn, Map<String, String> tags);

    /** Takes tags away. */
    void untag(Scope caller, Arn arn, Collection<String> keys);
}
