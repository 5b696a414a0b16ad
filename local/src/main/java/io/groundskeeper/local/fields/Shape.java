package io.groundskeeper.local.fields;

import java.util.List;

/** How the values at one place of an object are merged. Immutable. */
public interface Shape {

    /** What identifies the elements of a list. */
    enum Elements {
        /** Nothing does: the list is one value. */
        NONE,
        /** Each element is its own identity. */
        VALUE,
        /** The fields of {@link Shape#keys()}. */
        KEYS
    }

    /** Whether an object here is one value, with one owner. */
    boolean atomic();

    /** Whether an object that appears here counts as a field of its own, beside the fields in it. */
    boolean counts();

    /** What identifies the elements of a list here. */
    Elements elements();

    /** The fields that identify an element, in the order of their names. */
    List<String> keys();

    /** The place of a field of an object here. */
    Shape field(String name);

    /** The place of each element of a list here. */
    Shape item();
}
