package io.groundskeeper.core.setting;

/** A setting that cannot be used; the message names it, its value and what is allowed. */
public final class BadSettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param name the environment variable or the tag that holds it
     * @param value as found
     * @param allowed in words
     */
    public BadSettingException(String name, String value, String allowed) {
        super("%s is \"%s\". Allowed: %s.".formatted(name, value, allowed));
    }
}
