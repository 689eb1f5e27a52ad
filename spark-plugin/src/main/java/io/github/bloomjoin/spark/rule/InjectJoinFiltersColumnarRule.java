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

import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;

/**
 * The way in for plans without adaptive execution: the one hook after Spark has added the exchanges
 * and before it finds those it can reuse.
 *
 * <p>Spark calls it for the stages of adaptive plans, too. There is nothing to do there: a join in
 * a stage stands on finished stages, not on exchanges.
 */
public final class InjectJoinFiltersColumnarRule extends ColumnarRule {
  private final Rule<SparkPlan> rule = new InjectJoinFilters(false);

  @Override
  public Rule<SparkPlan> preColumnarTransitions() {
    return rule;
  }
}
