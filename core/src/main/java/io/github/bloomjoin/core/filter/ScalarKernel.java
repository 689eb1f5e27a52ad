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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The bits of one hash in plain Java, two of a block's eight words at a time. */
final class ScalarKernel implements BatchKernel {
  static final ScalarKernel INSTANCE = new ScalarKernel();

  static final int BYTES_PER_BLOCK = 32;

  // Constants of the Parquet specification, one for each word of a block.
  static final int SALT_0 = 0x47b6137b;
  static final int SALT_1 = 0x44974d91;
  static final int SALT_2 = 0x8824ad5b;
  static final int SALT_3 = 0xa2b7289d;
  static final int SALT_4 = 0x705495c7;
  static final int SALT_5 = 0x2df1424b;
  static final int SALT_6 = 0x9efc4947;
  static final int SALT_7 = 0x5c6bfb31;

  /** Smaller filters are mostly in a core's own caches, where a touch costs more. */
  private static final int TOUCH_FROM_BYTES = 512 << 10;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private ScalarKernel() {}

  @Override
  public void add(byte[] storage, int bitsetAt, int numBlocks, long[] hashes, int from, int to) {
    for (int i = from; i < to; i++) {
      add(storage, bitsetAt, numBlocks, hashes[i]);
    }
  }

  @Override
  public int probe(
      byte[] storage,
      int bitsetAt,
      int numBlocks,
      long[] hashes,
      int from,
      int to,
      int[] positions,
      int count) {
    int found = count;
    for (int i = from; i < to; i++) {
      // Written always and counted sometimes: a branch on random bits would cost more.
      positions[found] = i;
      found += missing(storage, bitsetAt, numBlocks, hashes[i]) == 0 ? 1 : 0;
    }

    return found;
  }

  @Override
  public int touchFromBytes() {
    return TOUCH_FROM_BYTES;
  }

  /** Sets the bits of a hash. */
  static void add(byte[] storage, int bitsetAt, int numBlocks, long hash) {
    int at = blockAt(bitsetAt, numBlocks, hash);
    int x = (int) hash;
    set(storage, at, mask(x, SALT_0, SALT_1));
    set(storage, at + 8, mask(x, SALT_2, SALT_3));
    set(storage, at + 16, mask(x, SALT_4, SALT_5));
    set(storage, at + 24, mask(x, SALT_6, SALT_7));
  }

  /** Bits of a hash that are not set; 0 if all are. */
  static long missing(byte[] storage, int bitsetAt, int numBlocks, long hash) {
    int at = blockAt(bitsetAt, numBlocks, hash);
    int x = (int) hash;
    // All four longs are read whatever the first says: they share a cache line, and a branch on
    // random bits costs more than the reads it saves.
    return (mask(x, SALT_0, SALT_1) & ~get(storage, at))
        | (mask(x, SALT_2, SALT_3) & ~get(storage, at + 8))
        | (mask(x, SALT_4, SALT_5) & ~get(storage, at + 16))
        | (mask(x, SALT_6, SALT_7) & ~get(storage, at + 24));
  }

  /** Where the block of a hash starts; below 2^32 * 2^25, the product cannot overflow. */
  static int blockAt(int bitsetAt, int numBlocks, long hash) {
    return bitsetAt + (int) (((hash >>> 32) * numBlocks) >>> 32) * BYTES_PER_BLOCK;
  }

  /** Two neighbouring words, the first being the low half of the long. */
  static long get(byte[] storage, int at) {
    return (long) LONGS.get(storage, at);
  }

  static void set(byte[] storage, int at, long bits) {
    LONGS.set(storage, at, get(storage, at) | bits);
  }

  /** One bit in each of two neighbouring words. */
  private static long mask(int x, int lowSalt, int highSalt) {
    return (1L << ((x * lowSalt) >>> 27)) | (1L << ((x * highSalt) >>> 27) << 32);
  }
}
