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
package io.github.bloomjoin.spark.cost;

import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LeafNode;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import org.apache.spark.sql.catalyst.plans.logical.Sample;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.catalyst.plans.logical.UnaryNode;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.statsEstimation.EstimationUtils;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.LogicalQueryStage;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.datasources.LogicalRelation;

/**
 * What is known of a join side before or after it ran.
 *
 * @param bytes its size: measured if {@code exact}, else estimated
 * @param rows its row count, where known
 * @param exact whether it ran and the numbers were measured
 * @param mayLackKeys whether something below it can have removed keys, so that the other side's
 *     rows need not all find a match
 */
public record SideEstimate(double bytes, OptionalLong rows, boolean exact, boolean mayLackKeys) {
  /**
   * The estimate for a plan that feeds a shuffle, or for the stage that ran it.
   *
   * @return empty sizes ({@link Double#NaN}) where the plan has no logical node to ask
   */
  public static SideEstimate of(SparkPlan side) {
    LogicalPlan logical = logicalPlan(side);
    boolean mayLackKeys = logical == null || mayLackKeys(logical);
    if (side instanceof QueryStageExec stage && stage.isMaterialized()) {
      Statistics measured = stage.getRuntimeStatistics();
      return new SideEstimate(
          measured.sizeInBytes().toDouble(), rowCount(measured), true, mayLackKeys);
    }
    if (logical == null) {
      return new SideEstimate(Double.NaN, OptionalLong.empty(), false, true);
    }

    return new SideEstimate(bytes(logical), rowCount(logical.stats()), false, mayLackKeys);
  }

  private static LogicalPlan logicalPlan(SparkPlan plan) {
    if (plan.logicalLink().isDefined()) {
      return plan.logicalLink().get();
    }
    for (SparkPlan child : ScalaSeqs.toJava(plan.children())) {
      LogicalPlan found = logicalPlan(child);
      if (found != null) {
        return found;
      }
    }

    return null;
  }

  /**
   * Spark's own size estimate, but for joins without row counts, which Spark takes as the product
   * of both sides: along a foreign key, the sum is the far better guess.
   */
  private static double bytes(LogicalPlan plan) {
    Statistics stats = plan.stats();
    if (plan instanceof LogicalQueryStage stage && !stats.isRuntime()) {
      // Runs still: what it is known for is its logical plan.
      return bytes(stage.logicalPlan());
    }
    if (plan instanceof LeafNode || stats.rowCount().isDefined()) {
      return stats.sizeInBytes().toDouble();
    }
    List<LogicalPlan> children = ScalaSeqs.toJava(plan.children());
    if (plan instanceof UnaryNode) {
      LogicalPlan child = children.get(0);
      double childRowBytes = rowBytes(child);
      // A limit or the like may know better than the ratio of row widths.
      return Math.min(
          stats.sizeInBytes().toDouble(), bytes(child) * rowBytes(plan) / childRowBytes);
    }
    if (plan instanceof Join || plan instanceof Union) {
      double sum = children.stream().mapToDouble(SideEstimate::bytes).sum();
      return Math.min(stats.sizeInBytes().toDouble(), sum);
    }

    return stats.sizeInBytes().toDouble();
  }

  private static double rowBytes(LogicalPlan plan) {
    return EstimationUtils.getSizePerRow(plan.output(), EstimationUtils.getSizePerRow$default$2())
        .toDouble();
  }

  private static OptionalLong rowCount(Statistics stats) {
    if (stats.rowCount().isEmpty()) {
      return OptionalLong.empty();
    }

    BigInteger rows = stats.rowCount().get().bigInteger();
    return rows.bitLength() < Long.SIZE
        ? OptionalLong.of(rows.longValue())
        : OptionalLong.of(Long.MAX_VALUE);
  }

  private static boolean mayLackKeys(LogicalPlan plan) {
    if (plan instanceof LogicalQueryStage stage) {
      return mayLackKeys(stage.logicalPlan());
    }
    if (plan instanceof LogicalRelation || plan instanceof Range) {
      return false;
    }
    if (plan instanceof LeafNode) {
      // A cache may hold a part of a table, and a source may have taken a filter out of the plan.
      return true;
    }
    if (plan instanceof Join || plan instanceof GlobalLimit || plan instanceof Sample) {
      return true;
    }
    if (plan instanceof Filter filter && !isNotNullOnly(filter.condition())) {
      return true;
    }

    return ScalaSeqs.toJava(plan.children()).stream().anyMatch(SideEstimate::mayLackKeys);
  }

  private static boolean isNotNullOnly(Expression condition) {
    if (condition instanceof And and) {
      return isNotNullOnly(and.left()) && isNotNullOnly(and.right());
    }

    return condition instanceof IsNotNull;
  }
}
