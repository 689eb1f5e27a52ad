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

import io.github.bloomjoin.arrow.ArrowKeys;
import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds per row to probe a filter with the keys of Arrow vectors, a batch at a time and, as
 * one would without {@link ArrowKeys}, value by value through the vectors' own accessors.
 *
 * <pre>dev/benchmark org.openjdk.jmh.Main ArrowBenchmark</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ArrowBenchmark {
  /** As many rows as Spark puts into a batch. */
  private static final int ROWS = 10_000;

  private static final double FPP = 0.01;
  private static final int NUM_KEYS = 1_000_000;
  private static final int NULL_EVERY = 20;

  /** What the keys are. */
  @Param({"long", "longWithNulls", "string", "decimal", "longAndString"})
  public String keys;

  private final int[] rows = new int[ROWS];
  private RootAllocator allocator;
  private BigIntVector longs;
  private VarCharVector strings;
  private DecimalVector decimals;
  private ArrowKeys arrowKeys;
  private SplitBlockBloomFilter filter;

  /** Makes the vectors, and a filter that holds every second of their keys among many others. */
  @Setup(Level.Trial)
  public void load() {
    allocator = new RootAllocator();
    longs = new BigIntVector("longs", allocator);
    strings = new VarCharVector("strings", allocator);
    decimals = new DecimalVector("decimals", allocator, 30, 2);
    List<FieldVector> columns =
        switch (keys) {
          case "long", "longWithNulls" -> List.of(longs);
          case "string" -> List.of(strings);
          case "decimal" -> List.of(decimals);
          case "longAndString" -> List.of(longs, strings);
          default -> throw new IllegalArgumentException("No such keys: " + keys);
        };
    arrowKeys = ArrowKeys.of(columns, null);
    filter = SplitBlockBloomFilter.create(NUM_KEYS, FPP);
    SplittableRandom random = new SplittableRandom(1);
    fill(random, ROWS / 2);
    arrowKeys.addTo(filter);
    fill(new SplittableRandom(1), ROWS);
    random.longs(NUM_KEYS - ROWS / 2).forEach(filter::addHash);
    if (probe() < ROWS / 3 || probe() != probeValueByValue()) {
      throw new IllegalStateException("The ways to probe " + keys + " differ");
    }
  }

  private void fill(SplittableRandom random, int count) {
    for (int i = 0; i < count; i++) {
      long key = random.nextLong();
      if (keys.equals("longWithNulls") && i % NULL_EVERY == 0) {
        longs.setNull(i);
      } else {
        longs.setSafe(i, key);
      }
      strings.setSafe(i, ("customer#" + (key >>> 32)).getBytes(StandardCharsets.UTF_8));
      decimals.setSafe(i, new BigDecimal(BigInteger.valueOf(key).shiftLeft(20), 2));
    }
    longs.setValueCount(count);
    strings.setValueCount(count);
    decimals.setValueCount(count);
  }

  /** Frees the vectors. */
  @TearDown(Level.Trial)
  public void free() {
    longs.close();
    strings.close();
    decimals.close();
    allocator.close();
  }

  /** Hashes the keys where they lie and probes them a batch at a time. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int probe() {
    return arrowKeys.probe(filter, rows);
  }

  /** Takes each value out of its vector and probes it. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int probeValueByValue() {
    int count = 0;
    for (int i = 0; i < ROWS; i++) {
      if (mightContain(i)) {
        rows[count++] = i;
      }
    }

    return count;
  }

  private boolean mightContain(int row) {
    return switch (keys) {
      case "long" -> filter.mightContainLong(longs.get(row));
      case "longWithNulls" -> !longs.isNull(row) && filter.mightContainLong(longs.get(row));
      case "string" -> filter.mightContainBytes(strings.get(row));
      case "decimal" ->
          filter.mightContainBytes(decimals.getObject(row).unscaledValue().toByteArray());
      default ->
          filter.mightContainHash(
              KeyHashing.hashBytes(strings.get(row), KeyHashing.hashLong(longs.get(row))));
    };
  }
}
