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

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs batches by the fastest kernel that this JVM has.
 *
 * <p>The vector kernel needs the module {@code jdk.incubator.vector}, which Spark gives its JVMs,
 * and the JIT compiler: before that has compiled it, it is a hundred times slower than plain Java,
 * for most of a second. So batches run in plain Java at first. Once they are so many that the
 * vector kernel will pay, a thread runs it in the background until it is compiled, compares its
 * answers with those of plain Java and its time, and only then puts it into use.
 *
 * <p>The system property {@value #PROPERTY} set to {@code off} keeps to plain Java, {@code on} uses
 * the vector kernel at once where there is one.
 */
final class Batches {
  static final String PROPERTY = "bloomjoin.vector";

  /** Plain Java takes about a tenth of a second for so many. */
  private static final long HASHES_BEFORE_WARM_UP = 1 << 24;

  /** So many cache misses at most are started before the first of them is waited for. */
  private static final int TOUCH_HASHES = 256;

  private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final String VECTOR_MODULE = "jdk.incubator.vector";
  private static final String VECTOR_KERNEL = "io.github.bloomjoin.core.filter.VectorKernel";

  private static final AtomicLong HASHES = new AtomicLong();
  private static volatile boolean undecided = false;
  private static volatile BatchKernel kernel = ScalarKernel.INSTANCE;

  static {
    String setting = System.getProperty(PROPERTY, "auto");
    if (setting.equals("on")) {
      vectorKernel().ifPresent(vector -> kernel = vector);
    } else if (!setting.equals("off")) {
      undecided = ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
    }
  }

  private Batches() {}

  /** Whether the vector kernel is in use by now. */
  static boolean useVectors() {
    return kernel != ScalarKernel.INSTANCE;
  }

  static void add(byte[] storage, int bitsetAt, int numBlocks, long[] hashes, int from, int to) {
    BatchKernel current = kernelFor(to - from);
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
    BatchKernel current = kernelFor(to - from);
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

  private static BatchKernel kernelFor(int hashes) {
    if (undecided && HASHES.addAndGet(hashes) >= HASHES_BEFORE_WARM_UP) {
      decideInBackground();
    }

    return kernel;
  }

  private static synchronized void decideInBackground() {
    if (undecided) {
      undecided = false;
      // Nothing of the thread that happened to come here shall live on in this one.
      Thread thread = new Thread(null, Batches::decide, "bloomjoin-warm-up", 0, false);
      thread.setContextClassLoader(null);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void decide() {
    vectorKernel()
        .filter(vector -> new KernelTrial(ScalarKernel.INSTANCE, vector).isWon(TRIAL_NANOS))
        .ifPresent(vector -> kernel = vector);
  }

  /** The vector kernel, where this JVM and its processor have what it needs. */
  static Optional<BatchKernel> vectorKernel() {
    try {
      return Optional.of(
          Class.forName(VECTOR_KERNEL, true, Batches.class.getClassLoader())
              .asSubclass(BatchKernel.class)
              .getDeclaredConstructor()
              .newInstance());
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      // No such module, another one than this was compiled for, or a processor without wide
      // vectors.
      return Optional.empty();
    }
  }
}
