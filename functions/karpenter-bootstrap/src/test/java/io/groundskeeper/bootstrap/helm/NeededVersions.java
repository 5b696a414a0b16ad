package io.groundskeeper.bootstrap.helm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/** Reads out of a 64-bit ELF file which versions of symbols it needs of other libraries: section .gnu.version_r. */
final class NeededVersions {

    private static final int NEEDED = 0x6ffffffe;

    private final ByteBuffer file;

    private NeededVersions(byte[] bytes) {
        this.file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static Set<String> of(byte[] bytes) {
        return new NeededVersions(bytes).read();
    }

    private Set<String> read() {
        if (file.getInt(0) != 0x464c457f) {
            throw new IllegalArgumentException("Not an ELF file");
        }
        long sections = file.getLong(0x28);
        int size = Short.toUnsignedInt(file.getShort(0x3a));
        int count = Short.toUnsignedInt(file.getShort(0x3c));
        var versions = new TreeSet<String>();
        for (int i = 0; i < count; i++) {
            int header = Math.toIntExact(sections + (long) i * size);
            if (file.getInt(header + 4) == NEEDED) {
                int names = Math.toIntExact(sections + (long) file.getInt(header + 40) * size);
                libraries(offset(header), offset(names), file.getInt(header + 44), versions);
            }
        }
        return versions;
    }

    private int offset(int header) {
        return Math.toIntExact(file.getLong(header + 24));
    }

    private void libraries(int start, int names, int count, Set<String> versions) {
        int library = start;
        for (int i = 0; i < count; i++) {
            int version = library + file.getInt(library + 8);
            for (int j = 0; j < Short.toUnsignedInt(file.getShort(library + 2)); j++) {
                versions.add(text(names + file.getInt(version + 8)));
                version += file.getInt(version + 12);
            }
            library += file.getInt(library + 12);
        }
    }

    private String text(int start) {
        int end = start;
        while (file.get(end) != 0) {
            end++;
        }
        return new String(file.array(), start, end - start, StandardCharsets.US_ASCII);
    }
}
