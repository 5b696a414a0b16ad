package io.groundskeeper.local.kubernetes;

import java.security.SecureRandom;
import java.util.regex.Pattern;

/** What Kubernetes allows as the name of an object. */
final class ObjectNames {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final String SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final SecureRandom RANDOM = new SecureRandom();

    private ObjectNames() {}

    /** Refuses a name that Kubernetes refuses for this kind, with its words. */
    static void check(ResourceType type, String name) {
        if (name.isEmpty()) {
            throw ApiError.invalid(type, name, "metadata.name", "Required value: name or generateName is required");
        }
        if (type.group().equals("rbac.authorization.k8s.io")) {
            checkPathSegment(type, name);
        } else if (type.isNamespace() || type.plural().equals("services")) {
            checkPattern(
                    type,
                    name,
                    63,
                    LABEL,
                    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must"
                            + " start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used"
                            + " for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')");
        } else {
            checkPattern(
                    type,
                    name,
                    253,
                    SUBDOMAIN,
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and"
                            + " must start and end with an alphanumeric character (e.g. 'example.com', regex used for"
                            + " validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
        }
    }

    /** A name made from {@code generateName}. */
    static String generated(String prefix) {
        StringBuilder name = new StringBuilder(prefix);
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(SUFFIX_LETTERS.charAt(RANDOM.nextInt(SUFFIX_LETTERS.length())));
        }
        return name.toString();
    }

    private static void checkPathSegment(ResourceType type, String name) {
        if (name.equals(".") || name.equals("..") || name.contains("/") || name.contains("%")) {
            throw invalid(type, name, "may not be '.' or '..' and may not contain '/' or '%'");
        }
    }

    private static void checkPattern(ResourceType type, String name, int longest, Pattern pattern, String rule) {
        if (name.length() > longest) {
            throw invalid(type, name, "must be no more than " + longest + " characters");
        }
        if (!pattern.matcher(name).matches()) {
            throw invalid(type, name, rule);
        }
    }

    private static ApiError invalid(ResourceType type, String name, String why) {
        return ApiError.invalid(type, name, "metadata.name", "Invalid value: \"" + name + "\": " + why);
    }
}
