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

import io.github.bloomjoin.udf.internal.ScalaSeqs;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Remainder;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A filter that fails costs the query nothing but the filter. */
class FaultTest extends JoinFilterTestBase {
  private static final String SQL = "SELECT id, v, w FROM large JOIN small ON k = k2 WHERE g = 7";

  @BeforeEach
  void tables() {
    createTables();
  }

  @AfterEach
  void noFault() {
    FaultExtension.none();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTaskThatFailsPassesAll(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    Outcome off = runOff(SQL);
    // Each build task divides by zero.
    FaultExtension.inject(
        build ->
            build.mapExpressions(
                key ->
                    key instanceof Attribute
                        ? new Remainder(key, Literal.create(0L, DataTypes.LongType))
                        : key));

    assertPassesAll(off, run(SQL));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anErrorOnTheDriverPassesAll(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    Outcome off = runOff(SQL);
    // A build reads a shuffle; it does not know how to read anything else.
    FaultExtension.inject(
        build -> {
          SparkPlan child = build.children().head();
          Expression always = Literal.create(true, DataTypes.BooleanType);
          return build.withNewChildren(ScalaSeqs.of(new FilterExec(always, child)));
        });

    assertPassesAll(off, run(SQL));
  }

  private static void assertPassesAll(Outcome off, Outcome on) {
    assertSameRows(off.rows(), on.rows());
    assertThat(on.shuffled()).isEqualTo(off.shuffled());
    assertThat(on.built("numFailed")).as(on.plan()).isEqualTo(1);
    assertThat(on.probed("numPassedUntested")).isEqualTo(99_900);
    assertThat(on.probed("numTested")).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBuildSideThatFailsGivesSparksOwnError(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql =
        "SELECT id, v, w FROM large JOIN (SELECT k2, w, g / (k2 - 7) AS r FROM small WHERE g = 7)"
            + " ON k = k2 WHERE r >= 0";
    assertThatThrownBy(() -> runOff(sql)).hasStackTraceContaining("DIVIDE_BY_ZERO");
    assertThatThrownBy(() -> run(sql)).hasStackTraceContaining("DIVIDE_BY_ZERO");
  }
}
