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
package io.github.bloomjoin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.testing.Plans;
import io.github.bloomjoin.testing.SparkTestBase;
import io.github.bloomjoin.testing.StageRecords;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.junit.jupiter.api.BeforeEach;

/** Runs queries with the plugin off and on, and shows what the filters did. */
abstract class JoinFilterTestBase extends SparkTestBase {
  private static final Path TABLES = Path.of("target", "test-tables");
  private static final Set<String> WRITTEN = ConcurrentHashMap.newKeySet();

  /** What a query did with the plugin on. */
  record Outcome(List<Row> rows, Dataset<Row> dataset, long input, long shuffled) {
    List<SparkPlan> builds() {
      return Plans.named(dataset, "JoinFilterBuild");
    }

    List<SparkPlan> probes() {
      return Plans.named(dataset, "JoinFilterProbe");
    }

    long built(String metric) {
      return Plans.metric(builds(), metric);
    }

    long probed(String metric) {
      return Plans.metric(probes(), metric);
    }

    /** The plan before the first stage ran. */
    String initialPlan() {
      SparkPlan plan = Plans.executedPlan(dataset);
      return plan instanceof AdaptiveSparkPlanExec adaptive
          ? adaptive.initialPlan().toString()
          : plan.toString();
    }

    String plan() {
      return Plans.executedPlan(dataset).toString();
    }
  }

  @BeforeEach
  void smallTables() {
    // Test tables are small and must be shuffled all the same.
    set("spark.sql.autoBroadcastJoinThreshold", -1);
    set("spark.bloomjoin.minProbeBytes", 0);
  }

  /**
   * Views of Parquet tables: "large" of 100,000 rows with k from 0 to 9,999 and some nulls, each
   * key about 10 times; "small" of 10,000 keys k2 with g from 0 to 99, 100 keys each.
   *
   * <p>Files, since Spark reasons through views of expressions: it would filter "large" itself.
   */
  void createTables() {
    view(
        "large",
        () ->
            spark
                .range(0, 100_000, 1, 4)
                .selectExpr(
                    "id", "if(id % 1000 = 999, null, id % 10000) AS k", "concat('v', id) AS v"));
    view(
        "small",
        () ->
            spark
                .range(0, 10_000, 1, 2)
                .selectExpr("id AS k2", "id % 100 AS g", "concat('w', id) AS w"));
  }

  /** Makes a view of a Parquet table, which is written once for all tests. */
  void view(String name, Supplier<Dataset<Row>> rows) {
    Path path = TABLES.resolve(name);
    if (WRITTEN.add(name)) {
      rows.get().write().mode("overwrite").parquet(path.toString());
    }
    spark.read().parquet(path.toString()).createOrReplaceTempView(name);
  }

  Outcome run(String sql) {
    try (StageRecords records = StageRecords.start(spark)) {
      Dataset<Row> dataset = spark.sql(sql);
      List<Row> rows = dataset.collectAsList();
      return new Outcome(rows, dataset, records.input(), records.shuffleWritten());
    }
  }

  Outcome runOff(String sql) {
    set("spark.bloomjoin.enabled", false);
    try {
      Outcome outcome = run(sql);
      assertThat(outcome.probes()).isEmpty();
      return outcome;
    } finally {
      set("spark.bloomjoin.enabled", true);
    }
  }

  /** Runs the query off and on, and asserts equal rows and that filters dropped rows. */
  Outcome assertFires(String sql) {
    Outcome off = runOff(sql);
    Outcome on = run(sql);
    assertSameRows(off.rows(), on.rows());
    assertThat(on.probes()).as(on.plan()).isNotEmpty();
    assertThat(on.probed("numDropped")).as(on.plan()).isPositive();
    assertThat(on.built("numFailed")).isZero();

    return on;
  }

  /** Runs the query off and on, and asserts equal rows, read from as many records. */
  Outcome assertReadsTheSame(String sql) {
    Outcome off = runOff(sql);
    Outcome on = run(sql);
    assertSameRows(off.rows(), on.rows());
    assertThat(on.input()).isEqualTo(off.input());

    return on;
  }

  /** Runs the query off and on, and asserts equal rows and that there is no filter. */
  Outcome assertDoesNotFire(String sql) {
    Outcome off = runOff(sql);
    Outcome on = run(sql);
    assertSameRows(off.rows(), on.rows());
    assertThat(on.probes()).as(on.plan()).isEmpty();

    return on;
  }
}
