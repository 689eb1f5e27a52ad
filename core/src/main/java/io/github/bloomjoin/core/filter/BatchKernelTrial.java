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

import io.github.bloomjoin.core.internal.KernelTrial;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Batches of hashes are added and probed; bits and answers must be the same. */
final class BatchKernelTrial extends KernelTrial<BatchKernel> {
  private static final int BLOCKS = 4096;
  private static final int NUM_HASHES = 1024;

  private final Results known = new Results();
  private final Results candidate = new Results();
  private final long[] hashes = new long[NUM_HASHES];
  private final SplittableRandom random = new SplittableRandom(1);
  private int runs;

  @Override
  protected void prepare() {
    Arrays.setAll(hashes, i -> random.nextLong());
    runs++;
    if (runs % 64 == 0) {
      Arrays.fill(known.storage, (byte) 0);
      Arrays.fill(candidate.storage, (byte) 0);
    }
  }

  /** Adds half of the hashes and probes three quarters, of which one third was just added. */
  @Override
  protected void run(BatchKernel kernel, Side side) {
    Results results = side == Side.KNOWN ? known : candidate;
    int half = NUM_HASHES / 2;
    kernel.add(results.storage, 0, BLOCKS, hashes, 0, half);
    results.count =
        kernel.probe(
            results.storage, 0, BLOCKS, hashes, half / 2, NUM_HASHES, results.positions, 0);
  }

  @Override
  protected boolean sameResults() {
    return known.count == candidate.count
        && Arrays.equals(known.positions, 0, known.count, candidate.positions, 0, known.count)
        && Arrays.equals(known.storage, candidate.storage);
  }

  private static final class Results {
    final byte[] storage = new byte[BLOCKS * ScalarKernel.BYTES_PER_BLOCK];
    final int[] positions = new int[NUM_HASHES];
    int count;
  }
}
