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
package io.github.bloomjoin.spark.rule;

import io.github.bloomjoin.spark.conf.BloomJoinConf;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.SparkPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.util.control.NonFatal;

/**
 * Gives shuffled joins a filter, from the physical plan with its exchanges. With adaptive execution
 * it runs at the first planning of a query and at each re-plan, when finished stages bring exact
 * sizes; without, once. A plan without an eligible join is returned as the same object.
 *
 * <p>An error in here never fails a query: it is logged and the plan stays as Spark made it.
 */
public final class InjectJoinFilters extends Rule<SparkPlan> {
  private static final Logger LOG = LoggerFactory.getLogger(InjectJoinFilters.class);

  private final boolean adaptive;

  /**
   * The rule for one kind of plans.
   *
   * @param adaptive whether the plans are those of adaptive execution, which plans again as stages
   *     end
   */
  public InjectJoinFilters(boolean adaptive) {
    this.adaptive = adaptive;
  }

  @Override
  public SparkPlan apply(SparkPlan plan) {
    // Commands come by, too: a bad setting must leave them to mend it.
    if (!BloomJoinConf.isEnabled(conf()) || !PlanFacts.hasShuffledJoin(plan)) {
      return plan;
    }

    BloomJoinConf settings = BloomJoinConf.of(conf());
    try {
      return new JoinFilterPlanner(settings, conf(), adaptive).plan(plan);
    } catch (Throwable e) {
      if (!isOurs(e)) {
        throw e;
      }

      LOG.warn("Joins of this query are not filtered, as planning the filters failed", e);
      return plan;
    }
  }

  /** Whether an error while planning filters is their own affair, which must not fail the query. */
  static boolean isOurs(Throwable e) {
    return NonFatal.apply(e) || e instanceof LinkageError;
  }
}
