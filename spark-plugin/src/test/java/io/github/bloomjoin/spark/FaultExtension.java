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

import io.github.bloomjoin.spark.exec.JoinFilterBuildExec;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Lets a test spoil the build nodes of the plans that the plugin made, by rules that run after the
 * plugin's.
 */
public final class FaultExtension extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  private static volatile UnaryOperator<SparkPlan> fault;

  /** Spoils each build node until {@link #none} is called. */
  public static void inject(UnaryOperator<SparkPlan> spoil) {
    fault = spoil;
  }

  /** Leaves the plans as they are. */
  public static void none() {
    fault = null;
  }

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    extensions.injectQueryStagePrepRule(session -> new Spoil());
    extensions.injectColumnar(
        session ->
            new ColumnarRule() {
              @Override
              public Rule<SparkPlan> preColumnarTransitions() {
                return new Spoil();
              }
            });

    return BoxedUnit.UNIT;
  }

  private static final class Spoil extends Rule<SparkPlan> {
    @Override
    public SparkPlan apply(SparkPlan plan) {
      return fault == null ? plan : spoil(plan);
    }

    private static SparkPlan spoil(SparkPlan plan) {
      SparkPlan[] children =
          ScalaSeqs.toJava(plan.children()).stream().map(Spoil::spoil).toArray(SparkPlan[]::new);
      SparkPlan node = plan.withNewChildren(ScalaSeqs.of(children));
      if (!(node instanceof JoinFilterBuildExec)) {
        return node;
      }

      SparkPlan spoiled = fault.apply(node);
      spoiled.copyTagsFrom(node);
      return spoiled;
    }
  }
}
