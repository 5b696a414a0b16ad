package io.groundskeeper.tags.exemption;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What nobody is asked for tags of: the standing exemptions, then the entries of EXEMPTIONS, separated by commas. The
 * first that holds counts.
 */
public final class Exemptions {

    private static final String SETTING = "EXEMPTIONS";
    private static final String NOT = "not:";

    private static final String ALLOWED = "entries separated by commas, each principal:<name or ARN>, role:<name>,"
            + " type:<CloudFormation type>, arn:<ARN>, tag:<key> or tag:<key>=<value>, service:<DNS name>, with * and ?"
            + " as wildcards, or not:<%s>"
                    .formatted(Stream.of(Standing.values()).map(Rule::label).collect(Collectors.joining("|")));

    private final List<Rule> rules;

    private Exemptions(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** @throws BadSettingException if EXEMPTIONS cannot be read, saying which entry and why */
    public static Exemptions of(Settings settings) {
        var text = settings.find(SETTING).orElse("");
        var rules = new ArrayList<Rule>(List.of(Standing.values()));
        for (var entry : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            add(rules, entry.strip(), text);
        }
        return new Exemptions(rules);
    }

    /** Why a resource is exempt; empty when it is not. */
    public Optional<Exemption> find(Subject subject) {
        return rules.stream()
                .flatMap(rule -> rule.reason(subject).map(reason -> new Exemption(rule.label(), reason)).stream())
                .findFirst();
    }

    private static void add(List<Rule> rules, String entry, String text) {
        if (entry.startsWith(NOT)) {
            var name = entry.substring(NOT.length()).strip();
            if (Stream.of(Standing.values()).noneMatch(rule -> rule.label().equals(name))) {
                throw bad(text, "\"%s\" names no standing exemption".formatted(entry));
            }
            rules.removeIf(rule -> rule.label().equals(name));
        } else {
            rules.add(written(entry, text));
        }
    }

    private static Written written(String entry, String text) {
        var parts = entry.split(":", 2);
        var kind = Written.Kind.of(parts[0].strip());
        if (kind.isEmpty() || parts.length == 1) {
            throw bad(text, entry.isEmpty() ? "an entry is empty" : "\"%s\" is of no such kind".formatted(entry));
        }
        // An ARN begins with the word that is its kind.
        var pattern = kind.get() == Written.Kind.ARN && !parts[1].strip().startsWith("arn:") ? entry : parts[1].strip();
        problem(kind.get(), pattern).ifPresent(problem -> {
            throw bad(text, "\"%s\" %s".formatted(entry, problem));
        });
        return new Written(entry, kind.get(), pattern);
    }

    private static Optional<String> problem(Written.Kind kind, String pattern) {
        if (pattern.replaceAll("[*?=: ]", "").isEmpty() || pattern.startsWith("=")) {
            return Optional.of("names nothing, or everything");
        }
        return switch (kind) {
            case TYPE ->
                Optional.of("is no CloudFormation type, such as AWS::EC2::NetworkInterface or AWS::Logs::*")
                        .filter(problem -> !pattern.matches("(?i)(AWS::|\\*).*"));
            case ARN ->
                Optional.of("is no ARN of six parts, such as arn:*:logs:*:*:log-group:/aws/lambda/*")
                        .filter(problem -> pattern.split(":", 6).length < 6);
            case SERVICE ->
                Optional.of("is no service's DNS name, such as rds.amazonaws.com")
                        .filter(problem -> !pattern.contains(".") && !pattern.contains("*"));
            case PRINCIPAL, ROLE, TAG -> Optional.empty();
        };
    }

    private static BadSettingException bad(String text, String why) {
        return new BadSettingException(SETTING, text, ALLOWED + "; " + why);
    }
}
