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

import io.github.bloomjoin.core.internal.KernelChoice;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/** Runs batches of hashes by the fastest kernel, with their cache misses overlapped. */
final class Batches {
  /** So many cache misses at most are started before the first of them is waited for. */
  private static final int TOUCH_HASHES = 256;

  private static final KernelChoice<BatchKernel> KERNEL =
      new KernelChoice<>(
          ScalarKernel.INSTANCE,
          Batches::vectorKernel,
          BatchKernelTrial::new,
          System.getProperty(KernelChoice.PROPERTY));

  private Batches() {}

  /** Whether the vector kernel is in use by now. */
  static boolean usesVectors() {
    return KERNEL.isVector();
  }

  static void add(byte[] storage, int bitsetAt, int numBlocks, long[] hashes, int from, int to) {
    BatchKernel current = KERNEL.forBatch(to - from);
    boolean touches = touches(current, numBlocks);
    long touched = 0;
    for (int start = from; start < to; start += TOUCH_HASHES) {
      int end = Math.min(to - start, TOUCH_HASHES) + start;
      if (touches) {
        touched ^= touch(storage, bitsetAt, numBlocks, hashes, start, end);
      }
      current.add(storage, bitsetAt, numBlocks, hashes, start, end);
    }
    keep(touched, numBlocks);
  }

  static int probe(
      byte[] storage,
      int bitsetAt,
      int numBlocks,
      long[] hashes,
      int from,
      int to,
      int[] positions) {
    BatchKernel current = KERNEL.forBatch(to - from);
    boolean touches = touches(current, numBlocks);
    long touched = 0;
    int count = 0;
    for (int start = from; start < to; start += TOUCH_HASHES) {
      int end = Math.min(to - start, TOUCH_HASHES) + start;
      if (touches) {
        touched ^= touch(storage, bitsetAt, numBlocks, hashes, start, end);
      }
      count = current.probe(storage, bitsetAt, numBlocks, hashes, start, end, positions, count);
    }
    keep(touched, numBlocks);

    return count;
  }

  private static boolean touches(BatchKernel kernel, int numBlocks) {
    return numBlocks >= kernel.touchFromBytes() / ScalarKernel.BYTES_PER_BLOCK;
  }

  /**
   * Reads something of the block of each hash, so that all their cache misses are under way before
   * the first block is needed. What is read depends on nothing before it; that is the whole trick.
   *
   * @return a value that the caller must use, or the reads would be optimised away
   */
  private static long touch(
      byte[] storage, int bitsetAt, int numBlocks, long[] hashes, int from, int to) {
    long read = 0;
    for (int i = from; i < to; i++) {
      read ^= ScalarKernel.get(storage, ScalarKernel.blockAt(bitsetAt, numBlocks, hashes[i]));
    }

    return read;
  }

  /** Uses a value in a way that the compiler cannot see through and that costs next to nothing. */
  private static void keep(long value, int numBlocks) {
    if (value == 0x5bd1e995_9e3779b9L && numBlocks == 0) {
      throw new AssertionError(value);
    }
  }

  /** The vector kernel, where this JVM and its processor have what it needs. */
  static Optional<BatchKernel> vectorKernel() {
    return KernelChoice.load(
        MethodHandles.lookup(), "io.github.bloomjoin.core.filter.VectorKernel", BatchKernel.class);
  }
}
