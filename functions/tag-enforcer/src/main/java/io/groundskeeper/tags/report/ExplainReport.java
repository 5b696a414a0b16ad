package io.groundskeeper.tags.report;

import io.groundskeeper.tags.creation.Explanation;

/** The answer to {@code {"explain": ...}}. */
public record ExplainReport(String function, Explanation explain) {}
