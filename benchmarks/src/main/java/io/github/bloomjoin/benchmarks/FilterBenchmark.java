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

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
 * Nanoseconds per long key to add to and to probe filters sized for 1 %, ours and those of other
 * libraries.
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

  /** The implementation, see {@link Contestant#create}. */
  @Param({
    "bloomjoin",
    "bloomjoinBatch",
    "sparkV1",
    "sparkV2",
    "guava",
    "parquet",
    "datasketches",
    "fastfilter"
  })
  public String filter;

  private final long[] present = new long[BATCH];
  private final long[] absent = new long[BATCH];
  private final long[] mixed = new long[BATCH];
  private Contestant contestant;

  /** Fills the filter. */
  @Setup
  public void fill() {
    contestant = Contestant.create(filter, numKeys, FPP);
    SplittableRandom random = new SplittableRandom(1);
    long[] keys = random.longs(numKeys).toArray();
    contestant.addAll(keys);
    for (int i = 0; i < BATCH; i++) {
      present[i] = keys[random.nextInt(numKeys)];
      absent[i] = random.nextLong();
      mixed[i] = random.nextBoolean() ? present[i] : absent[i];
    }
    if (contestant.countHits(present) < BATCH || contestant.countHits(absent) > 2 * FPP * BATCH) {
      throw new IllegalStateException(filter + " is no filter of " + FPP);
    }
  }

  /** Adds keys that the filter holds already, so that it stays as full as it is. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public Contestant add() {
    contestant.addAll(present);
    return contestant;
  }

  /** Probes keys that are in the filter. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int probePresent() {
    return contestant.countHits(present);
  }

  /** Probes keys that are not in the filter. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int probeAbsent() {
    return contestant.countHits(absent);
  }

  /** Probes keys of which half are in the filter, at random. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int probeMixed() {
    return contestant.countHits(mixed);
  }
}
