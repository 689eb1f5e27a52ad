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

import java.util.List;
import java.util.function.Predicate;

/**
 * A query or a part of a FROM clause.
 *
 * @param columns what it offers to expressions
 * @param rows about how many rows it has, rather too many than too few
 */
record Source(Sql sql, List<Column> columns, double rows) {
  List<Column> columns(Predicate<ColumnType> types) {
    return columns.stream().filter(column -> types.test(column.type())).toList();
  }
}
