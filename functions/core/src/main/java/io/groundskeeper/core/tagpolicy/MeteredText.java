package io.groundskeeper.core.tagpolicy;

/**
 * Text that can be looked at a limited number of times. A regular expression that backtracks without end on some tag
 * value, such as {@code ^(a+)+\1z$}, would else hold the function until it is killed.
 */
final class MeteredText implements CharSequence {

    private static final int MOST_LOOKS = 200_000;

    private final String text;
    private final int[] looks;

    MeteredText(String text) {
        this(text, new int[1]);
    }

    private MeteredText(String text, int[] looks) {
        this.text = text;
        this.looks = looks;
    }

    @Override
    public char charAt(int index) {
        if (++looks[0] > MOST_LOOKS) {
            throw new SpentException();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new MeteredText(text.substring(start, end), looks);
    }

    @Override
    public String toString() {
        return text;
    }

    /** The text was looked at too often. */
    static final class SpentException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
