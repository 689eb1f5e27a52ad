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

import static io.github.bloomjoin.core.hash.XxHash64.PRIME_1;
import static io.github.bloomjoin.core.hash.XxHash64.PRIME_2;
import static io.github.bloomjoin.core.hash.XxHash64.PRIME_3;
import static io.github.bloomjoin.core.hash.XxHash64.PRIME_4;
import static io.github.bloomjoin.core.hash.XxHash64.PRIME_5;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link XxHash64} of as many keys at once as a vector has lanes, by the incubating Vector API.
 * Loaded by name where the module is there. It pays on processors that multiply longs in vectors; a
 * trial finds that out.
 */
final class VectorHashKernel implements HashKernel {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, VectorShape.forBitSize(LONGS.vectorBitSize() / 2));

  private static final int LANES = LONGS.length();

  private final HashKernel rest = new ScalarHashKernel();

  @Override
  public void hashInts(int[] keys, int from, int to, long[] hashes) {
    int end = to - (to - from) % LANES;
    for (int i = from; i < end; i += LANES) {
      hashInts(keys, i, LongVector.broadcast(LONGS, KeyHashing.SEED)).intoArray(hashes, i);
    }
    rest.hashInts(keys, end, to, hashes);
  }

  @Override
  public void appendInts(int[] fields, int from, int to, long[] hashes) {
    int end = to - (to - from) % LANES;
    for (int i = from; i < end; i += LANES) {
      hashInts(fields, i, LongVector.fromArray(LONGS, hashes, i)).intoArray(hashes, i);
    }
    rest.appendInts(fields, end, to, hashes);
  }

  @Override
  public void hashLongs(long[] keys, int from, int to, long[] hashes) {
    int end = to - (to - from) % LANES;
    for (int i = from; i < end; i += LANES) {
      hashLongs(keys, i, LongVector.broadcast(LONGS, KeyHashing.SEED)).intoArray(hashes, i);
    }
    rest.hashLongs(keys, end, to, hashes);
  }

  @Override
  public void appendLongs(long[] fields, int from, int to, long[] hashes) {
    int end = to - (to - from) % LANES;
    for (int i = from; i < end; i += LANES) {
      hashLongs(fields, i, LongVector.fromArray(LONGS, hashes, i)).intoArray(hashes, i);
    }
    rest.appendLongs(fields, end, to, hashes);
  }

  private static LongVector hashInts(int[] keys, int at, LongVector seeds) {
    LongVector values =
        ((LongVector)
                IntVector.fromArray(INTS, keys, at).convertShape(VectorOperators.I2L, LONGS, 0))
            .and(0xFFFF_FFFFL);
    LongVector mixed = seeds.add(PRIME_5 + Integer.BYTES).lanewise(XOR, values.mul(PRIME_1));

    return avalanche(mixed.lanewise(ROL, 23).mul(PRIME_2).add(PRIME_3));
  }

  private static LongVector hashLongs(long[] keys, int at, LongVector seeds) {
    LongVector round =
        LongVector.fromArray(LONGS, keys, at).mul(PRIME_2).lanewise(ROL, 31).mul(PRIME_1);
    LongVector mixed = seeds.add(PRIME_5 + Long.BYTES).lanewise(XOR, round);

    return avalanche(mixed.lanewise(ROL, 27).mul(PRIME_1).add(PRIME_4));
  }

  private static LongVector avalanche(LongVector hashes) {
    LongVector once = hashes.lanewise(XOR, hashes.lanewise(LSHR, 33)).mul(PRIME_2);
    LongVector twice = once.lanewise(XOR, once.lanewise(LSHR, 29)).mul(PRIME_3);

    return twice.lanewise(XOR, twice.lanewise(LSHR, 32));
  }
}
