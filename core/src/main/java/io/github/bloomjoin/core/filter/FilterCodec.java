/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License
 * is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express
 * or implied. See the License for the specific language governing permissions and limitations under
 * the License.
 */
package io.github.bloomjoin.core.filter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The bytes of an encoded filter, as {@code docs/format/filter-format.md} lays them out. Version 1
 * is for filters without a seed, version 2 for seeded ones.
 *
 * <pre>
 *   0  magic              "BLMJNFLT"        56  addedKeys          u64
 *   8  version            u16 = 1 or 2      64  planned fpp        f64
 *  10  headerBytes        u16 = 96          72  seed               u64, 0 in version 1
 *  12  flags              u32 = 0           80  reserved           u64 = 0
 *  16  hash name          24 bytes ASCII    88  bitset checksum    u32
 *  40  numBlocks          u32               92  header checksum    u32
 *  44  reserved           u32 = 0           96  bitset             numBlocks * 32 bytes
 *  48  expectedKeys       u64
 * </pre>
 *
 * <p>All numbers are little-endian, the checksums CRC32C. Reading is strict: what no version would
 * write is refused, before anything is allocated for it.
 */
final class FilterCodec {
  static final int HEADER_BYTES = 96;

  private static final byte[] MAGIC = "BLMJNFLT".getBytes(US_ASCII);
  private static final int PLAIN_VERSION = 1;
  private static final int SEEDED_VERSION = 2;
  private static final int BYTES_PER_BLOCK = SplitBlockBloomFilter.BYTES_PER_BLOCK;

  /** Of a stream, so much is read at first: more is allocated only as bytes really come. */
  private static final int FIRST_READ_BYTES = 1 << 20;

  private static final int VERSION_AT = 8;
  private static final int HEADER_BYTES_AT = 10;
  private static final int FLAGS_AT = 12;
  private static final int HASH_NAME_AT = 16;
  private static final int HASH_NAME_BYTES = 24;
  private static final int NUM_BLOCKS_AT = 40;
  private static final int RESERVED_INT_AT = 44;
  private static final int EXPECTED_KEYS_AT = 48;
  private static final int ADDED_KEYS_AT = 56;
  private static final int FPP_AT = 64;
  private static final int SEED_AT = 72;
  private static final int RESERVED_LONG_AT = 80;
  private static final int BITSET_CHECKSUM_AT = 88;
  private static final int HEADER_CHECKSUM_AT = 92;

  private static final long CANONICAL_NAN = Double.doubleToLongBits(Double.NaN);

  /** What a header says beyond the constants. */
  record Header(FilterSpec spec, long addedKeys, int bitsetChecksum) {
    int bitsetBytes() {
      return spec.numBlocks() * BYTES_PER_BLOCK;
    }
  }

  private FilterCodec() {}

  /** Encodes a filter whose bitset starts at {@code bitsetAt} of {@code storage}. */
  static byte[] encode(FilterSpec spec, long addedKeys, byte[] storage, int bitsetAt) {
    byte[] header = header(spec, addedKeys, storage, bitsetAt);
    int bitsetBytes = spec.numBlocks() * BYTES_PER_BLOCK;
    byte[] bytes = Arrays.copyOf(header, HEADER_BYTES + bitsetBytes);
    System.arraycopy(storage, bitsetAt, bytes, HEADER_BYTES, bitsetBytes);
    return bytes;
  }

  /** Writes the bytes of {@link #encode} without a copy of the bitset. */
  static void write(FilterSpec spec, long addedKeys, byte[] storage, int bitsetAt, OutputStream out)
      throws IOException {
    out.write(header(spec, addedKeys, storage, bitsetAt));
    out.write(storage, bitsetAt, spec.numBlocks() * BYTES_PER_BLOCK);
  }

  private static byte[] header(FilterSpec spec, long addedKeys, byte[] storage, int bitsetAt) {
    byte[] bytes = new byte[HEADER_BYTES];
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    header.put(0, MAGIC);
    header.putShort(VERSION_AT, (short) (spec.isSeeded() ? SEEDED_VERSION : PLAIN_VERSION));
    header.putShort(HEADER_BYTES_AT, (short) HEADER_BYTES);
    header.put(HASH_NAME_AT, padded(spec.hashName()));
    header.putInt(NUM_BLOCKS_AT, spec.numBlocks());
    header.putLong(EXPECTED_KEYS_AT, spec.expectedKeys());
    header.putLong(ADDED_KEYS_AT, addedKeys);
    header.putLong(FPP_AT, Double.doubleToLongBits(spec.fpp()));
    header.putLong(SEED_AT, spec.seed());
    int bitsetBytes = spec.numBlocks() * BYTES_PER_BLOCK;
    header.putInt(BITSET_CHECKSUM_AT, checksum(storage, bitsetAt, bitsetBytes));
    header.putInt(HEADER_CHECKSUM_AT, checksum(bytes, 0, HEADER_CHECKSUM_AT));
    return bytes;
  }

