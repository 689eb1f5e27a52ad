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

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A Bloom filter of Apache Spark's sketch library, read from the bytes that its {@code
 * BloomFilter.writeTo} writes, of version 1 or 2; both are flat filters over a 32-bit MurmurHash3.
 *
 * <p>The layout, big-endian: the version as an int; the number of hash functions as an int; in
 * version 2 the seed as an int; the number of 64-bit words as an int; the words. Two hashes of a
 * key, the second seeded with the first, give the position of each bit; version 1 combines them in
 * 32 bits, version 2 in 64.
 *
 * <p>Spark adds byte, short, int and long keys as long, and strings as their UTF-8 bytes. Of float
 * and double keys it knows nothing, so those might always be contained. Spark's runtime filters
 * hold the {@code xxhash64} hashes of their keys as long keys; ask {@link #mightContainLong} for
 * the hash.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class SparkBloomFilter implements BloomFilter {
  private static final int VERSION_1 = 1;
  private static final int VERSION_2 = 2;

  /** Far more than any use; each costs time for each key that is contained. */
  private static final int MAX_HASH_FUNCTIONS = 1 << 20;

  private final int version;
  private final int numHashFunctions;
  private final int seed;
  private final long[] words;

  private SparkBloomFilter(int version, int numHashFunctions, int seed, long[] words) {
    this.version = version;
    this.numHashFunctions = numHashFunctions;
    this.seed = seed;
    this.words = words;
  }

  /**
   * Reads a filter that fills a range of bytes, in time linear in its length.
   *
   * @param bytes what Spark wrote, not null; copied
   * @param offset where the filter starts
   * @param length the bytes of the filter
   * @return the filter
   * @throws FilterFormatException if the bytes are anything but one whole filter of version 1 or 2;
   *     nothing large is allocated before that is sure
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public static SparkBloomFilter read(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length).slice();
    int version = readInt(in, "the version");
    if (version != VERSION_1 && version != VERSION_2) {
      throw new FilterFormatException(
          0,
          "the version of Spark's Bloom filter is "
              + version
              + " but only 1 and 2 are known; the bytes are something else or come from a newer"
              + " Spark");
    }
    int numHashFunctions = readInt(in, "the number of hash functions");
    if (numHashFunctions < 1 || numHashFunctions > MAX_HASH_FUNCTIONS) {
      throw new FilterFormatException(
          in.position() - Integer.BYTES,
          "the number of hash functions is "
              + numHashFunctions
              + " but must be 1 to "
              + MAX_HASH_FUNCTIONS
              + "; the bytes were damaged");
    }
    int seed = version == VERSION_2 ? readInt(in, "the seed") : 0;
    int numWords = readInt(in, "the number of words");
    if (numWords < 1 || in.remaining() != (long) numWords * Long.BYTES) {
      throw new FilterFormatException(
          in.position() - Integer.BYTES,
          "the number of words is "
              + numWords
              + " but "
              + in.remaining()
              + " bytes follow, 8 for each word; the bytes were cut short, or something follows");
    }
    long[] words = new long[numWords];
    in.asLongBuffer().get(words);

    return new SparkBloomFilter(version, numHashFunctions, seed, words);
  }

  private static int readInt(ByteBuffer in, String what) {
    if (in.remaining() < Integer.BYTES) {
      throw new FilterFormatException(
          in.limit(), "the bytes end before " + what + "; they were cut short or are no filter");
    }

    return in.getInt();
  }

  @Override
  public boolean mightContainInt(int key) {
    return mightContainLong(key);
  }

  @Override
  public boolean mightContainLong(long key) {
    int first = Murmur3.hashLong(key, seed);
    return hasBits(first, Murmur3.hashLong(key, first));
  }

  /** Always true: Spark's filter does not hold such keys. */
  @Override
  public boolean mightContainFloat(float key) {
    return true;
  }

  /** Always true: Spark's filter does not hold such keys. */
  @Override
  public boolean mightContainDouble(double key) {
    return true;
  }

  @Override
  public boolean mightContainString(String key) {
    return mightContainBytes(key.getBytes(UTF_8));
  }

  @Override
  public boolean mightContainBytes(byte[] key) {
    int first = Murmur3.hashBytes(key, seed);
    return hasBits(first, Murmur3.hashBytes(key, first));
  }

  /**
   * Returns the name of Spark's hashing in this version.
   *
   * @return {@code spark-v1} or {@code spark-v2}
   */
  @Override
  public String hashName() {
    return "spark-v" + version;
  }

  @Override
  public long numBytes() {
    return (long) words.length * Long.BYTES;
  }

  private boolean hasBits(int first, int second) {
    long numBits = (long) words.length * Long.SIZE;
    // Version 1 lets the sum run over in 32 bits, version 2 spreads it over 64.
    long combined = version == VERSION_1 ? first : (long) first * Integer.MAX_VALUE;
    for (int i = 0; i < numHashFunctions; i++) {
      combined = version == VERSION_1 ? (int) combined + second : combined + second;
      long bit = (combined < 0 ? ~combined : combined) % numBits;
      if ((words[(int) (bit >>> 6)] & 1L << bit) == 0) {
        return false;
      }
    }

    return true;
  }

  /**
   * The 32-bit MurmurHash3 of Austin Appleby, in Spark's form: each byte that is left over after
   * the last four is hashed like four bytes of its own, sign and all.
   */
  private static final class Murmur3 {
    private Murmur3() {}

    static int hashLong(long value, int seed) {
      return finish(mix(mix(seed, (int) value), (int) (value >>> 32)), Long.BYTES);
    }

    static int hashBytes(byte[] bytes, int seed) {
      int hash = seed;
      int at = 0;
      for (; at + 4 <= bytes.length; at += 4) {
        int word =
            (bytes[at] & 0xff)
                | (bytes[at + 1] & 0xff) << 8
                | (bytes[at + 2] & 0xff) << 16
                | bytes[at + 3] << 24;
        hash = mix(hash, word);
      }
      for (; at < bytes.length; at++) {
        hash = mix(hash, bytes[at]);
      }

      return finish(hash, bytes.length);
    }

    private static int mix(int hash, int word) {
      int mixed = Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
      return Integer.rotateLeft(hash ^ mixed, 13) * 5 + 0xe6546b64;
    }

    private static int finish(int hash, int length) {
      int mixed = hash ^ length;
      mixed = (mixed ^ (mixed >>> 16)) * 0x85ebca6b;
      mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
      return mixed ^ (mixed >>> 16);
    }
  }
}
