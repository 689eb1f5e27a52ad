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

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A random table: its rows are SQL over a range, all columns but {@code id} by hashes of it.
 *
 * @param files how many tasks write it
 */
record RandomTable(String name, int rows, int files, Storage storage, List<Values> values) {
  private static final int PARTITIONS = 5;

  /** How Spark gets at the rows, as the planner sees tables of each kind with other eyes. */
  enum Storage {
    FILES,
    CACHED,
    VIEW,
    ANALYZED,
    BUCKETED,
    PARTITIONED
  }

  /**
   * The values of a column: {@code type}'s values of the numbers from {@code first} on.
   *
   * @param skew how many rows of 100 have the first value
   * @param nulls how many rows of 100 have none
   */
  record Values(String name, ColumnType type, int first, int distinct, int skew, int nulls) {
    private String number() {
      String any = "%d + pmod(xxhash64(id, '%s'), %d)".formatted(first, name, distinct);
      return skew == 0
          ? any
          : "if(pmod(xxhash64(id, 'skew %s'), 100) < %d, %d, %s)".formatted(name, skew, first, any);
    }

    private String value() {
      return "if(pmod(xxhash64(id, 'null %s'), 100) < %d, NULL, %s) AS %s"
          .formatted(name, nulls, type.value("n_" + name), name);
    }

    private Column column(String table, int rows) {
      double values = Math.min(Math.min(distinct, type.maxDistinct()), Math.max(1, rows));
      return new Column(
          table + "." + name, type, values, Math.max(skew / 100.0, 1 / values), nulls / 100.0);
    }
  }

  /** The rows, as a query. */
  String sql() {
    String numbers =
        values.stream()
            .map(value -> ", " + value.number() + " AS n_" + value.name())
            .collect(Collectors.joining());
    String columns =
        values.stream().map(value -> ", " + value.value()).collect(Collectors.joining());
    return "SELECT id, id %% %d AS p%s FROM (SELECT id%s FROM range(0, %d, 1, %d))"
        .formatted(PARTITIONS, columns, numbers, rows, files);
  }

  /** The columns as a query names them that calls this table by an alias. */
  List<Column> columns(String alias) {
    List<Column> columns = new ArrayList<>();
    double distinct = Math.max(1, rows);
    columns.add(new Column(alias + ".id", ColumnType.LONG, distinct, 1 / distinct, 0));
    if (storage == Storage.PARTITIONED) {
      columns.add(new Column(alias + ".p", ColumnType.LONG, PARTITIONS, 1.0 / PARTITIONS, 0));
    }
    values.forEach(value -> columns.add(value.column(alias, rows)));

    return columns;
  }
}
