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

import io.github.bloomjoin.spark.conf.BloomJoinConf;
import io.github.bloomjoin.spark.rule.CheckSettings;
import io.github.bloomjoin.spark.rule.InjectJoinFilters;
import io.github.bloomjoin.spark.rule.InjectJoinFiltersColumnarRule;
import io.github.bloomjoin.spark.rule.MarkSharedSides;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Makes big joins cheap: {@code spark.sql.extensions=io.github.bloomjoin.spark.BloomJoinExtension}.
 *
 * <p>Where the rules run in Spark's planning of a query:
 *
 * <pre>
 *                     adaptive execution on                 adaptive execution off
 *                     ---------------------                 ----------------------
 *   analysis          CheckSettings                         CheckSettings
 *   optimizer         (nothing)                             (nothing)
 *   planner           MarkSharedSides                       MarkSharedSides
 *   preparation       EnsureRequirements adds exchanges     EnsureRequirements adds exchanges
 *                     InjectJoinFilters                     InjectJoinFiltersColumnarRule
 *                     |  stages run, each that ends         whole-stage code generation
 *                     |  brings a re-plan:                  ReuseExchangeAndSubquery makes one
 *                     +- InjectJoinFilters, now with        of the two equal build exchanges
 *                        exact sizes
 * </pre>
 */
public final class BloomJoinExtension extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** Called by Spark when it creates the session. */
  public BloomJoinExtension() {}

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    BloomJoinConf.register();
    extensions.injectCheckRule(session -> new CheckSettings());
    extensions.injectPlannerStrategy(session -> new MarkSharedSides());
    extensions.injectQueryStagePrepRule(session -> new InjectJoinFilters(true));
    extensions.injectColumnar(session -> new InjectJoinFiltersColumnarRule());

    return BoxedUnit.UNIT;
  }
}
