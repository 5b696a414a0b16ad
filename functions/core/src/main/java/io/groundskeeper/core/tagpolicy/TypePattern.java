package io.groundskeeper.core.tagpolicy;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Types of resources as policies name them: {@code ec2:instance}, {@code ec2:ALL_SUPPORTED}, {@code AWS::EC2::Instance},
 * or, which AWS does not know, {@code *} for every type.
 */
public record TypePattern(String text) {

    /** Every type. */
    public static final TypePattern ALL = new TypePattern("*");

    private static final Pattern OF_A_POLICY = Pattern.compile("[a-zA-Z0-9-]+:([a-zA-Z0-9_/-]+|\\*)");
    private static final Pattern OF_CLOUD_FORMATION = Pattern.compile("AWS::[A-Za-z0-9]+::[A-Za-z0-9]+");

    static TypePattern read(String text) throws UnreadableException {
        if (!text.equals("*")
                && !OF_A_POLICY.matcher(text).matches()
                && !OF_CLOUD_FORMATION.matcher(text).matches()) {
            throw new UnreadableException(
                    "\"%s\" is no type of resource, such as ec2:instance, ec2:ALL_SUPPORTED, AWS::EC2::Instance or * for every type"
                            .formatted(text));
        }
        return new TypePattern(text);
    }

    /** Whether a type is among them. */
    boolean matches(ResourceType type) {
        if (text.equals("*")) {
            return true;
        }
        if (text.startsWith("AWS::")) {
            return text.equalsIgnoreCase(type.cloudFormation());
        }
        var parts = text.split(":", 2);
        return ResourceType.plain(parts[0]).equals(type.service())
                && (parts[1].equals("*")
                        || parts[1].toUpperCase(Locale.ROOT).equals("ALL_SUPPORTED")
                        || ResourceType.plain(parts[1]).equals(type.kind()));
    }
}
