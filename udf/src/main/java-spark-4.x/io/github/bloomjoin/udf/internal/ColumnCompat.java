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
package io.github.bloomjoin.udf.internal;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.classic.ExpressionUtils;

/** The door between columns and Catalyst, which differs between Spark 3.5 and 4.x. */
public final class ColumnCompat {
  private ColumnCompat() {}

  /** The Catalyst expression of a classic column. */
  public static Expression expression(Column column) {
    return ExpressionUtils.expression(column);
  }

  /** A column that evaluates an aggregate function over a group. */
  public static Column aggregateColumn(AggregateFunction function) {
    return ExpressionUtils.column(function.toAggregateExpression());
  }
}
