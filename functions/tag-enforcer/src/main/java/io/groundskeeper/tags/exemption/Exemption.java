package io.groundskeeper.tags.exemption;

/**
 * Why nobody is asked for a resource's tags.
 *
 * @param label by which it is counted: that of a standing exemption, or an entry of EXEMPTIONS as it is written
 * @param reason in words
 */
public record Exemption(String label, String reason) {}
