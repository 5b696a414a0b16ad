package io.groundskeeper.local.kubernetes;

/**
 * What a request wants to do.
 *
 * @param resource the plural, with its subresource after a slash
 * @param namespace the namespace, empty for everything at the cluster scope
 * @param name the object's name, null when the request names none
 */
record Access(String verb, String group, String resource, String namespace, String name) {

    static Access of(String verb, ResourcePath path) {
        String resource = path.subresource() == null ? path.plural() : path.plural() + "/" + path.subresource();
        return new Access(verb, path.group(), resource, path.namespace(), path.name());
    }

    boolean reads() {
        return verb.equals("get") || verb.equals("list") || verb.equals("watch");
    }

    /** The refusal in Kubernetes' words. */
    ApiError refused(String username) {
        String plural = resource.split("/", 2)[0];
        String qualified = group.isEmpty() ? plural : plural + "." + group;
        String what = name == null ? qualified : qualified + " \"" + name + "\"";
        String where = namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"";
        return ApiError.forbidden(
                new Access(verb, group, plural, namespace, name),
                what + " is forbidden: User \"" + username + "\" cannot " + verb + " resource \"" + resource
                        + "\" in API group \"" + group + "\" " + where);
    }
}
