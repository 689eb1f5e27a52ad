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

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.testing.Plans;
import io.github.bloomjoin.testing.StageRecords;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins that must be left as they are, each beside one that fires for all but that reason. */
class SkipTest extends JoinFilterTestBase {
  private static final String FIRES = "SELECT id, v, w FROM large JOIN small ON k = k2 WHERE g = 7";

  @BeforeEach
  void tables() {
    createTables();
  }

  @Test
  void theBaseFires() {
    assertFires(FIRES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, v, w FROM large LEFT JOIN (SELECT * FROM small WHERE g = 7) ON k = k2",
        "SELECT id, v, w FROM large FULL JOIN (SELECT * FROM small WHERE g = 7) ON k = k2",
        "SELECT id, v FROM large LEFT ANTI JOIN (SELECT * FROM small WHERE g = 7) ON k = k2",
        "SELECT id, v FROM large WHERE k IN (SELECT k2 FROM small WHERE g = 7) OR id = 5",
        "SELECT id, v FROM large CROSS JOIN (SELECT * FROM small WHERE g = 7 AND k2 < 100)"
      })
  void joinTypesThatKeepRows(String sql) {
    assertDoesNotFire(sql);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void switchedOff(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    set("spark.bloomjoin.enabled", false);
    Outcome off = run(FIRES);
    assertThat(off.plan()).doesNotContain("JoinFilter");
    assertThat(off.shuffled()).isGreaterThan(99_000);
  }

  @Test
  void exchangeReuseDisabled() {
    set("spark.sql.exchange.reuse", false);
    assertDoesNotFire(FIRES);
    set("spark.sql.adaptive.enabled", false);
    assertDoesNotFire(FIRES);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void exchangeReuseDisabledAfterPlanning(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    Outcome off = runOff(FIRES);
    Dataset<Row> planned = spark.sql(FIRES);
    assertThat(Plans.executedPlan(planned).toString()).contains("JoinFilterProbe");
    set("spark.sql.exchange.reuse", false);
    try (StageRecords records = StageRecords.start(spark)) {
      assertSameRows(off.rows(), planned.collectAsList());
      assertThat(records.input()).isEqualTo(off.input());
    }
  }

  @Test
  void collatedKeys() {
    String sql =
        "SELECT l.id FROM large l JOIN small s ON"
            + " concat(l.v, 'x') COLLATE UTF8_LCASE = concat(s.w, 'x') COLLATE UTF8_LCASE"
            + " WHERE s.g = 7";
    assertDoesNotFire(sql);
    assertFires(sql.replace("COLLATE UTF8_LCASE", ""));
  }

  @Test
  void nonDeterministicBuildSide() {
    String sql =
        "SELECT id, v FROM large JOIN (SELECT k2 FROM small WHERE g = 7 AND rand(3) < 0.9) ON k = k2";
    assertDoesNotFire(sql);
    assertFires(sql.replace("rand(3)", "length(w)/100"));
  }

  @Test
  void nonDeterministicCachedBuildSide() {
    spark
        .sql("SELECT k2, w FROM small WHERE rand(3) < 0.5 DISTRIBUTE BY w")
        .createOrReplaceTempView("c");
    spark.table("c").cache();
    try {
      Outcome on = run("SELECT id, v, w FROM large JOIN c ON k = k2");
      assertThat(on.plan()).doesNotContain("JoinFilter");
    } finally {
      spark.catalog().clearCache();
    }
  }

  /**
   * Looking through each cache twice would take longer than anybody waits. Planned only: Spark
   * itself takes as long to describe the plan when it runs.
   */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
  void cachesOnCachesArePlannedOnce() {
    Dataset<Row> nested = spark.table("small").where("g = 7");
    try {
      for (int i = 0; i < 40; i++) {
        nested = nested.groupBy(col("k2")).agg(max(col("w")).as("w")).cache();
      }
      nested.createOrReplaceTempView("nested");
      Dataset<Row> planned = spark.sql("SELECT id, v, w FROM large JOIN nested ON k = k2");
      assertThat(Plans.named(planned, "JoinFilterProbe")).hasSize(1);
    } finally {
      spark.catalog().clearCache();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void subqueryInAKey(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    // Small enough to turn into a broadcast join at run time, where Spark does not wait for it.
    set("spark.sql.adaptive.autoBroadcastJoinThreshold", "10m");
    String sql =
        "SELECT id, v, w FROM large JOIN small ON k = k2 + (SELECT min(g) FROM small)"
            + " WHERE g = 7";
    Outcome on = run(sql);
    assertThat(on.plan()).doesNotContain("JoinFilter");
    set("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1");
    assertFires(sql.replace("(SELECT min(g) FROM small)", "0"));
  }

  @Test
  void smallProbeSide() {
    set("spark.bloomjoin.minProbeBytes", "1g");
    assertDoesNotFire(FIRES);
  }

  @Test
  void largeBuildSide() {
    set("spark.bloomjoin.maxBuildToProbeRatio", "0.0001");
    assertDoesNotFire(FIRES);
  }

  @Test
  void buildSideThatTurnsOutLarge() {
    // By estimate, "small" is a tenth of "large". Each of its rows makes ten.
    String sql =
        "SELECT l.id, l.v, s.c FROM large l JOIN (SELECT k2 + c * 0 AS k3, c, repeat(w, 20) AS x"
            + " FROM small LATERAL VIEW explode(sequence(1, 50)) AS c WHERE g < 90) s"
            + " ON l.k = s.k3 WHERE s.x <> l.v";
    Outcome off = runOff(sql + " AND l.id < 100");
    Outcome on = run(sql + " AND l.id < 100");
    assertSameRows(off.rows(), on.rows());
    assertThat(on.initialPlan()).contains("JoinFilterProbe");
    assertThat(on.probes()).as(on.plan()).isEmpty();
  }

  @Test
  void buildSideWithAllItsKeys() {
    String sql = "SELECT id, v, w FROM large JOIN small ON k = k2";
    set("spark.bloomjoin.maxUnfilteredBuildToProbeRatio", "0.001");
    assertDoesNotFire(sql);
    set("spark.bloomjoin.maxUnfilteredBuildToProbeRatio", "1");
    Outcome on = run(sql);
    assertThat(on.probes()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filterOverItsBudgetPassesAll(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    set("spark.bloomjoin.maxFilterBytes", "1k");
    String sql = FIRES.replace("g = 7", "g < 50");
    Outcome off = runOff(sql);
    Outcome on = run(sql);
    assertSameRows(off.rows(), on.rows());
    assertThat(on.shuffled()).isEqualTo(off.shuffled());
    if (adaptive) {
      // Known before the build: the plan has no filter any more.
      assertThat(on.probes()).isEmpty();
    } else {
      assertThat(on.built("numSkipped")).isEqualTo(1);
      assertThat(on.probed("numPassedUntested")).isEqualTo(99_900);
      assertThat(on.probed("numDropped")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"100b", "513b", "700b"})
  void filterOverSparksBroadcastLimit(String limit) {
    set("spark.sql.maxBroadcastTableSize", limit);
    for (boolean adaptive : new boolean[] {true, false}) {
      set("spark.sql.adaptive.enabled", adaptive);
      Outcome off = runOff(FIRES);
      Outcome on = run(FIRES);
      assertSameRows(off.rows(), on.rows());
      assertThat(on.shuffled()).isEqualTo(off.shuffled());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void selfJoinKeepsItsOneShuffle(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    // Both sides are one shuffle to Spark; a filter would make it two.
    String sql = "SELECT count(*), max(a.v || b.v) FROM large a JOIN large b ON a.k = b.k";
    set("spark.bloomjoin.maxUnfilteredBuildToProbeRatio", "100");
    Outcome off = runOff(sql);
    Outcome on = assertDoesNotFire(sql);
    assertThat(on.input()).isEqualTo(off.input());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void subqueriesKeepTheirOneShuffle(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String subquery =
        "(SELECT max(concat(v, id)) FROM large JOIN small ON k = k2 WHERE g = %d AND id <> %d)";
    String shared =
        "SELECT " + subquery.formatted(7, 1) + " AS a, " + subquery.formatted(9, 1) + " AS b";
    assertReadsTheSame(shared);

    // Nothing to share: both are filtered.
    String apart =
        "SELECT " + subquery.formatted(7, 1) + " AS a, " + subquery.formatted(9, 2) + " AS b";
    assertThat(assertFires(apart).probes()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSubqueryKeepsTheQuerysShuffle(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql =
        "SELECT max(concat(v, id)), (SELECT max(concat(v, id, x)) FROM (SELECT id, k, v,"
            + " row_number() OVER (PARTITION BY k ORDER BY id) AS x FROM large"
            + " WHERE k IS NOT NULL)) AS b FROM large JOIN small ON k = k2 WHERE g = 7";
    assertReadsTheSame(sql);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void equalJoinsAreFilteredAlikeAndRunOnce(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql =
        "WITH j AS (SELECT id, k, v FROM large JOIN small ON k = k2 WHERE g = 7)"
            + " SELECT count(*), max(a.v) FROM j a JOIN j b ON a.id = b.id";
    Outcome off = runOff(sql);
    Outcome on = assertFires(sql);
    assertThat(on.input()).isEqualTo(off.input());
  }

  @Test
  void equalJoinsThatMayBeBroadcastKeepTheirOneShuffle() {
    set("spark.sql.adaptive.autoBroadcastJoinThreshold", "10m");
    String sql =
        "WITH j AS (SELECT id, k FROM large JOIN small ON k = k2 WHERE g = 7)"
            + " SELECT k, count(*), max(id) FROM j GROUP BY k"
            + " UNION ALL SELECT id, count(*), max(k) FROM j GROUP BY id";
    assertReadsTheSame(sql);
  }

  @Test
  void plansWithoutAShuffledJoinStayTheSameObject() {
    Dataset<Row> noJoin = spark.table("large").groupBy(col("k")).count();
    SparkPlan plan = Plans.executedPlan(noJoin);
    assertThat(new io.github.bloomjoin.spark.rule.InjectJoinFilters(true).apply(plan))
        .isSameAs(plan);
  }
}
