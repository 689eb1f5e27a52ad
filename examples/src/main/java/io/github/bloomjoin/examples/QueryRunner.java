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
package io.github.bloomjoin.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Runs one demo query with the plugin off and on, and compares. */
final class QueryRunner {
  static final String ENABLED = "spark.bloomjoin.enabled";

  private final SparkSession spark;
  private final int rounds;

  QueryRunner(SparkSession spark, int rounds) {
    this.spark = spark;
    this.rounds = rounds;
  }

  /**
   * One run of one query.
   *
   * @param rows the result as sorted text
   */
  record Run(List<String> rows, long rowsShuffled, long bytesShuffled, long millis) {}

  /**
   * What all runs of one query gave.
   *
   * @param filters the filters of the last run with the plugin on
   * @param numJoined rows of the join
   * @param numMatching rows of {@code lineitem} that no filter may drop
   */
  record Outcome(
      List<Run> off,
      List<Run> on,
      List<FilterUse> filters,
      boolean isEqual,
      long numJoined,
      long numMatching) {}

  /**
   * Runs {@code query}: first the checksum of the whole join off and on and the exact count,
   * untimed, which also warms up both ways; then the measured rounds, of which every other one
   * starts with the plugin on.
   *
   * @throws TimeoutException if Spark's listeners do not catch up
   * @throws IllegalStateException if a filter was used although the plugin was off
   */
  Outcome run(DemoQuery query) throws TimeoutException {
    List<FilterUse> filters = new ArrayList<>();
    Row checksumOff = single(query.checksumSql(), false);
    Row checksumOn = single(query.checksumSql(), true);
    long numMatching = single(query.matchingProbeRowsSql(), false).getLong(0);

    List<Run> off = new ArrayList<>();
    List<Run> on = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (boolean enabled : round % 2 == 0 ? List.of(false, true) : List.of(true, false)) {
        (enabled ? on : off).add(measure(query.aggregateSql(), enabled, filters));
      }
    }
    List<String> expected = off.get(0).rows();
    boolean isEqual =
        checksumOff.equals(checksumOn)
            && off.stream().allMatch(run -> run.rows().equals(expected))
            && on.stream().allMatch(run -> run.rows().equals(expected));
    return new Outcome(off, on, filters, isEqual, checksumOff.getLong(0), numMatching);
  }

  private Row single(String sql, boolean enabled) {
    spark.conf().set(ENABLED, enabled);
    return spark.sql(sql).head();
  }

  /** Planning is part of the time. */
  private Run measure(String sql, boolean enabled, List<FilterUse> filters)
      throws TimeoutException {
    spark.conf().set(ENABLED, enabled);
    try (ShuffleMeter meter = ShuffleMeter.open(spark)) {
      long start = System.nanoTime();
      Dataset<Row> result = spark.sql(sql);
      List<Row> rows = result.collectAsList();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      meter.await();

      List<FilterUse> used = ExecutedPlan.filterUses(result.queryExecution().executedPlan());
      if (enabled) {
        filters.clear();
        filters.addAll(used);
      } else if (!used.isEmpty()) {
        throw new IllegalStateException(
            "with " + ENABLED + "=false the plan has " + used.size() + " join filters");
      }
      List<String> text = rows.stream().map(Row::toString).sorted().toList();
      return new Run(text, meter.rows(), meter.bytes(), millis);
    }
  }
}
