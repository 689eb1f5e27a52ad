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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * XXH64, the 64-bit hash of the xxHash family, after the <a
 * href="https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md">xxHash specification</a>.
 * It is the hash of Parquet's Bloom filters and of Spark's {@code xxhash64} function.
 *
 * <p>Not a cryptographic hash: who knows the seed can make keys that collide. Stateless, so safe
 * for use by many threads. Nothing here allocates.
 */
public final class XxHash64 {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BUFFER_INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BUFFER_LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static final long PRIME_1 = 0x9E3779B185EBCA87L;
  static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  static final long PRIME_3 = 0x165667B19E3779F9L;
  static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  static final long PRIME_5 = 0x27D4EB2F165667C5L;

  private static final int STRIPE_BYTES = 32;

  private XxHash64() {}

  /**
   * Hashes the four little-endian bytes of an int; the same as {@link #hashBytes} of those bytes.
   *
   * @param value any int
   * @param seed any long
   * @return the hash, any long
   */
  public static long hashInt(int value, long seed) {
    return avalanche(mixInt(seed + PRIME_5 + Integer.BYTES, value));
  }

  /**
   * Hashes the eight little-endian bytes of a long; the same as {@link #hashBytes} of those bytes.
   *
   * @param value any long
   * @param seed any long
   * @return the hash, any long
   */
  public static long hashLong(long value, long seed) {
    return avalanche(mixLong(seed + PRIME_5 + Long.BYTES, value));
  }

  /**
   * Hashes a range of bytes in time linear in its length.
   *
   * @param bytes the array that holds the range, not null
   * @param offset the first byte of the range
   * @param length the number of bytes, 0 allowed
   * @param seed any long
   * @return the hash, any long
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public static long hashBytes(byte[] bytes, int offset, int length, long seed) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int end = offset + length;
    int at = offset;
    long hash;
    if (length >= STRIPE_BYTES) {
      long lane1 = seed + PRIME_1 + PRIME_2;
      long lane2 = seed + PRIME_2;
      long lane3 = seed;
      long lane4 = seed - PRIME_1;
      // "end - STRIPE_BYTES" rather than "at + STRIPE_BYTES", which overflows near the largest
      // array.
      int lastStripe = end - STRIPE_BYTES;
      while (at <= lastStripe) {
        lane1 = round(lane1, (long) LONGS.get(bytes, at));
        lane2 = round(lane2, (long) LONGS.get(bytes, at + 8));
        lane3 = round(lane3, (long) LONGS.get(bytes, at + 16));
        lane4 = round(lane4, (long) LONGS.get(bytes, at + 24));
        at += STRIPE_BYTES;
      }
      hash = mergeLanes(lane1, lane2, lane3, lane4);
    } else {
      hash = seed + PRIME_5;
    }
    hash += length;
    while (end - at >= Long.BYTES) {
      hash = mixLong(hash, (long) LONGS.get(bytes, at));
      at += Long.BYTES;
    }
    if (end - at >= Integer.BYTES) {
      hash = mixInt(hash, (int) INTS.get(bytes, at));
      at += Integer.BYTES;
    }
    while (at < end) {
      hash = mixByte(hash, bytes[at]);
      at++;
    }
    return avalanche(hash);
  }

  /**
   * Hashes a range of bytes where they lie, such as outside the heap, in time linear in its length;
   * the same as {@link #hashBytes(byte[], int, int, long)} of those bytes. The buffer's position,
   * limit and byte order do not matter and stay as they are, but for that the range must end by the
   * limit.
   *
   * @param bytes the buffer that holds the range, not null
   * @param offset the absolute index of the first byte
   * @param length the number of bytes, 0 allowed
   * @param seed any long
   * @return the hash, any long
   * @throws IndexOutOfBoundsException if the range is not within the buffer's limit
   */
  public static long hashBytes(ByteBuffer bytes, int offset, int length, long seed) {
    Objects.checkFromIndexSize(offset, length, bytes.limit());
    // The array's code again: what reads the bytes must be a constant of each to be fast.
    int end = offset + length;
    int at = offset;
    long hash;
    if (length >= STRIPE_BYTES) {
      long lane1 = seed + PRIME_1 + PRIME_2;
      long lane2 = seed + PRIME_2;
      long lane3 = seed;
      long lane4 = seed - PRIME_1;
      int lastStripe = end - STRIPE_BYTES;
      while (at <= lastStripe) {
        lane1 = round(lane1, (long) BUFFER_LONGS.get(bytes, at));
        lane2 = round(lane2, (long) BUFFER_LONGS.get(bytes, at + 8));
        lane3 = round(lane3, (long) BUFFER_LONGS.get(bytes, at + 16));
        lane4 = round(lane4, (long) BUFFER_LONGS.get(bytes, at + 24));
        at += STRIPE_BYTES;
      }
      hash = mergeLanes(lane1, lane2, lane3, lane4);
    } else {
      hash = seed + PRIME_5;
    }
    hash += length;
    while (end - at >= Long.BYTES) {
      hash = mixLong(hash, (long) BUFFER_LONGS.get(bytes, at));
      at += Long.BYTES;
    }
    if (end - at >= Integer.BYTES) {
      hash = mixInt(hash, (int) BUFFER_INTS.get(bytes, at));
      at += Integer.BYTES;
    }
    while (at < end) {
      hash = mixByte(hash, bytes.get(at));
      at++;
    }
    return avalanche(hash);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
  }

  private static long mergeLane(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }

  private static long mergeLanes(long lane1, long lane2, long lane3, long lane4) {
    long hash =
        Long.rotateLeft(lane1, 1)
            + Long.rotateLeft(lane2, 7)
            + Long.rotateLeft(lane3, 12)
            + Long.rotateLeft(lane4, 18);
    hash = mergeLane(hash, lane1);
    hash = mergeLane(hash, lane2);
    hash = mergeLane(hash, lane3);
    return mergeLane(hash, lane4);
  }

  private static long mixLong(long hash, long value) {
    return Long.rotateLeft(hash ^ round(0, value), 27) * PRIME_1 + PRIME_4;
  }

  private static long mixInt(long hash, int value) {
    return Long.rotateLeft(hash ^ ((value & 0xFFFFFFFFL) * PRIME_1), 23) * PRIME_2 + PRIME_3;
  }

  private static long mixByte(long hash, byte value) {
    return Long.rotateLeft(hash ^ ((value & 0xFFL) * PRIME_5), 11) * PRIME_1;
  }

  private static long avalanche(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * PRIME_2;
    mixed = (mixed ^ (mixed >>> 29)) * PRIME_3;
    return mixed ^ (mixed >>> 32);
  }
}
