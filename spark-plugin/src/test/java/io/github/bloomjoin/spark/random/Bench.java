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
package io.github.bloomjoin.spark.random;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the queries of consecutive seeds with the plugin off and on.
 *
 * <p>A seed alone makes a query and its tables, so that any query can be run again by itself.
 */
final class Bench {
  private static final boolean VERBOSE = Boolean.getBoolean("bloomjoin.random.verbose");
  private static final int MAX_ATTEMPTS = 20;
  private static final int SECONDS_PER_QUERY = 60;

  private final SparkSession spark;
  private final Duration shrinkLimit;
  private final Counts counts = new Counts();
  private final List<String> reports = new ArrayList<>();
  private final List<Shrinker.Shrunk> found = new ArrayList<>();

  Bench(SparkSession spark, Duration shrinkLimit) {
    this.spark = spark;
    this.shrinkLimit = shrinkLimit;
  }

  /** How many queries did what. */
  static final class Counts {
    int queries;
    int refused;
    int tooMuch;
    int failed;
    int empty;
    int fired;
    int dropped;
    long schemaNanos;
    long offNanos;
    long onNanos;

    @Override
    public String toString() {
      return ("%d queries, %d%% more refused, %d too slow or large, %d fail on both sides, %d%% without rows,"
              + " filters tested rows in %d%% and dropped rows in %d%%"
              + " (%d s for tables, %d s off, %d s on)")
          .formatted(
              queries,
              percent(refused),
              tooMuch,
              failed,
              percent(empty),
              percent(fired),
              percent(dropped),
              schemaNanos / 1_000_000_000,
              offNanos / 1_000_000_000,
              onNanos / 1_000_000_000);
    }

    int percent(int count) {
      return queries == 0 ? 0 : Math.round(100f * count / queries);
    }
  }

  Counts counts() {
    return counts;
  }

  /** A text for each difference, for people. */
  List<String> reports() {
    return reports;
  }

  /** The differences, made small. */
  List<Shrinker.Shrunk> found() {
    return found;
  }

  /** Runs queries from a seed on until one of the limits is reached. */
  void run(long firstSeed, long maxQueries, Duration maxTime, int maxFound) {
    long end = System.nanoTime() + maxTime.toNanos();
    long seed = firstSeed;
    long endSeed = maxQueries > Long.MAX_VALUE - firstSeed ? Long.MAX_VALUE : seed + maxQueries;
    try (QueryRunner runner = new QueryRunner(spark, SECONDS_PER_QUERY)) {
      Comparison comparison = new Comparison(runner::run);
      while (seed < endSeed && System.nanoTime() < end && found.size() < maxFound) {
        long schemaSeed = RandomCase.schemaSeed(seed);
        long start = System.nanoTime();
        try (RandomSchema schema = RandomSchema.create(spark, schemaSeed)) {
          counts.schemaNanos += System.nanoTime() - start;
          do {
            run(seed, schema.tables(), runner, comparison);
            seed++;
          } while (RandomCase.schemaSeed(seed) == schemaSeed
              && seed < endSeed
              && System.nanoTime() < end
              && found.size() < maxFound);
        }
        System.out.println("Random queries up to seed " + seed + ": " + counts);
      }
    }
  }

  private void run(long seed, List<RandomTable> tables, QueryRunner runner, Comparison comparison) {
    long start = System.nanoTime();
    RandomCase randomCase = RandomCase.draw(seed, 0, tables);
    Outcome off = comparison.runOff(randomCase);
    for (int i = 1; off.kind() == Outcome.Kind.REFUSED && i < MAX_ATTEMPTS; i++) {
      counts.refused++;
      randomCase = RandomCase.draw(seed, i, tables);
      off = comparison.runOff(randomCase);
    }
    if (!off.isComparable()) {
      counts.tooMuch++;
      return;
    }

    counts.offNanos += System.nanoTime() - start;
    start = System.nanoTime();
    Outcome on = comparison.runOn(randomCase);
    counts.onNanos += System.nanoTime() - start;
    count(off, on);
    if (VERBOSE) {
      System.out.printf(
          "Seed %d: %d rows off, %s on, %d rows tested, %d dropped%n%s%n",
          seed, off.rows().size(), on.ending(), on.tested(), on.dropped(), randomCase.script());
    }
    Optional<Difference> difference = comparison.compare(randomCase, off, on);
    if (difference.isPresent()) {
      report(randomCase, difference.get(), runner, comparison);
    }
  }

  private void count(Outcome off, Outcome on) {
    counts.queries++;
    counts.failed += off.ended() ? 0 : 1;
    counts.empty += off.rows().isEmpty() ? 1 : 0;
    counts.fired += on.tested() > 0 ? 1 : 0;
    counts.dropped += on.dropped() > 0 ? 1 : 0;
  }

  private void report(
      RandomCase randomCase, Difference difference, QueryRunner runner, Comparison comparison) {
    System.out.println("Seed " + randomCase.seed() + " differs: " + difference.kind());
    // Without one of its conditions a join can have more rows than there is memory for.
    int joinsWithoutKeys = runner.joinsWithoutKeys(randomCase);
    Shrinker shrinker =
        new Shrinker(
            smaller ->
                runner.joinsWithoutKeys(smaller) > joinsWithoutKeys
                    ? Optional.empty()
                    : comparison.compare(smaller),
            shrinkLimit);
    Shrinker.Shrunk shrunk = shrinker.shrink(randomCase, difference);
    found.add(shrunk);
    String report = Report.of(shrunk);
    reports.add(report);
    System.out.println(report);
  }
}
