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
package io.github.bloomjoin.benchmarks;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.spark.util.sketch.BloomFilter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds per long key to add to and to probe a filter sized for 1 %, beside Spark's own; half
 * of the probed keys are in the filter.
 *
 * <pre>dev/benchmark org.openjdk.jmh.Main FilterBenchmark</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterBenchmark {
  /** Enough to reach all over the largest filter, so that its cache misses are paid for. */
  private static final int BATCH = 1_000_000;

  private static final double FPP = 0.01;

  /** Keys in the filter. */
  @Param({"100000", "1000000", "10000000"})
  public int numKeys;

  private final long[] added = new long[BATCH];
  private final long[] probed = new long[BATCH];
  private SplitBlockBloomFilter ours;
  private BloomFilter sparks;

  /** Fills both filters with the same keys. */
  @Setup
  public void fill() {
    ours = SplitBlockBloomFilter.create(numKeys, FPP);
    sparks = BloomFilter.create(numKeys, FPP);
    SplittableRandom random = new SplittableRandom(1);
    long[] keys = random.longs(numKeys).toArray();
    for (long key : keys) {
      ours.addLong(key);
      sparks.putLong(key);
    }
    for (int i = 0; i < BATCH; i++) {
      long key = keys[random.nextInt(numKeys)];
      added[i] = key;
      probed[i] = random.nextBoolean() ? key : random.nextLong();
    }
  }

  /** Probes ours. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int probeOurs() {
    int hits = 0;
    for (long key : probed) {
      hits += ours.mightContainLong(key) ? 1 : 0;
    }

    return hits;
  }

  /** Probes Spark's. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int probeSparks() {
    int hits = 0;
    for (long key : probed) {
      hits += sparks.mightContainLong(key) ? 1 : 0;
    }

    return hits;
  }

  /** Adds to ours keys that it holds already, so that it stays as full as it is. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public SplitBlockBloomFilter addToOurs() {
    for (long key : added) {
      ours.addLong(key);
    }

    return ours;
  }

  /** Adds to Spark's keys that it holds already. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public BloomFilter addToSparks() {
    for (long key : added) {
      sparks.putLong(key);
    }

    return sparks;
  }
}