  /**
   * Reads and checks the header and the length of an encoded filter, but not its bitset.
   *
   * @throws FilterFormatException if any field is not what its version writes
   */
  static Header readHeader(byte[] bytes, int offset, int length) {
    if (length < HEADER_BYTES) {
      throw cutWithinHeader(length);
    }
    Header header = readHeader(bytes, offset);
    long wanted = (long) HEADER_BYTES + header.bitsetBytes();
    if (length != wanted) {
      throw new FilterFormatException(
          Math.min(length, wanted),
          String.format(
              "there are %d bytes but a filter of %d blocks has %d; %s",
              length,
              header.spec().numBlocks(),
              wanted,
              length < wanted
                  ? "the rest was cut off"
                  : "pass the bytes of the filter alone, nothing after it"));
    }
    return header;
  }

  /** Reads and checks the header of a stream, and nothing after it. */
  static Header readHeader(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(HEADER_BYTES);
    if (bytes.length < HEADER_BYTES) {
      throw cutWithinHeader(bytes.length);
    }
    return readHeader(bytes, 0);
  }

  private static FilterFormatException cutWithinHeader(int length) {
    return new FilterFormatException(
        length,
        "the bytes end within the header of "
            + HEADER_BYTES
            + " bytes; they were cut short or are not a filter");
  }

