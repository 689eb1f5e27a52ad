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
package io.github.bloomjoin.spark.random;

/**
 * A column that an expression can name, and about how its values are spread.
 *
 * @param name as it is written in SQL
 * @param distinct how many values it has
 * @param top the share of the rows that have the most frequent value
 * @param nulls the share of the rows that have none
 */
record Column(String name, ColumnType type, double distinct, double top, double nulls) {
  Column named(String newName) {
    return new Column(newName, type, distinct, top, nulls);
  }

  /** The share of all pairs of rows that are equal in this column and the other. */
  double matches(Column other) {
    return Math.max(1 / Math.max(1, Math.max(distinct, other.distinct)), top * other.top)
        + nulls * other.nulls;
  }
}
