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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bloomjoin.testing.Plans;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The path from the query to fewer shuffled rows, with adaptive execution on and off. */
class JoinFilterTest extends JoinFilterTestBase {
  private static final String INNER = "SELECT id, v, w FROM large JOIN small ON k = k2 WHERE g = 7";

  @BeforeEach
  void tables() {
    createTables();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dropsRowsBeforeTheShuffle(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    Outcome off = runOff(INNER);
    Outcome on = assertFires(INNER);

    assertThat(on.probed("numTested")).isEqualTo(99_900);
    assertThat(on.built("numKeys")).isEqualTo(100);
    assertThat(off.shuffled()).isGreaterThan(99_000);
    assertThat(on.shuffled()).isLessThan(2_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void runsTheBuildSideOnce(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    Outcome off = runOff(INNER);
    Outcome on = assertFires(INNER);

    List<SparkPlan> scans =
        Plans.nodes(on.dataset()).stream().filter(n -> n.nodeName().startsWith("Scan")).toList();
    assertThat(Plans.metric(scans, "numOutputRows")).as(on.plan()).isEqualTo(110_000);
    assertThat(on.input()).isEqualTo(110_000);
    assertThat(on.input()).isEqualTo(off.input());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filtersTheRightSide(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    assertFires("SELECT id, v, w FROM small JOIN large ON k = k2 WHERE g = 7");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filtersLeftSemiJoins(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    assertFires(
        "SELECT id, v FROM large LEFT SEMI JOIN (SELECT * FROM small WHERE g = 7) ON k = k2");
    assertFires("SELECT * FROM small LEFT SEMI JOIN large ON k = k2 WHERE g = 7");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filtersOnCompositeKeys(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    Outcome on =
        assertFires(
            "SELECT id, l.v, s.w FROM large l JOIN small s ON l.k = s.k2 AND l.id % 10 = s.g % 10"
                + " WHERE s.g IN (3, 7)");
    assertThat(on.builds()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dropsAllForAnEmptyBuildSide(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql = "SELECT id, v, w FROM large JOIN small ON k = k2 WHERE g = length(w) + 1000";
    assertSameRows(runOff(sql).rows(), List.<Row>of());
    Outcome on = run(sql);
    assertThat(on.rows()).isEmpty();
    assertThat(on.shuffled()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesEqualDataFramesAndDatasets(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql = INNER + " ORDER BY id";
    Dataset<Row> on = spark.sql(sql);
    Dataset<Row> off = spark.createDataFrame(runOff(sql).rows(), on.schema());
    assertDataFrameEquals(off, on);
    assertThat(Plans.named(on, "JoinFilterProbe")).isNotEmpty();

    Dataset<Long> ids = on.select("id").as(Encoders.LONG());
    assertDatasetEquals(off.select("id").as(Encoders.LONG()), ids);
    assertThatThrownBy(
            () -> assertDatasetEquals(off.limit(9).select("id").as(Encoders.LONG()), ids))
        .isInstanceOf(AssertionError.class);
  }
}
