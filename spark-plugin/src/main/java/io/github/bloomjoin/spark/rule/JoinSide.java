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

import io.github.bloomjoin.spark.exec.JoinFilterProbeExec;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.execution.joins.ShuffledJoin;
import scala.collection.immutable.Seq;

/**
 * One side of a shuffled join.
 *
 * @param left whether it is the join's left side
 * @param child the join's child
 * @param source what lies below the sort that the join may want: an exchange, its stage or anything
 *     else
 * @param keys the join keys of this side
 */
record JoinSide(boolean left, SparkPlan child, SparkPlan source, Seq<Expression> keys) {
  static JoinSide leftOf(ShuffledJoin join) {
    return new JoinSide(true, join.left(), belowSort(join.left()), join.leftKeys());
  }

  static JoinSide rightOf(ShuffledJoin join) {
    return new JoinSide(false, join.right(), belowSort(join.right()), join.rightKeys());
  }

  /** Whether this side's shuffle is planned and not yet started. */
  boolean isPlannedShuffle() {
    return source instanceof ShuffleExchangeExec;
  }

  /** Whether this side's shuffle has a filter for this join below it. */
  boolean isFiltered() {
    return source instanceof ShuffleExchangeExec exchange
        && exchange.child() instanceof JoinFilterProbeExec;
  }

  /** The join's child with the exchange replaced. */
  SparkPlan withSource(SparkPlan newSource) {
    return child == source ? newSource : child.withNewChildren(ScalaSeqs.of(newSource));
  }

  private static SparkPlan belowSort(SparkPlan plan) {
    return plan instanceof SortExec sort ? sort.child() : plan;
  }
}
