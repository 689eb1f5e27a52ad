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

/** Draws expressions over columns, without subqueries. */
final class Expressions {
  private final Draw draw;

  Expressions(Draw draw) {
    this.draw = draw;
  }

  /** A value that the column may well have. */
  String literal(Column column) {
    int distinct = (int) Math.min(column.distinct(), 400);
    return column.type().value(String.valueOf(draw.below(draw.of(12, distinct, distinct + 3))));
  }

  /** A condition on the columns. */
  Sql condition(List<Column> columns) {
    Column column = draw.of(columns);
    String name = column.name();
    ColumnType type = column.type();
    return switch (draw.weighted(8, 14, 14, 8, 14, 10, 10, 16, 1, 4)) {
      case 0 -> Sql.text(name + (column.distinct() < 100 ? " = " : " <> ") + literal(column));
      case 1 -> Sql.text(name + draw.of(" < ", " <= ") + literal(column));
      case 2 -> Sql.text(name + draw.of(" > ", " >= ", " <> ") + literal(column));
      case 3 -> {
        String in = column.distinct() < 100 ? " IN (" : " NOT IN (";
        yield Sql.text(name + in + literal(column) + ", " + literal(column) + ")");
      }
      case 4 -> Sql.text(name + (draw.chance(15) ? " IS NULL" : " IS NOT NULL"));
      case 5 -> {
        Sql left = condition(columns);
        Sql right = condition(columns);
        yield Sql.orElse(Sql.of("(", left, " OR ", right, ")"), left, right);
      }
      case 6 -> Sql.of("NOT (", condition(columns), ")");
      case 7 ->
          type.isExact()
              ? Sql.text("pmod(xxhash64(%s), 5) <> %d".formatted(name, draw.below(5)))
              : Sql.text(name + " <=> " + literal(column));
      // Not deterministic as far as Spark knows, and always true.
      case 8 -> Sql.text("rand(5) < 2");
      default ->
          type.isWhole()
              ? Sql.text("100 / (%s - %d) < 50".formatted(name, draw.below(50)))
              : Sql.text(name + " IS NOT NULL");
    };
  }

  /** The equality of two columns, as it is or of equal expressions of both. */
  String equality(Column left, Column right) {
    String equals = draw.chance(10) ? " <=> " : " = ";
    String around = draw.chance(65) ? "$c" : around(left, right.type());
    return around.replace("$c", left.name()) + equals + around.replace("$c", right.name());
  }

  private String around(Column leftColumn, ColumnType right) {
    ColumnType left = leftColumn.type();
    if (left != right) {
      return draw.of("$c", "coalesce($c, NULL)");
    }
    if (left.isWhole()) {
      return draw.of(
          "($c + 1)",
          "(-$c)",
          "abs($c)",
          "CAST($c AS STRING)",
          "CAST($c AS DECIMAL(20, 3))",
          "CAST($c AS DOUBLE)",
          "named_struct('p', $c)",
          "coalesce($c, 7)");
    }
    if (left == ColumnType.STRING) {
      return draw.of("upper($c)", "concat($c, 'z')", "CAST($c AS BINARY)", "coalesce($c, '')");
    }
    if (left.isNumber()) {
      return draw.of("($c + 1)", "abs($c)", "array($c)", "nullif($c, 3)");
    }

    return draw.of(
        "coalesce($c, " + literal(leftColumn) + ")",
        "named_struct('p', $c)",
        "array($c)",
        "if($c > " + literal(leftColumn) + ", $c, NULL)");
  }

  /** A column of a SELECT list made from a column, or from several. */
  String projection(Column column, List<Column> columns) {
    String name = column.name();
    return switch (draw.weighted(85, 10, 5)) {
      case 0 -> name;
      case 1 -> "coalesce(%s, %s)".formatted(name, literal(column));
      default -> "if(%s, %s, NULL)".formatted(condition(columns).text(), name);
    };
  }

  /** An aggregate whose result does not depend on the order of the rows. */
  Column aggregate(List<Column> columns) {
    Column column = draw.of(columns);
    String name = column.name();
    ColumnType type = column.type();
    String distinct = draw.chance(15) ? "DISTINCT " : "";
    return switch (draw.weighted(25, 15, 25, 20, 15)) {
      case 0 -> count("count(*)");
      case 1 -> count("count(" + (draw.chance(50) ? "DISTINCT " : "") + name + ")");
      case 2 ->
          type.isExact() ? column.named(draw.of("min(", "max(") + name + ")") : count("count(*)");
      case 3 ->
          type.isExact()
              ? count("sum(%spmod(xxhash64(%s), 1000))".formatted(distinct, name))
              : count("count(" + name + ")");
      default ->
          type.isWhole()
              ? count("sum(%sCAST(%s AS BIGINT))".formatted(distinct, name))
              : count("count(DISTINCT " + name + ")");
    };
  }

  /** A window function whose result does not depend on the order of equal rows. */
  Column window(List<Column> columns) {
    Column column = draw.of(columns);
    String partition = " OVER (PARTITION BY " + draw.of(columns).name();
    return switch (draw.weighted(30, 30, 40)) {
      case 0 -> count("count(" + column.name() + ")" + partition + ")");
      case 1 -> count("rank()" + partition + " ORDER BY " + column.name() + ")");
      default ->
          column.type().isExact()
              ? column.named("max(" + column.name() + ")" + partition + ")")
              : count("count(*)" + partition + ")");
    };
  }

  private static Column count(String expression) {
    return new Column(expression, ColumnType.LONG, 100, 0.5, 0);
  }
}
