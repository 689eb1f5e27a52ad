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
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.bloomjoin.spark.rule.MarkSharedSides;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.HashSet;
import java.util.Set;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Remainder;
import org.apache.spark.sql.catalyst.plans.logical.ReturnAnswer;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.DataTypes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
    assertSameErrors(
        "SELECT id, v, w FROM large JOIN (SELECT k2, w, g / (k2 - 7) AS r FROM small WHERE g = 7)"
            + " ON k = k2 WHERE r >= 0");
    assertSameErrors(
        "SELECT count(*), max(w) FROM large JOIN (SELECT * FROM small WHERE 100 / (g - 7) > -1000)"
            + " ON k = k2 WHERE w <> 'w77'");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aProbeSideThatFailsGivesSparksOwnError(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    // The filter keeps the rows that fail, or the query would rightly end well.
    assertSameErrors(
        "SELECT count(*), max(r) FROM (SELECT k, 1 / (k - 107) AS r FROM large) JOIN small"
            + " ON k = k2 WHERE g = 7");
  }

  @Test
  void aPlanThatCannotBeMarkedIsLeftUnmarked() {
    // No Spark plan has a null child: everything that looks at it fails.
    assertThat(new MarkSharedSides().apply(new ReturnAnswer(null)).isEmpty()).isTrue();
  }

  /** Which of several errors a query shows is a matter of time, so it is run many times. */
  private void assertSameErrors(String sql) {
    Set<String> off = new HashSet<>();
    Set<String> on = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      off.add(errorOf(() -> runOff(sql)));
      on.add(errorOf(() -> run(sql)));
    }
    assertThat(off).hasSize(1).first().asString().contains("DIVIDE_BY_ZERO");
    assertThat(on).isEqualTo(off);
  }

  private static String errorOf(ThrowingCallable query) {
    Throwable error = catchThrowable(query);
    String condition = error instanceof SparkThrowable spark ? spark.getCondition() : "";
    return error.getClass().getName() + " " + condition;
  }
}
