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
package io.github.bloomjoin.core.internal;

import java.util.concurrent.locks.LockSupport;

/**
 * One kernel against another on the same input, as often as it takes the JIT compiler to do its
 * part.
 *
 * @param <K> the interface of the kernels
 */
public abstract class KernelTrial<K> {
  /** So many runs count together; what was compiled before them does not slow them down. */
  private static final int RUNS = 64;

  /** Times of work to rest after it. */
  private static final int PAUSE = 3;

  /** What a kernel works on. */
  public enum Side {
    /** Of the kernel that is known to be right. */
    KNOWN,
    /** Of the kernel on trial. */
    CANDIDATE
  }

  /** Makes new input for both sides. */
  protected abstract void prepare();

  /** Lets a kernel do what it is for, on a side's own arrays. */
  protected abstract void run(K kernel, Side side);

  /** Whether both sides have the same results. */
  protected abstract boolean sameResults();

  /**
   * Says whether the candidate takes at most three quarters of the known kernel's time within the
   * given time, and gives the same results until then.
   *
   * @param known the kernel to beat
   * @param candidate the kernel on trial
   * @param maxNanos when to give up, in nanoseconds
   */
  public final boolean isWon(K known, K candidate, long maxNanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < maxNanos) {
      long knownNanos = 0;
      long candidateNanos = 0;
      for (int i = 0; i < RUNS; i++) {
        prepare();
        long t0 = System.nanoTime();
        run(known, Side.KNOWN);
        long t1 = System.nanoTime();
        run(candidate, Side.CANDIDATE);
        long t2 = System.nanoTime();
        knownNanos += t1 - t0;
        candidateNanos += t2 - t1;
        if (!sameResults()) {
          return false;
        }
        // The compiler has threads of its own; what is spent here is taken from somebody's tasks.
        LockSupport.parkNanos((t2 - t0) * PAUSE);
      }
      if (candidateNanos <= knownNanos / 4 * 3) {
        return true;
      }
    }

    return false;
  }
}
