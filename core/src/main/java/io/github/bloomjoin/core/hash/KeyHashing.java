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
package io.github.bloomjoin.core.hash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * How a key becomes the 64-bit hash that a filter stores: the key hashing specification {@value
 * #NAME}, written down in {@code docs/format/key-hashing.md}.
 *
 * <p>The hash of an atomic key is {@link XxHash64} with seed {@link #SEED} over the plain encoding
 * of the <a href="https://github.com/apache/parquet-format/blob/master/BloomFilter.md">Parquet
 * Bloom filter</a> (little-endian int and long, raw IEEE 754 bits, the bytes of a string without
 * their length). Byte, short, boolean (0 or 1), date (days since the epoch) and year-month interval
 * (months) keys are hashed as int, timestamps (microseconds since the epoch) and day-time intervals
 * (microseconds) as long. Keys that SQL holds equal have equal hashes: -0.0 hashes as 0.0, and
 * every NaN as one. (A Parquet writer hashes the raw bits instead, so its filters differ for those
 * two keys.)
 *
 * <p>The hash of a composite key is a chain: the hash of the fields so far is the seed of the next,
 * and the first seed is {@link #SEED}. Spark's {@code XxHash64(children, 0)} expression computes
 * the same values; there a null field leaves the chain as it is. Null is the caller's affair here:
 * a key with a null field can match nothing in an {@code =} join, so it is neither added nor
 * probed.
 *
 * <p>What a name means never changes; another way of hashing gets another name. Stateless, so safe
 * for use by many threads. Constant time except for strings and byte arrays, which take time linear
 * in their length.
 */
public final class KeyHashing {
  /** The name of this specification, as filters carry it; at most 24 ASCII bytes. */
  public static final String NAME = "xxh64-v1";

  /**
   * The name of this specification with another seed than {@link #SEED}: the hash of an atomic key
   * and of the first field of a composite key then has that seed in the place of {@link #SEED}.
   */
  public static final String SEEDED_NAME = "xxh64-v1-seeded";

  /** The seed of an atomic key and of the first field of a composite key. */
  public static final long SEED = 0L;

  /** So many decimal digits always fit a long. */
  private static final int MAX_LONG_DIGITS = 18;

  private KeyHashing() {}

  /**
   * Hashes an int key, and byte, short, boolean and date keys widened to int.
   *
   * @param key any int
   * @return the hash, any long
   */
  public static long hashInt(int key) {
    return hashInt(key, SEED);
  }

  /**
   * Hashes an int field of a composite key.
   *
   * @param key any int
   * @param previous the hash of the fields before this one, {@link #SEED} for the first
   * @return the hash of the fields so far, any long
   */
  public static long hashInt(int key, long previous) {
    return XxHash64.hashInt(key, previous);
  }

  /**
   * Hashes a long key.
   *
   * @param key any long
   * @return the hash, any long
   */
  public static long hashLong(long key) {
    return hashLong(key, SEED);
  }

  /**
   * Hashes a long field of a composite key.
   *
   * @param key any long
   * @param previous the hash of the fields before this one, {@link #SEED} for the first
   * @return the hash of the fields so far, any long
   */
  public static long hashLong(long key, long previous) {
    return XxHash64.hashLong(key, previous);
  }

  /**
   * Hashes a float key by its bits, -0.0f as 0.0f and every NaN as {@link Float#NaN}.
   *
   * @param key any float
   * @return the hash, any long
   */
  public static long hashFloat(float key) {
    return hashFloat(key, SEED);
  }

  /**
   * Hashes a float field of a composite key by its bits, -0.0f as 0.0f and every NaN as {@link
   * Float#NaN}.
   *
   * @param key any float
   * @param previous the hash of the fields before this one, {@link #SEED} for the first
   * @return the hash of the fields so far, any long
   */
  public static long hashFloat(float key, long previous) {
    // floatToIntBits, unlike floatToRawIntBits, makes every NaN one.
    return XxHash64.hashInt(key == 0.0f ? 0 : Float.floatToIntBits(key), previous);
  }

  /**
   * Hashes a double key by its bits, -0.0 as 0.0 and every NaN as {@link Double#NaN}.
   *
   * @param key any double
   * @return the hash, any long
   */
  public static long hashDouble(double key) {
    return hashDouble(key, SEED);
  }

  /**
   * Hashes a double field of a composite key by its bits, -0.0 as 0.0 and every NaN as {@link
   * Double#NaN}.
   *
   * @param key any double
   * @param previous the hash of the fields before this one, {@link #SEED} for the first
   * @return the hash of the fields so far, any long
   */
  public static long hashDouble(double key, long previous) {
    return XxHash64.hashLong(key == 0.0 ? 0L : Double.doubleToLongBits(key), previous);
  }

  /**
   * Hashes a string key as its UTF-8 bytes; no normalisation, no collation. A surrogate without its
   * partner has no UTF-8 form and counts as {@code '?'}.
   *
   * @param key the string, not null, may be empty
   * @return the hash, any long
   */
  public static long hashString(String key) {
    return hashString(key, SEED);
  }

  /**
   * Hashes a string field of a composite key as its UTF-8 bytes, like {@link #hashString(String)}.
   *
   * @param key the string, not null, may be empty
   * @param previous the hash of the fields before this one, {@link #SEED} for the first
   * @return the hash of the fields so far, any long
   */
  public static long hashString(String key, long previous) {
    return hashBytes(key.getBytes(UTF_8), previous);
  }

  /**
   * Hashes a binary key; the bytes of a string in UTF-8 hash like the string.
   *
   * @param key the bytes, not null, may be empty
   * @return the hash, any long
   */
  public static long hashBytes(byte[] key) {
    return hashBytes(key, SEED);
  }

  /**
   * Hashes a binary field of a composite key.
   *
   * @param key the bytes, not null, may be empty
   * @param previous the hash of the fields before this one, {@link #SEED} for the first
   * @return the hash of the fields so far, any long
   */
  public static long hashBytes(byte[] key, long previous) {
    return XxHash64.hashBytes(key, 0, key.length, previous);
  }

  /**
   * Hashes a string or binary field of a composite key where its bytes lie, such as outside the
   * heap; the same as {@link #hashBytes(byte[], long)} of those bytes. Leaves the buffer as it is.
   *
   * @param bytes the buffer that holds the field, not null
   * @param offset the absolute index of the first byte
   * @param length the number of bytes, 0 allowed
   * @param previous the hash of the fields before this one, {@link #SEED} for the first
   * @return the hash of the fields so far, any long
   * @throws IndexOutOfBoundsException if the range is not within the buffer's limit
   */
  public static long hashBytes(ByteBuffer bytes, int offset, int length, long previous) {
    return XxHash64.hashBytes(bytes, offset, length, previous);
  }

  /**
   * Hashes a decimal key by its unscaled value. Decimals of different scale are different keys, so
   * both sides of a join must be brought to one precision and scale first.
   *
   * @param unscaled the value times 10 to the power of the scale, not null
   * @param precision the digits of the type, 1 to 38; up to 18 it is hashed as a long
   * @return the hash, any long
   * @throws ArithmeticException if the precision is 18 or less and the value exceeds a long
   */
  public static long hashDecimal(BigInteger unscaled, int precision) {
    return hashDecimal(unscaled, precision, SEED);
  }

  /**
   * Hashes a decimal field of a composite key, like {@link #hashDecimal(BigInteger, int)}.
   *
   * @param unscaled the value times 10 to the power of the scale, not null
   * @param precision the digits of the type, 1 to 38; up to 18 it is hashed as a long
   * @param previous the hash of the fields before this one, {@link #SEED} for the first
   * @return the hash of the fields so far, any long
   * @throws ArithmeticException if the precision is 18 or less and the value exceeds a long
   */
  public static long hashDecimal(BigInteger unscaled, int precision, long previous) {
    return precision <= MAX_LONG_DIGITS
        ? hashLong(unscaled.longValueExact(), previous)
        : hashBytes(unscaled.toByteArray(), previous);
  }

  /**
   * Hashes many int keys: {@code hashes[i]} becomes the hash of {@code keys[i]}.
   *
   * @param keys the keys, as for {@link #hashInt(int)}, not null
   * @param from the position of the first key
   * @param to the position after the last key
   * @param hashes receives the hashes at the positions of their keys, not null
   * @throws IndexOutOfBoundsException if the range is not within one of the arrays
   */
  public static void hashInts(int[] keys, int from, int to, long[] hashes) {
    checkRange(from, to, keys.length, hashes.length);
    HashBatches.KERNEL.forBatch(to - from).hashInts(keys, from, to, hashes);
  }

  /**
   * Adds a int field to many composite keys: {@code hashes[i]}, the hash of the fields so far,
   * becomes the hash with {@code fields[i]} after them.
   *
   * @param fields the fields, as for {@link #hashInt(int)}, not null
   * @param from the position of the first field
   * @param to the position after the last field
   * @param hashes the hashes of the fields before, replaced; not null
   * @throws IndexOutOfBoundsException if the range is not within one of the arrays
   */
  public static void appendInts(int[] fields, int from, int to, long[] hashes) {
    checkRange(from, to, fields.length, hashes.length);
    HashBatches.KERNEL.forBatch(to - from).appendInts(fields, from, to, hashes);
  }

  /**
   * Hashes many long keys: {@code hashes[i]} becomes the hash of {@code keys[i]}.
   *
   * @param keys the keys, not null
   * @param from the position of the first key
   * @param to the position after the last key
   * @param hashes receives the hashes at the positions of their keys, not null
   * @throws IndexOutOfBoundsException if the range is not within one of the arrays
   */
  public static void hashLongs(long[] keys, int from, int to, long[] hashes) {
    checkRange(from, to, keys.length, hashes.length);
    HashBatches.KERNEL.forBatch(to - from).hashLongs(keys, from, to, hashes);
  }

  /**
   * Adds a long field to many composite keys: {@code hashes[i]}, the hash of the fields so far,
   * becomes the hash with {@code fields[i]} after them.
   *
   * @param fields the fields, not null
   * @param from the position of the first field
   * @param to the position after the last field
   * @param hashes the hashes of the fields before, replaced; not null
   * @throws IndexOutOfBoundsException if the range is not within one of the arrays
   */
  public static void appendLongs(long[] fields, int from, int to, long[] hashes) {
    checkRange(from, to, fields.length, hashes.length);
    HashBatches.KERNEL.forBatch(to - from).appendLongs(fields, from, to, hashes);
  }

  /**
   * Hashes many float keys: {@code hashes[i]} becomes the hash of {@code keys[i]}.
   *
   * @param keys the keys, as for {@link #hashFloat(float)}, not null
   * @param from the position of the first key
   * @param to the position after the last key
   * @param hashes receives the hashes at the positions of their keys, not null
   * @throws IndexOutOfBoundsException if the range is not within one of the arrays
   */
  public static void hashFloats(float[] keys, int from, int to, long[] hashes) {
    checkRange(from, to, keys.length, hashes.length);
    for (int i = from; i < to; i++) {
      hashes[i] = hashFloat(keys[i], SEED);
    }
  }

  /**
   * Adds a float field to many composite keys: {@code hashes[i]}, the hash of the fields so far,
   * becomes the hash with {@code fields[i]} after them.
   *
   * @param fields the fields, as for {@link #hashFloat(float)}, not null
   * @param from the position of the first field
   * @param to the position after the last field
   * @param hashes the hashes of the fields before, replaced; not null
   * @throws IndexOutOfBoundsException if the range is not within one of the arrays
   */
  public static void appendFloats(float[] fields, int from, int to, long[] hashes) {
    checkRange(from, to, fields.length, hashes.length);
    for (int i = from; i < to; i++) {
      hashes[i] = hashFloat(fields[i], hashes[i]);
    }
  }

  /**
   * Hashes many double keys: {@code hashes[i]} becomes the hash of {@code keys[i]}.
   *
   * @param keys the keys, as for {@link #hashDouble(double)}, not null
   * @param from the position of the first key
   * @param to the position after the last key
   * @param hashes receives the hashes at the positions of their keys, not null
   * @throws IndexOutOfBoundsException if the range is not within one of the arrays
   */
  public static void hashDoubles(double[] keys, int from, int to, long[] hashes) {
    checkRange(from, to, keys.length, hashes.length);
    for (int i = from; i < to; i++) {
      hashes[i] = hashDouble(keys[i], SEED);
    }
  }

  /**
   * Adds a double field to many composite keys: {@code hashes[i]}, the hash of the fields so far,
   * becomes the hash with {@code fields[i]} after them.
   *
   * @param fields the fields, as for {@link #hashDouble(double)}, not null
   * @param from the position of the first field
   * @param to the position after the last field
   * @param hashes the hashes of the fields before, replaced; not null
   * @throws IndexOutOfBoundsException if the range is not within one of the arrays
   */
  public static void appendDoubles(double[] fields, int from, int to, long[] hashes) {
    checkRange(from, to, fields.length, hashes.length);
    for (int i = from; i < to; i++) {
      hashes[i] = hashDouble(fields[i], hashes[i]);
    }
  }

  private static void checkRange(int from, int to, int keys, int hashes) {
    Objects.checkFromToIndex(from, to, keys);
    Objects.checkFromToIndex(from, to, hashes);
  }
}
