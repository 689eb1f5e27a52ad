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

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One kernel against another on filters of their own, as often as it takes the JIT compiler to do
 * its part.
 */
final class KernelTrial {
  private static final int BLOCKS = 4096;
  private static final int HASHES_PER_BATCH = 1024;

  /** So many batches count together; what was compiled before them does not slow them down. */
  private static final int BATCHES = 64;

  private final BatchKernel known;
  private final BatchKernel candidate;
  private final byte[] knownStorage = new byte[BLOCKS * ScalarKernel.BYTES_PER_BLOCK];
  private final byte[] candidateStorage = new byte[BLOCKS * ScalarKernel.BYTES_PER_BLOCK];
  private final int[] knownPositions = new int[HASHES_PER_BATCH];
  private final int[] candidatePositions = new int[HASHES_PER_BATCH];
  private final long[] hashes = new long[HASHES_PER_BATCH];
  private final SplittableRandom random = new SplittableRandom(1);

  KernelTrial(BatchKernel known, BatchKernel candidate) {
    this.known = known;
    this.candidate = candidate;
  }

  /**
   * Says whether the candidate takes at most three quarters of the known kernel's time within the
   * given time, and gives equal bits and answers until then.
   */
  boolean isWon(long maxNanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < maxNanos) {
      Arrays.fill(knownStorage, (byte) 0);
      Arrays.fill(candidateStorage, (byte) 0);
      long knownNanos = 0;
      long candidateNanos = 0;
      for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < HASHES_PER_BATCH; i++) {
          hashes[i] = random.nextLong();
        }
        long t0 = System.nanoTime();
        int knownCount = run(known, knownStorage, knownPositions);
        long t1 = System.nanoTime();
        int candidateCount = run(candidate, candidateStorage, candidatePositions);
        long t2 = System.nanoTime();
        knownNanos += t1 - t0;
        candidateNanos += t2 - t1;
        if (candidateCount != knownCount
            || !Arrays.equals(knownPositions, 0, knownCount, candidatePositions, 0, knownCount)) {
          return false;
        }
      }
      if (!Arrays.equals(knownStorage, candidateStorage)) {
        return false;
      }
      if (candidateNanos <= knownNanos / 4 * 3) {
        return true;
      }
    }

    return false;
  }

  /** Adds half of the hashes and probes three quarters, of which one third was just added. */
  private int run(BatchKernel kernel, byte[] storage, int[] positions) {
    int half = HASHES_PER_BATCH / 2;
    kernel.add(storage, 0, BLOCKS, hashes, 0, half);
    return kernel.probe(storage, 0, BLOCKS, hashes, half / 2, HASHES_PER_BATCH, positions, 0);
  }
}
