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

import io.github.bloomjoin.spark.exec.JoinFilterBuildExec;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.ExecSubqueryExpression;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanLike;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.apache.spark.sql.execution.joins.ShuffledJoin;

/** Questions about whole physical plans, looking through stages, reuse and caches. */
final class PlanFacts {
  private PlanFacts() {}

  static boolean hasShuffledJoin(SparkPlan plan) {
    return plan instanceof ShuffledJoin
        || ScalaSeqs.toJava(plan.children()).stream().anyMatch(PlanFacts::hasShuffledJoin);
  }

  /**
   * Whether a key of a shuffled join holds a subquery.
   *
   * <p>When such a join turns into a broadcast join at run time, Spark may evaluate the key before
   * the subquery has its result, and fails the query. With filters, joins turn earlier and more
   * often.
   */
  static boolean hasSubqueryInJoinKey(SparkPlan plan) {
    if (plan instanceof ShuffledJoin join
        && (ScalaSeqs.toJava(join.leftKeys()).stream().anyMatch(PlanFacts::hasSubquery)
            || ScalaSeqs.toJava(join.rightKeys()).stream().anyMatch(PlanFacts::hasSubquery))) {
      return true;
    }

    return ScalaSeqs.toJava(plan.children()).stream().anyMatch(PlanFacts::hasSubqueryInJoinKey);
  }

  private static boolean hasSubquery(Expression expression) {
    return expression instanceof ExecSubqueryExpression
        || ScalaSeqs.toJava(expression.children()).stream().anyMatch(PlanFacts::hasSubquery);
  }

  /** How many filters the plan waits for; those of stages that run already do not count. */
  static int countFilters(SparkPlan plan) {
    int below = ScalaSeqs.toJava(plan.children()).stream().mapToInt(PlanFacts::countFilters).sum();
    return plan instanceof JoinFilterBuildExec ? below + 1 : below;
  }

  /** Whether the plan gives the same rows each time it runs, as far as its expressions tell. */
  static boolean isDeterministic(SparkPlan plan) {
    return isDeterministic(plan, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  /**
   * The same, but for caches that were looked at: caches that stand on others more than once each
   * would be walked exponentially often.
   */
  private static boolean isDeterministic(SparkPlan plan, Set<SparkPlan> seenCaches) {
    for (Expression expression : ScalaSeqs.toJava(plan.expressions())) {
      if (!expression.deterministic()) {
        return false;
      }
    }
    if (plan instanceof InMemoryTableScanExec scan) {
      SparkPlan cache = scan.relation().cachedPlan();
      return !seenCaches.add(cache) || isDeterministic(cache, seenCaches);
    }
    if (plan instanceof InMemoryTableScanLike) {
      return false;
    }

    return below(plan).stream().allMatch(below -> isDeterministic(below, seenCaches));
  }

  /** The children of a node, or the plans that a leaf of adaptive execution or reuse stands for. */
  static List<SparkPlan> below(SparkPlan plan) {
    if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      return List.of(adaptive.executedPlan());
    }
    if (plan instanceof QueryStageExec stage) {
      return List.of(stage.plan());
    }
    if (plan instanceof ReusedExchangeExec reused) {
      return List.of(reused.child());
    }

    return ScalaSeqs.toJava(plan.children());
  }
}
