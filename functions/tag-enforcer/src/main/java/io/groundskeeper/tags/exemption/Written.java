package io.groundskeeper.tags.exemption;

import io.groundskeeper.core.pattern.Glob;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An entry of EXEMPTIONS: {@code <kind>:<pattern>}, whose wildcards are those of IAM.
 *
 * @param label the entry as it is written
 */
record Written(String label, Kind kind, String pattern) implements Rule {

    /** What a pattern is about. */
    enum Kind {
        PRINCIPAL,
        ROLE,
        TYPE,
        ARN,
        TAG,
        SERVICE;

        static Optional<Kind> of(String word) {
            return Stream.of(values())
                    .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
                    .findFirst();
        }
    }

    @Override
    public Optional<String> reason(Subject subject) {
        return Optional.of("EXEMPTIONS has " + label).filter(reason -> matches(subject));
    }

    private boolean matches(Subject subject) {
        var who = subject.who();
        return switch (kind) {
            case PRINCIPAL -> {
                var creator = who.creator();
                yield is(creator.name()) || is(creator.arn());
            }
            case ROLE -> who.role().filter(this::is).isPresent();
            case TYPE ->
                Glob.matches(
                        pattern.toLowerCase(Locale.ROOT),
                        subject.resource().type().toLowerCase(Locale.ROOT));
            case ARN -> is(subject.resource().arn());
            case TAG -> subject.tags().entrySet().stream().anyMatch(tag -> isTag(tag.getKey(), tag.getValue()));
            case SERVICE ->
                who.service().or(who::actingService).filter(this::is).isPresent();
        };
    }

    private boolean isTag(String key, String value) {
        int equals = pattern.indexOf('=');
        return equals < 0
                ? is(key)
                : Glob.matches(pattern.substring(0, equals), key) && Glob.matches(pattern.substring(equals + 1), value);
    }

    private boolean is(String text) {
        return text != null && Glob.matches(pattern, text);
    }
}
