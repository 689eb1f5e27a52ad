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

import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.DynamicPruningExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.execution.ColumnarToRowExec;
import org.apache.spark.sql.execution.ExecSubqueryExpression;
import org.apache.spark.sql.execution.InputAdapter;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.WholeStageCodegenExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.Exchange;
import org.apache.spark.sql.execution.joins.ShuffledJoin;

/**
 * Where each shuffle of a plan is used, with equal shuffles, which Spark would run once, taken as
 * one.
 *
 * <p>A filter below one of two equal shuffles would make them differ, and Spark would run both.
 * That is harmless only where all uses are the same side of equal joins, which all get the same
 * filter.
 */
final class ShuffleUses {
  private record Use(Object place, boolean left) {}

  private final Map<SparkPlan, List<Use>> uses = new HashMap<>();
  private boolean inSubquery;

  ShuffleUses(SparkPlan plan) {
    collect(plan);
  }

  /** Whether a filter below the exchange would leave all shuffles that equal it alike. */
  boolean staysReusable(SparkPlan exchange) {
    return usesOf(exchange).stream().distinct().count() <= 1;
  }

  /** Whether no other shuffle of the plan equals this one. */
  boolean isOnlyOne(SparkPlan exchange) {
    return usesOf(exchange).size() <= 1;
  }

  private List<Use> usesOf(SparkPlan exchange) {
    return uses.getOrDefault(keyOf(exchange), List.of());
  }

  private void collect(SparkPlan plan) {
    if (plan instanceof ShuffledJoin join) {
      collectSide(join, JoinSide.leftOf(join));
      collectSide(join, JoinSide.rightOf(join));
    } else {
      // What a leaf stands for has been counted where the leaf is.
      boolean isLeaf = plan.children().isEmpty();
      for (SparkPlan below : PlanFacts.below(plan)) {
        if (isLeaf) {
          collect(below);
        } else {
          collectUse(below, new Use(new Object(), false));
        }
      }
    }
    for (Expression expression : ScalaSeqs.toJava(plan.expressions())) {
      collectSubqueries(expression);
    }
  }

  private void collectSide(ShuffledJoin join, JoinSide side) {
    collectUse(side.source(), new Use(keyOf((SparkPlan) join), side.left()));
  }

  private void collectUse(SparkPlan plan, Use use) {
    if (plan instanceof Exchange || plan instanceof QueryStageExec) {
      SparkPlan key = keyOf(inSubquery ? bare(plan) : plan);
      uses.computeIfAbsent(key, unused -> new ArrayList<>()).add(use);
    }
    collect(plan);
  }

  private static SparkPlan keyOf(SparkPlan plan) {
    return withoutPruning(plan).canonicalized();
  }

  /**
   * The plan with all dynamic pruning off. Adaptive execution drops the pruning that has found no
   * broadcast to take its values from, and only then compares shuffles.
   */
  private static SparkPlan withoutPruning(SparkPlan plan) {
    if (!plan.containsPattern(TreePattern.DYNAMIC_PRUNING_EXPRESSION())) {
      return plan;
    }

    SparkPlan unpruned =
        plan.mapExpressions(
            expression ->
                expression instanceof DynamicPruningExpression
                    ? new DynamicPruningExpression(Literal.TrueLiteral())
                    : expression);

    return unpruned.withNewChildren(
        ScalaSeqs.from(
            ScalaSeqs.toJava(plan.children()).stream().map(ShuffleUses::withoutPruning).toList()));
  }

  /**
   * The plan without what Spark adds last. It has done so in subqueries by the time it asks for the
   * filters of their query, and takes shuffles for equal when it has done so everywhere.
   */
  private static SparkPlan bare(SparkPlan plan) {
    if (plan instanceof WholeStageCodegenExec
        || plan instanceof InputAdapter
        || plan instanceof ColumnarToRowExec) {
      return bare(plan.children().head());
    }

    return plan.withNewChildren(
        ScalaSeqs.from(ScalaSeqs.toJava(plan.children()).stream().map(ShuffleUses::bare).toList()));
  }

  private void collectSubqueries(Expression expression) {
    if (expression instanceof ExecSubqueryExpression subquery) {
      boolean before = inSubquery;
      inSubquery = true;
      collect((SparkPlan) subquery.plan());
      inSubquery = before;
    }
    for (Expression child : ScalaSeqs.toJava(expression.children())) {
      collectSubqueries(child);
    }
  }
}
