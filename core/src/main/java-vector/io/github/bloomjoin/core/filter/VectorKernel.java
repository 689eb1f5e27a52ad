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

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * All eight words of a block at once, by the incubating Vector API. Loaded by name where the module
 * is there; needs vectors of 256 bits.
 */
final class VectorKernel implements BatchKernel {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;

  private static final IntVector SALTS =
      IntVector.fromArray(
          INTS,
          new int[] {
            ScalarKernel.SALT_0,
            ScalarKernel.SALT_1,
            ScalarKernel.SALT_2,
            ScalarKernel.SALT_3,
            ScalarKernel.SALT_4,
            ScalarKernel.SALT_5,
            ScalarKernel.SALT_6,
            ScalarKernel.SALT_7
          },
          0);

  private static final IntVector ONES = IntVector.broadcast(INTS, 1);

  /** With so few instructions for each hash, the processor itself reads far enough ahead. */
  private static final int TOUCH_FROM_BYTES = 32 << 20;

  VectorKernel() {
    if (VectorShape.preferredShape().vectorBitSize() < INTS.vectorBitSize()) {
      throw new UnsupportedOperationException(
          "this processor has vectors of " + VectorShape.preferredShape() + " only");
    }
  }

  @Override
  public void add(byte[] storage, int bitsetAt, int numBlocks, long[] hashes, int from, int to) {
    for (int i = from; i < to; i++) {
      long hash = hashes[i];
      int at = ScalarKernel.blockAt(bitsetAt, numBlocks, hash);
      block(storage, at).or(mask((int) hash)).reinterpretAsBytes().intoArray(storage, at);
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
      long hash = hashes[i];
      IntVector mask = mask((int) hash);
      positions[found] = i;
      found +=
          block(storage, ScalarKernel.blockAt(bitsetAt, numBlocks, hash))
                  .and(mask)
                  .eq(mask)
                  .allTrue()
              ? 1
              : 0;
    }

    return found;
  }

  @Override
  public int touchFromBytes() {
    return TOUCH_FROM_BYTES;
  }

  /** Lanes are little-endian in memory, as the words of a block are. */
  private static IntVector block(byte[] storage, int at) {
    return ByteVector.fromArray(BYTES, storage, at).reinterpretAsInts();
  }

  private static IntVector mask(int x) {
    return ONES.lanewise(VectorOperators.LSHL, SALTS.mul(x).lanewise(VectorOperators.LSHR, 27));
  }
}
