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
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.DynamicPruning;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionOperation;
import org.apache.spark.sql.catalyst.plans.logical.ReturnAnswer;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.apache.spark.sql.internal.SQLConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;

/**
 * Marks the sides of joins that a query and its subqueries shuffle in more than one of them.
 *
 * <p>Spark makes the physical plans of a query's subqueries apart from each other, and then runs
 * equal shuffles of all of them once. A filter below one of those would break that, and while the
 * filters are planned the others are out of sight: here is the one place where a rule sees the
 * whole query as it will be planned. It plans nothing, and an error in here never fails a query.
 */
public final class MarkSharedSides extends SparkStrategy {
  private static final Logger LOG = LoggerFactory.getLogger(MarkSharedSides.class);

  private static final TreeNodeTag<Boolean> LEFT = new TreeNodeTag<>("bloomjoin.leftSideShared");
  private static final TreeNodeTag<Boolean> RIGHT = new TreeNodeTag<>("bloomjoin.rightSideShared");

  /** Whether a side of the join that a physical join was planned from is marked. */
  static boolean isShared(SparkPlan join, boolean left) {
    return join.logicalLink().isDefined()
        && join.logicalLink().get().getTagValue(left ? LEFT : RIGHT).isDefined();
  }

  @Override
  public Seq<SparkPlan> apply(LogicalPlan plan) {
    if (plan instanceof ReturnAnswer && BloomJoinConf.isEnabled(SQLConf.get())) {
      try {
        mark(plan);
      } catch (Throwable e) {
        if (!InjectJoinFilters.isOurs(e)) {
          throw e;
        }

        LOG.warn("Filters of this query may make Spark run a shuffle twice: marking failed", e);
      }
    }

    return ScalaSeqs.of();
  }

  private static void mark(LogicalPlan plan) {
    // Re-plans see a query without the parts that ran; marks of the first planning stay.
    if (!plan.containsPattern(TreePattern.PLAN_EXPRESSION())
        || plan.containsPattern(TreePattern.LOGICAL_QUERY_STAGE())) {
      return;
    }

    List<LogicalPlan> queries = new ArrayList<>();
    queries.add(plan);
    collectSubqueries(plan, queries);
    if (queries.stream().filter(query -> query.containsPattern(TreePattern.JOIN())).count() < 2) {
      return;
    }

    // Uses within one query are told apart later, by the shuffles that it really gets.
    Map<LogicalPlan, Set<Integer>> uses = new HashMap<>();
    for (int i = 0; i < queries.size(); i++) {
      collectUses(queries.get(i), i, uses);
    }
    for (LogicalPlan query : queries) {
      mark(query, uses);
    }
  }

  private static void collectSubqueries(LogicalPlan plan, List<LogicalPlan> queries) {
    for (Expression expression : ScalaSeqs.toJava(plan.expressions())) {
      collectSubqueries(expression, queries);
    }
    for (LogicalPlan child : ScalaSeqs.toJava(plan.children())) {
      collectSubqueries(child, queries);
    }
  }

  private static void collectSubqueries(Expression expression, List<LogicalPlan> queries) {
    // Those of dynamic pruning, too: Spark finds the broadcast to take its values from only if the
    // joins below it are planned alike in both places, and a filter is planned from what has run.
    if (expression instanceof SubqueryExpression subquery) {
      queries.add(subquery.plan());
      collectSubqueries(subquery.plan(), queries);
    }
    for (Expression child : ScalaSeqs.toJava(expression.children())) {
      collectSubqueries(child, queries);
    }
  }

  private static void collectUses(
      LogicalPlan plan, int query, Map<LogicalPlan, Set<Integer>> uses) {
    if (plan instanceof Join join) {
      addUse(join.left(), query, uses);
      addUse(join.right(), query, uses);
    } else if (plan instanceof Window || plan instanceof RepartitionOperation) {
      addUse(plan.children().head(), query, uses);
    }
    for (LogicalPlan child : ScalaSeqs.toJava(plan.children())) {
      collectUses(child, query, uses);
    }
  }

  private static void addUse(LogicalPlan shuffled, int query, Map<LogicalPlan, Set<Integer>> uses) {
    uses.computeIfAbsent(keyOf(shuffled), key -> new HashSet<>()).add(query);
  }

  private static LogicalPlan keyOf(LogicalPlan plan) {
    return withoutPruning(plan).canonicalized();
  }

  /** The plan without dynamic pruning, which Spark drops where it finds no broadcast for it. */
  private static LogicalPlan withoutPruning(LogicalPlan plan) {
    if (!plan.containsPattern(TreePattern.DYNAMIC_PRUNING_SUBQUERY())) {
      return plan;
    }

    LogicalPlan unpruned =
        plan.withNewChildren(
            ScalaSeqs.from(
                ScalaSeqs.toJava(plan.children()).stream()
                    .map(MarkSharedSides::withoutPruning)
                    .toList()));
    if (!(unpruned instanceof Filter filter)) {
      return unpruned;
    }

    return conjunctsOf(filter.condition())
        .filter(conjunct -> !(conjunct instanceof DynamicPruning))
        .reduce(And::new)
        .map(rest -> (LogicalPlan) new Filter(rest, filter.child()))
        .orElse(filter.child());
  }

  private static Stream<Expression> conjunctsOf(Expression condition) {
    return condition instanceof And and
        ? Stream.concat(conjunctsOf(and.left()), conjunctsOf(and.right()))
        : Stream.of(condition);
  }

  private static void mark(LogicalPlan plan, Map<LogicalPlan, Set<Integer>> uses) {
    if (plan instanceof Join join) {
      if (uses.get(keyOf(join.left())).size() > 1) {
        join.setTagValue(LEFT, true);
      }
      if (uses.get(keyOf(join.right())).size() > 1) {
        join.setTagValue(RIGHT, true);
      }
    }
    for (LogicalPlan child : ScalaSeqs.toJava(plan.children())) {
      mark(child, uses);
    }
  }
}
