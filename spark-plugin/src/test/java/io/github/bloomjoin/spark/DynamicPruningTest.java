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

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters beside Spark's dynamic partition pruning, which takes its values from broadcasts. */
class DynamicPruningTest extends JoinFilterTestBase {
  /** A join whose side is cut down to few partitions, on two keys. */
  private static final String PRUNED =
      "SELECT f.id FROM pruned f JOIN small s ON f.p = CAST(s.g AS INT) AND f.k = s.k2"
          + " WHERE s.w LIKE '%s'";

  @BeforeEach
  void tables() {
    createTables();
    String path = "target/test-tables/pruned";
    spark
        .range(0, 20_000, 1, 2)
        .selectExpr("id", "id AS k", "CAST(id % 10 AS INT) AS p")
        .write()
        .mode("overwrite")
        .partitionBy("p")
        .parquet(path);
    spark.read().parquet(path).createOrReplaceTempView("pruned");
  }

  /**
   * Adaptive execution takes pruning away that finds no broadcast, and then both scans are equal.
   */
  @Test
  void shufflesThatDifferByPruningOnlyStayOne() {
    String union = PRUNED.formatted("%7") + " UNION ALL " + PRUNED.formatted("%3");
    assertThat(runOff(union).initialPlan()).contains("dynamicpruning");
    assertReadsTheSame(union);
    assertFires(PRUNED.formatted("%7"));
  }

  @Test
  void shufflesOfSubqueriesThatDifferByPruningOnlyStayOne() {
    String max = "(" + PRUNED.replace("f.id", "max(f.id)") + ")";
    assertReadsTheSame("SELECT " + max.formatted("%7") + " AS a, " + max.formatted("%3") + " AS b");
    // The other scan may be without any pruning.
    assertReadsTheSame(
        "SELECT max(f.id), (SELECT max(x) FROM (SELECT row_number() OVER (PARTITION BY p, k"
            + " ORDER BY id) + id AS x FROM pruned WHERE k IS NOT NULL AND p IS NOT NULL))"
            + " AS b FROM pruned f JOIN small s ON f.p = CAST(s.g AS INT) AND f.k = s.k2"
            + " WHERE s.w LIKE '%7'");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBroadcastOfAJoinStillPrunes(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql =
        "SELECT /*+ BROADCAST(d) */ f.id FROM pruned f JOIN (SELECT CAST(s.g AS INT) AS g, max(v)"
            + " FROM large JOIN small s ON k = k2 WHERE w LIKE '%7' AND g < 50 GROUP BY 1) d"
            + " ON f.p = d.g";
    Outcome off = runOff(sql);
    assertThat(off.plan()).contains("SubqueryBroadcast");
    assertThat(assertReadsTheSame(sql).plan()).contains("SubqueryBroadcast");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPrunedBroadcastStillPrunes(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql =
        "SELECT /*+ BROADCAST(d) */ f.id FROM pruned f JOIN (SELECT /*+ BROADCAST(e) */ b.p,"
            + " max(s.w) FROM pruned b JOIN small s ON b.k = s.k2 JOIN (SELECT CAST(g AS INT) AS g"
            + " FROM small WHERE w LIKE '%103') e ON b.p = e.g WHERE s.w LIKE '%3' GROUP BY 1) d"
            + " ON f.p = d.p";
    Outcome off = runOff(sql);
    assertThat(off.plan()).contains("SubqueryBroadcast");
    assertReadsTheSame(sql);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pruningThatRunsAQueryOfItsOwn(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    set("spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly", false);
    String sql =
        "SELECT f.id FROM pruned f JOIN (SELECT CAST(s.g AS INT) AS g, max(v)"
            + " FROM large JOIN small s ON k = k2 WHERE w LIKE '%7' AND g < 50 GROUP BY 1) d"
            + " ON f.p = d.g";
    assertReadsTheSame(sql);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPrunedScanIsFiltered(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql =
        "SELECT /*+ BROADCAST(d) */ f.id, s.w FROM pruned f JOIN (SELECT CAST(g AS INT) AS g"
            + " FROM small WHERE w LIKE '%103') d ON f.p = d.g JOIN small s ON f.k = s.k2"
            + " WHERE s.g = 7 OR s.g = 13";
    Outcome off = runOff(sql);
    assertThat(off.plan()).contains("SubqueryBroadcast");
    Outcome on = assertFires(sql);
    assertThat(on.input()).isEqualTo(off.input());
  }
}
