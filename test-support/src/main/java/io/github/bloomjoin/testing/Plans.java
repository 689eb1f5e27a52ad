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
package io.github.bloomjoin.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.ExecSubqueryExpression;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import scala.jdk.javaapi.CollectionConverters;

/** Looks into physical plans: through adaptive plans, stages, reused exchanges and subqueries. */
public final class Plans {
  private Plans() {}

  /** All nodes of the plan that runs or ran, each once, parents first. */
  public static List<SparkPlan> nodes(Dataset<?> dataset) {
    return nodes(executedPlan(dataset));
  }

  /** All nodes of a plan, each once, parents first. */
  public static List<SparkPlan> nodes(SparkPlan plan) {
    List<SparkPlan> found = new ArrayList<>();
    collect(plan, found, Collections.newSetFromMap(new IdentityHashMap<>()));

    return found;
  }

  /** The nodes of one class. */
  public static <T extends SparkPlan> List<T> nodes(Dataset<?> dataset, Class<T> type) {
    return nodes(dataset).stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The nodes with one name, such as "Exchange". */
  public static List<SparkPlan> named(Dataset<?> dataset, String nodeName) {
    return nodes(dataset).stream().filter(node -> node.nodeName().equals(nodeName)).toList();
  }

  /** The sum of a metric over nodes; fails if a node lacks it. */
  public static long metric(List<? extends SparkPlan> nodes, String name) {
    return nodes.stream().mapToLong(node -> node.metrics().apply(name).value()).sum();
  }

  /** The physical plan of a classic Dataset. */
  public static SparkPlan executedPlan(Dataset<?> dataset) {
    return queryExecution(dataset).executedPlan();
  }

  private static QueryExecution queryExecution(Dataset<?> dataset) {
    return ((org.apache.spark.sql.classic.Dataset<?>) dataset).queryExecution();
  }

  private static void collect(SparkPlan plan, List<SparkPlan> found, Set<SparkPlan> seen) {
    if (!seen.add(plan)) {
      return;
    }

    found.add(plan);
    if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      collect(adaptive.executedPlan(), found, seen);
    } else if (plan instanceof QueryStageExec stage) {
      collect(stage.plan(), found, seen);
    } else if (plan instanceof ReusedExchangeExec reused) {
      collect(reused.child(), found, seen);
    }
    for (SparkPlan child : CollectionConverters.asJava(plan.children())) {
      collect(child, found, seen);
    }
    for (Expression expression : CollectionConverters.asJava(plan.expressions())) {
      collectSubqueries(expression, found, seen);
    }
  }

  private static void collectSubqueries(
      Expression expression, List<SparkPlan> found, Set<SparkPlan> seen) {
    if (expression instanceof ExecSubqueryExpression subquery) {
      collect((SparkPlan) subquery.plan(), found, seen);
    }
    for (Expression child : CollectionConverters.asJava(expression.children())) {
      collectSubqueries(child, found, seen);
    }
  }
}
