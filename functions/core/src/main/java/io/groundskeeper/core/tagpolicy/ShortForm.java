package io.groundskeeper.core.tagpolicy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Reads the short form of a tag policy: entries separated by commas, each a key ({@code Owner}), a key and its values
 * ({@code Team=platform|data}) or a key and a regular expression ({@code CostCenter~^[0-9]{4}$}). The first {@code =} or
 * {@code ~} ends the key. A comma inside brackets of an expression, or after a backslash, belongs to the expression.
 */
final class ShortForm {

    static final String ALLOWED =
            "tags separated by commas, each as Owner, Team=platform|data or CostCenter~^[0-9]{4}$";

    private static final int LONGEST_KEY = 128;
    private static final int LONGEST_VALUE = 256;

    private ShortForm() {}

    static List<TagRule> read(String text) throws UnreadableException {
        var tags = new ArrayList<TagRule>();
        var keys = new HashSet<String>();
        for (var entry : entries(text)) {
            var tag = tag(entry.strip());
            if (!keys.add(tag.key())) {
                throw new UnreadableException("\"%s\" is there twice".formatted(tag.key()));
            }
            tags.add(tag);
        }
        return tags;
    }

    private static List<String> entries(String text) {
        var entries = new ArrayList<String>();
        int start = 0;
        while (start <= text.length()) {
            int end = end(text, start);
            entries.add(text.substring(start, end));
            start = end + 1;
        }
        return entries;
    }

    private static int end(String text, int start) {
        int operator = operator(text, start);
        if (operator == text.length() || text.charAt(operator) != '~') {
            int comma = text.indexOf(',', operator);
            return comma < 0 ? text.length() : comma;
        }
        return endOfExpression(text, operator);
    }

    private static int endOfExpression(String text, int start) {
        int depth = 0;
        boolean inClass = false;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (inClass) {
                // A bracket in a class of characters, as in [(], opens nothing.
                inClass = c != ']';
            } else if (c == ',' && depth <= 0) {
                return i;
            } else {
                inClass = c == '[';
                depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
            }
        }
        return text.length();
    }

    /** Where a key ends: at its operator, at a comma or with the text. */
    private static int operator(String text, int start) {
        int at = start;
        while (at < text.length() && "=~,".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static TagRule tag(String entry) throws UnreadableException {
        int end = operator(entry, 0);
        var key = key(entry.substring(0, end).strip(), entry);
        if (end == entry.length()) {
            return TagRule.required(key, new AllowedValues.Any());
        }
        var rest = entry.substring(end + 1).strip();
        return TagRule.required(key, entry.charAt(end) == '=' ? oneOf(key, rest) : matching(key, rest));
    }

    private static String key(String key, String entry) throws UnreadableException {
        if (key.isEmpty()) {
            throw new UnreadableException(
                    entry.isEmpty() ? "an entry is empty" : "the entry \"%s\" has no key".formatted(entry));
        }
        return checkedKey(key);
    }

    static String checkedKey(String key) throws UnreadableException {
        if (key.isEmpty()) {
            throw new UnreadableException("a key is empty");
        }
        if (key.length() > LONGEST_KEY) {
            throw new UnreadableException("\"%s\" is longer than the 128 characters of a key".formatted(key));
        }
        if (key.toLowerCase(Locale.ROOT).startsWith("aws:")) {
            throw new UnreadableException("\"%s\" cannot be required, since only AWS sets aws: tags".formatted(key));
        }
        return key;
    }

    private static AllowedValues oneOf(String key, String rest) throws UnreadableException {
        var values = List.of(rest.split("\\|", -1)).stream().map(String::strip).toList();
        for (var value : values) {
            if (value.isEmpty() || value.length() > LONGEST_VALUE) {
                throw new UnreadableException(
                        "a value of \"%s\" is empty or longer than 256 characters".formatted(key));
            }
        }
        return new AllowedValues.OneOf(values);
    }

    private static AllowedValues matching(String key, String rest) throws UnreadableException {
        if (rest.isEmpty()) {
            throw new UnreadableException("\"%s~\" has no expression".formatted(key));
        }
        try {
            return new AllowedValues.Matching(Pattern.compile(rest));
        } catch (PatternSyntaxException e) {
            throw new UnreadableException("the expression of \"%s\" is none: %s".formatted(key, e.getDescription()));
        }
    }
}
