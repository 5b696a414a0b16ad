package io.groundskeeper.local.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** A tar archive, compressed by gzip, in the ustar format. Equal files make equal archives. */
final class Archive {
    private static final int BLOCK = 512;
    private static final int CHECKSUM_AT = 148;

    private Archive() {}

    /** @param files content by path; a path has at most 100 characters of ASCII */
    static byte[] of(Map<String, byte[]> files) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            for (var file : files.entrySet()) {
                gzip.write(header(file.getKey(), file.getValue().length));
                gzip.write(file.getValue());
                pad(gzip, file.getValue().length);
            }
            // Two empty blocks are the end.
            gzip.write(new byte[2 * BLOCK]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] header(String path, int size) {
        if (path.length() > 100) {
            throw new IllegalArgumentException("The path is too long for an archive: " + path);
        }
        var header = ByteBuffer.allocate(BLOCK);
        put(header, 0, path);
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, "%011o".formatted(size));
        put(header, 136, "%011o".formatted(0));
        put(header, CHECKSUM_AT, "        ");
        put(header, 156, "0");
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 0;
        for (byte each : header.array()) {
            sum += each & 0xff;
        }
        put(header, CHECKSUM_AT, "%06o\0 ".formatted(sum));
        return header.array();
    }

    private static void put(ByteBuffer header, int at, String text) {
        header.put(at, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void pad(OutputStream out, int size) throws IOException {
        out.write(new byte[(BLOCK - size % BLOCK) % BLOCK]);
    }
}
