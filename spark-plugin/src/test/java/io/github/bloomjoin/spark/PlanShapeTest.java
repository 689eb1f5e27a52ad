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
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.spark.rule.InjectJoinFilters;
import io.github.bloomjoin.testing.Plans;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries of more than one join, other ways to ask, and what users see. */
class PlanShapeTest extends JoinFilterTestBase {
  private static final String SQL = "SELECT id, v, w FROM large JOIN small ON k = k2 WHERE g = 7";

  @BeforeEach
  void tables() {
    createTables();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filtersEachJoinOfThree(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql =
        "SELECT l.id, s1.w, s2.w FROM large l JOIN small s1 ON l.k = s1.k2"
            + " JOIN small s2 ON l.id = s2.k2 WHERE s1.g = 7 AND s2.g < 50";
    Outcome off = runOff(sql);
    Outcome on = assertFires(sql);
    assertThat(on.input()).isEqualTo(off.input());
    assertThat(on.shuffled()).isLessThan(off.shuffled() / 5);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filtersWithABuildSideThatIsFilteredItself(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    set("spark.bloomjoin.maxBuildToProbeRatio", "2");
    String sql =
        "SELECT l.id, l.k, l.v, x.w FROM large l JOIN (SELECT b.k, b.id, s.w FROM large b JOIN small s"
            + " ON b.k = s.k2 WHERE s.g = 7 AND b.id < 30000) x ON l.id = x.id";
    Outcome off = runOff(sql);
    Outcome on = assertFires(sql);
    assertThat(on.builds()).as(on.plan()).hasSize(2);
    assertThat(on.input()).isEqualTo(off.input());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void chainsOfBuildSidesStayPlannable(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    set("spark.bloomjoin.maxBuildToProbeRatio", "100");
    String sql = "SELECT k2 AS c0 FROM small WHERE g < 5";
    for (int i = 1; i <= 8; i++) {
      sql =
          "SELECT t%1$d.k2 + 1 AS c%1$d FROM small t%1$d JOIN (%2$s) ON t%1$d.k2 = c%3$d AND t%1$d.g <> -%1$d"
              .formatted(i, sql, i - 1);
    }
    Outcome off = runOff(sql);
    Outcome on = run(sql);
    assertSameRows(off.rows(), on.rows());
    assertThat(on.probes()).isNotEmpty();
    if (adaptive) {
      assertThat(count("JoinFilterPending", on.initialPlan())).isEqualTo(8);
    } else {
      // Each level of filters doubles what lies below: eight levels would be hundreds of nodes.
      assertThat(count("JoinFilterBuild", on.initialPlan())).isBetween(3, 30);
    }
  }

  private static int count(String node, String plan) {
    return plan.split(node, -1).length - 1;
  }

  @Test
  void theRuleLeavesItsOwnPlansAsTheyAre() {
    set("spark.sql.adaptive.enabled", false);
    Dataset<Row> dataset = spark.sql(SQL);
    SparkPlan once = Plans.executedPlan(dataset);
    assertThat(count("JoinFilterBuild", once.toString())).isEqualTo(1);
    assertThat(new InjectJoinFilters(false).apply(once)).isSameAs(once);
  }

  @Test
  void turnsIntoABroadcastJoinBeforeTheProbeSideIsShuffled() {
    set("spark.sql.adaptive.autoBroadcastJoinThreshold", "10m");
    Outcome off = runOff(SQL);
    Outcome on = run(SQL);
    assertSameRows(off.rows(), on.rows());
    assertThat(off.shuffled()).isGreaterThan(99_000);
    assertThat(on.shuffled()).isEqualTo(100);
    assertThat(Plans.named(on.dataset(), "BroadcastHashJoin")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void servesDataFramesViewsAndShuffledHashJoins(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    List<Row> expected = runOff(SQL).rows();
    Dataset<Row> frame =
        spark
            .table("large")
            .join(spark.table("small").where(col("g").equalTo(7)), col("k").equalTo(col("k2")))
            .select("id", "v", "w");
    assertSameRows(expected, frame.collectAsList());
    assertThat(Plans.metric(Plans.named(frame, "JoinFilterProbe"), "numDropped")).isPositive();

    frame.createOrReplaceTempView("joined");
    Dataset<Row> view = spark.sql("SELECT * FROM joined");
    assertSameRows(expected, view.collectAsList());
    assertThat(Plans.metric(Plans.named(view, "JoinFilterProbe"), "numDropped")).isPositive();

    Outcome hash = assertFires(SQL.replace("SELECT", "SELECT /*+ SHUFFLE_HASH(small) */"));
    assertThat(Plans.named(hash.dataset(), "ShuffledHashJoin")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesTheSameRowsAgainAndFromACache(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    List<Row> expected = runOff(SQL).rows();
    Dataset<Row> dataset = spark.sql(SQL);
    assertSameRows(expected, dataset.collectAsList());
    assertSameRows(expected, dataset.collectAsList());
    assertThat(dataset.count()).isEqualTo(expected.size());

    Dataset<Row> cached = spark.sql(SQL).persist(StorageLevel.MEMORY_ONLY());
    try {
      assertSameRows(expected, cached.collectAsList());
      assertSameRows(expected, cached.where("id >= 0").collectAsList());
    } finally {
      cached.unpersist(true);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cachedInputsAreFiltered(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    spark.table("large").cache();
    spark.table("small").cache();
    try {
      Outcome on = assertFires(SQL);
      long passed = on.probed("numTested") - on.probed("numDropped");
      assertThat(on.shuffled()).isEqualTo(passed + on.built("numKeys"));
    } finally {
      spark.catalog().clearCache();
    }
  }

  @Test
  void explainShowsTheFilterInEachMode() {
    for (String mode : List.of("", "EXTENDED", "FORMATTED", "COST")) {
      String text = spark.sql("EXPLAIN " + mode + " " + SQL).head().getString(0);
      assertThat(text).as(mode).contains("JoinFilterProbe", "JoinFilterPending");
    }
    Outcome ran = run(SQL);
    assertThat(ran.initialPlan()).contains("JoinFilterPending [small.k2]");
    assertThat(ran.plan().substring(0, ran.plan().indexOf("Initial Plan")))
        .containsPattern("JoinFilterProbe \\[k#\\d+L]")
        .containsPattern("JoinFilterBuild \\[k2#\\d+L], fpp=0.001")
        .doesNotContain("JoinFilterPending");
    set("spark.sql.adaptive.enabled", false);
    String simple = spark.sql("EXPLAIN " + SQL).head().getString(0);
    assertThat(simple)
        .containsPattern("JoinFilterProbe \\[k#\\d+L]")
        .containsPattern("JoinFilterBuild \\[k2#\\d+L], fpp=0.001");
  }

  @Test
  void metricsHaveNamesForTheUi() {
    Outcome on = assertFires(SQL);
    SparkPlan probe = on.probes().get(0);
    SparkPlan build = on.builds().get(0);
    assertThat(probe.metrics().apply("numTested").name().get()).isEqualTo("rows tested");
    assertThat(probe.metrics().apply("numDropped").name().get()).isEqualTo("rows dropped");
    assertThat(on.probed("numOutputRows"))
        .isEqualTo(on.probed("numTested") - on.probed("numDropped"));
    assertThat(on.built("filterBytes")).isBetween(200L, 400L);
    assertThat(on.built("expectedFppPpm")).isBetween(100L, 1000L);
    assertThat(build.metrics().apply("filterBytes").name().get()).isEqualTo("filter size");
  }
}