  private static Header readHeader(byte[] bytes, int offset) {
    ByteBuffer header =
        ByteBuffer.wrap(bytes, offset, HEADER_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
    // Magic and version come before the header checksum, because only they say that these bytes
    // have one, and where.
    checkMagic(header);
    int version = checkVersion(header);
    checkHeaderChecksum(header, bytes, offset);
    checkZero(Integer.toUnsignedLong(header.getInt(FLAGS_AT)), FLAGS_AT, "flags", version);
    checkHashName(header, version);
    checkZero(
        Integer.toUnsignedLong(header.getInt(RESERVED_INT_AT)),
        RESERVED_INT_AT,
        "a reserved field",
        version);
    long seed = seed(header, version);
    checkZero(header.getLong(RESERVED_LONG_AT), RESERVED_LONG_AT, "a reserved field", version);
    int numBlocks = numBlocks(header);
    long expectedKeys = count(header, EXPECTED_KEYS_AT, "expectedKeys");
    long addedKeys = count(header, ADDED_KEYS_AT, "addedKeys");
    double fpp = plannedFpp(header, expectedKeys);
    return new Header(
        new FilterSpec(numBlocks, expectedKeys, fpp, seed),
        addedKeys,
        header.getInt(BITSET_CHECKSUM_AT));
  }

  /**
   * Checks the bitset of the encoded filter at {@code offset} against its header.
   *
   * @throws FilterFormatException if the bitset is not the one that was encoded
   */
  static void checkBitset(Header header, byte[] bytes, int offset) {
    checkBitset(header, checksum(bytes, offset + HEADER_BYTES, header.bitsetBytes()));
  }

  private static void checkBitset(Header header, int actual) {
    if (actual != header.bitsetChecksum()) {
      throw new FilterFormatException(
          BITSET_CHECKSUM_AT,
          String.format(
              "the bitset checksum is %08x but the bitset has %08x; the bytes were damaged, fetch"
                  + " or build the filter again",
              header.bitsetChecksum(), actual));
    }
  }

  /**
   * Reads and checks the bitset that follows a header in a stream, and nothing after it.
   *
   * @param bitsetAt where the bitset shall start in the returned array
   * @return an array that ends with the bitset
   */
  static byte[] readBitset(Header header, InputStream in, int bitsetAt) throws IOException {
    int end = bitsetAt + header.bitsetBytes();
    byte[] storage = new byte[Math.min(end, bitsetAt + FIRST_READ_BYTES)];
    int at = bitsetAt;
    while (at < end) {
      if (at == storage.length) {
        storage = Arrays.copyOf(storage, (int) Math.min(end, 2L * at));
      }
      int read = in.readNBytes(storage, at, storage.length - at);
      if (read < storage.length - at) {
        long there = (long) HEADER_BYTES + at + read - bitsetAt;
        throw new FilterFormatException(
            there,
            String.format(
                "the stream ends after %d bytes but a filter of %d blocks has %d; the rest was cut"
                    + " off",
                there, header.spec().numBlocks(), (long) HEADER_BYTES + header.bitsetBytes()));
      }
      at += read;
    }
    checkBitset(header, checksum(storage, bitsetAt, header.bitsetBytes()));
    return storage;
  }

  private static void checkMagic(ByteBuffer header) {
    byte[] magic = new byte[MAGIC.length];
    header.get(0, magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new FilterFormatException(
          0,
          "the bytes start with "
              + printable(magic)
              + " instead of "
              + printable(MAGIC)
              + "; they are not a filter of this format");
    }
  }

  private static int checkVersion(ByteBuffer header) {
    int version = Short.toUnsignedInt(header.getShort(VERSION_AT));
    if (version != PLAIN_VERSION && version != SEEDED_VERSION) {
      throw new FilterFormatException(
          VERSION_AT,
          "the format version is "
              + version
              + " but only "
              + PLAIN_VERSION
              + " and "
              + SEEDED_VERSION
              + " are known here; read it with a newer release, or build the filter again");
    }
    int headerBytes = Short.toUnsignedInt(header.getShort(HEADER_BYTES_AT));
    if (headerBytes != HEADER_BYTES) {
      throw new FilterFormatException(
          HEADER_BYTES_AT,
          "the header has "
              + headerBytes
              + " bytes but version "
              + version
              + " has "
              + HEADER_BYTES
              + "; the bytes were damaged");
    }
    return version;
  }

  private static void checkHeaderChecksum(ByteBuffer header, byte[] bytes, int offset) {
    int stored = header.getInt(HEADER_CHECKSUM_AT);
    int actual = checksum(bytes, offset, HEADER_CHECKSUM_AT);
    if (stored != actual) {
      throw new FilterFormatException(
          HEADER_CHECKSUM_AT,
          String.format(
              "the header checksum is %08x but the header has %08x; the bytes were damaged, fetch"
                  + " or build the filter again",
              stored, actual));
    }
  }

  private static void checkZero(long value, int at, String field, int version) {
    if (value != 0) {
      throw new FilterFormatException(
          at,
          String.format(
              "%s has the value 0x%x but must be 0 in version %d; read it with a newer release",
              field, value, version));
    }
  }

  private static void checkHashName(ByteBuffer header, int version) {
    byte[] wanted = padded(version == SEEDED_VERSION ? KeyHashing.SEEDED_NAME : KeyHashing.NAME);
    byte[] name = new byte[HASH_NAME_BYTES];
    header.get(HASH_NAME_AT, name);
    if (!Arrays.equals(name, wanted)) {
      throw new FilterFormatException(
          HASH_NAME_AT,
          "the hash is named "
              + printable(name)
              + " but version "
              + version
              + " has only "
              + printable(wanted)
              + "; read it with a newer release, or build the filter again");
    }
  }

  private static long seed(ByteBuffer header, int version) {
    long seed = header.getLong(SEED_AT);
    if (version == PLAIN_VERSION) {
      checkZero(seed, SEED_AT, "the seed", version);
    } else if (seed == KeyHashing.SEED) {
      throw new FilterFormatException(
          SEED_AT,
          "the seed is 0 but must not be in version "
              + version
              + "; the writer is faulty, build the filter again");
    }
    return seed;
  }

  private static int numBlocks(ByteBuffer header) {
    long numBlocks = Integer.toUnsignedLong(header.getInt(NUM_BLOCKS_AT));
    if (numBlocks < 1 || numBlocks > FilterSizing.MAX_BLOCKS) {
      throw new FilterFormatException(
          NUM_BLOCKS_AT,
          "numBlocks is "
              + numBlocks
              + " but must be 1 to "
              + FilterSizing.MAX_BLOCKS
              + "; split the keys over several filters");
    }
    return (int) numBlocks;
  }

  private static long count(ByteBuffer header, int at, String field) {
    long count = header.getLong(at);
    if (count < 0) {
      throw new FilterFormatException(
          at,
          field
              + " is "
              + Long.toUnsignedString(count)
              + " but must be less than 2^63; the writer is faulty, build the filter again");
    }
    return count;
  }

  private static double plannedFpp(ByteBuffer header, long expectedKeys) {
    long bits = header.getLong(FPP_AT);
    double fpp = Double.longBitsToDouble(bits);
    if (bits != CANONICAL_NAN && !(fpp > 0 && fpp < 1)) {
      throw new FilterFormatException(
          FPP_AT,
          String.format(
              "the planned false positive probability is %s (0x%016x) but must lie between 0 and 1"
                  + " or be the NaN 0x%016x; the writer is faulty, build the filter again",
              fpp, bits, CANONICAL_NAN));
    }
    if (bits == CANONICAL_NAN && expectedKeys != 0) {
      throw new FilterFormatException(
          EXPECTED_KEYS_AT,
          "expectedKeys is "
              + expectedKeys
              + " but must be 0 without a planned false positive probability; the writer is faulty,"
              + " build the filter again");
    }
    return fpp;
  }

  private static byte[] padded(String hashName) {
    return Arrays.copyOf(hashName.getBytes(US_ASCII), HASH_NAME_BYTES);
  }

  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  /** Text in quotes without its zero padding, foreign bytes as {@code \xNN}. */
  private static String printable(byte[] text) {
    int length = text.length;
    while (length > 0 && text[length - 1] == 0) {
      length--;
    }
    StringBuilder printable = new StringBuilder(length + 2).append('"');
    for (int i = 0; i < length; i++) {
      if (text[i] >= ' ' && text[i] <= '~' && text[i] != '"' && text[i] != '\\') {
        printable.append((char) text[i]);
      } else {
        printable.append(String.format("\\x%02x", text[i]));
      }
    }
    return printable.append('"').toString();
  }
}
