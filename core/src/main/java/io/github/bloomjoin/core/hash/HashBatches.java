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

import io.github.bloomjoin.core.internal.KernelChoice;
import io.github.bloomjoin.core.internal.KernelTrial;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/** The kernel that hashes batches of keys. */
final class HashBatches {
  static final KernelChoice<HashKernel> KERNEL =
      new KernelChoice<>(
          new ScalarHashKernel(),
          HashBatches::vectorKernel,
          Trial::new,
          System.getProperty(KernelChoice.PROPERTY));

  private HashBatches() {}

  /** The vector kernel, where this JVM and its processor have what it needs. */
  static Optional<HashKernel> vectorKernel() {
    return KernelChoice.load(
        MethodHandles.lookup(), "io.github.bloomjoin.core.hash.VectorHashKernel", HashKernel.class);
  }

  /** Batches of keys are hashed; the hashes must be the same. */
  static final class Trial extends KernelTrial<HashKernel> {
    private static final int NUM_KEYS = 1024;

    private final int[] ints = new int[NUM_KEYS];
    private final long[] longs = new long[NUM_KEYS];
    private final long[][] known = new long[2][NUM_KEYS];
    private final long[][] candidate = new long[2][NUM_KEYS];
    private final SplittableRandom random = new SplittableRandom(1);

    @Override
    protected void prepare() {
      Arrays.setAll(ints, i -> random.nextInt());
      Arrays.setAll(longs, i -> random.nextLong());
    }

    @Override
    protected void run(HashKernel kernel, Side side) {
      long[][] hashes = side == Side.KNOWN ? known : candidate;
      // Of any length, as the last keys of a batch are hashed in another way.
      int to = NUM_KEYS - Math.floorMod(ints[0], 16);
      kernel.hashLongs(longs, 0, to, hashes[0]);
      kernel.appendLongs(longs, 0, to, hashes[0]);
      kernel.hashInts(ints, 0, to, hashes[1]);
      kernel.appendInts(ints, 0, to, hashes[1]);
    }

    @Override
    protected boolean sameResults() {
      return Arrays.deepEquals(known, candidate);
    }
  }
}
