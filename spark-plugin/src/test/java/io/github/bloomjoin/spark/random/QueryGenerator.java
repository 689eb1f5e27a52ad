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
import java.util.function.Predicate;

/**
 * Draws queries whose rows are the same each time they run, whatever the plan.
 *
 * <p>Names of tables ({@code a1}) and of columns ({@code x1}) are given once in a query, so that a
 * name that is gone can be told from the text.
 */
final class QueryGenerator {
  /** A result with more rows is summed up. */
  private static final double MAX_RESULT = 3_000;

  private static final double MAX_ROWS = 100_000;

  /** A query with more names gets no further queries in its FROM clauses. */
  private static final int MAX_NAMES = 8;

  private final Draw draw;
  private final List<RandomTable> tables;
  private final Expressions expressions;
  private final JoinGenerator joins;
  private final SubqueryGenerator subqueries;
  private final List<Source> named = new ArrayList<>();
  private int names;

  QueryGenerator(Draw draw, List<RandomTable> tables) {
    this.draw = draw;
    this.tables = tables;
    expressions = new Expressions(draw);
    joins = new JoinGenerator(draw, expressions);
    subqueries = new SubqueryGenerator(draw, expressions, joins, this);
  }

  Sql query() {
    List<Sql> with = new ArrayList<>();
    if (draw.chance(20)) {
      Source body = select(draw.below(3), false, type -> true);
      with.add(Sql.of("q1 AS (", body.sql(), ")"));
      named.add(new Source(Sql.text("q1"), body.columns(), body.rows()));
    }

    return Sql.of(Sql.list("WITH ", ", ", "", with), with.isEmpty() ? "" : " ", top());
  }

  private Sql top() {
    int count = 1 + draw.weighted(38, 30, 18, 9, 5);
    Source first = select(count, true, type -> true);
    Sql body = first.sql();
    if (draw.chance(15)) {
      Source second = selectOf(first.columns(), draw.below(3), true);
      body = Sql.orElse(Sql.of(body, setOperation(), second.sql()), body, second.sql());
    }
    if (draw.chance(10) && first.columns().stream().allMatch(column -> column.type().isExact())) {
      List<String> positions = new ArrayList<>();
      for (int i = 1; i <= first.columns().size(); i++) {
        positions.add(i + draw.of("", " DESC"));
      }
      Sql order = Sql.text(" ORDER BY " + String.join(", ", positions));
      body = Sql.of(body, Sql.maybe(Sql.of(order, " LIMIT " + (1 + draw.below(50)))));
    }

    return body;
  }

  private String setOperation() {
    return draw.of(" UNION ALL ", " UNION ", " INTERSECT ", " EXCEPT ", " EXCEPT ALL ");
  }

  /** A SELECT over joins, whose columns of collated strings are shown in lower case at the top. */
  Source select(int count, boolean top, Predicate<ColumnType> types) {
    Source from = exploded(from(count));
    Sql where = where(from);
    int shape = draw.weighted(55, 25, 12, 8);
    if (shape == 1 || (top && from.rows() > MAX_RESULT)) {
      return aggregate(from, where, top);
    }

    List<Column> items = new ArrayList<>();
    List<Column> pool = from.columns(types);
    for (Column column : draw.some(pool, 4)) {
      items.add(column.named(expressions.projection(column, from.columns())));
    }
    if (!top) {
      // Something that most others can be joined with.
      List<Column> numbers = from.columns(ColumnType::isWhole);
      if (!numbers.isEmpty()) {
        items.add(draw.of(numbers));
      }
    }
    if (shape == 3) {
      items.add(expressions.window(from.columns()));
    }
    List<Source> scalars = top && draw.chance(12) ? subqueries.scalars() : List.of();

    return select(shape == 2 ? "DISTINCT " : "", items, scalars, from, where, Sql.text(""), top);
  }

  /** A SELECT of columns of the types of others, in their order. */
  private Source selectOf(List<Column> like, int count, boolean top) {
    Source from = from(count);
    List<Column> items = new ArrayList<>();
    for (Column column : like) {
      List<Column> same = from.columns(type -> type == column.type());
      items.add(
          same.isEmpty() || draw.chance(5)
              ? column.named(expressions.literal(column))
              : draw.of(same));
    }
    String distinct = from.rows() > MAX_RESULT ? "DISTINCT " : "";

    return select(distinct, items, List.of(), from, where(from), Sql.text(""), top);
  }

  private Source aggregate(Source from, Sql where, boolean top) {
    List<Column> keys = new ArrayList<>();
    double groups = 1;
    for (Column column : draw.some(from.columns(), 3)) {
      if (draw.chance(85) && (!top || groups * column.distinct() < MAX_RESULT)) {
        keys.add(column);
        groups = Math.min(groups * (column.distinct() + 1), from.rows());
      }
    }
    List<Column> items = new ArrayList<>(keys);
    for (int i = 1 + draw.below(3); i > 0; i--) {
      items.add(expressions.aggregate(from.columns()));
    }
    List<Sql> having =
        keys.isEmpty() || draw.chance(75)
            ? List.of()
            : List.of(Sql.text("count(*)" + draw.of(" > 1", " < 20", " <> 3")));
    String by = keys.size() > 1 ? draw.of("", "", "", "ROLLUP (") : "";
    Sql grouped =
        Sql.of(
            Sql.texts(" GROUP BY " + by, ", ", "", keys.stream().map(Column::name).toList()),
            by.isEmpty() ? "" : ")",
            Sql.list(" HAVING ", " AND ", "", having));

    Source result = new Source(from.sql(), from.columns(), groups);

    return select("", items, List.of(), result, where, grouped, top);
  }

  private Source select(
      String distinct,
      List<Column> items,
      List<Source> scalars,
      Source from,
      Sql where,
      Sql behind,
      boolean top) {
    List<Column> columns = new ArrayList<>();
    List<Sql> texts = new ArrayList<>();
    for (Column item : items) {
      String name = "x" + ++names;
      columns.add(item.named(name));
      texts.add(Sql.text((top ? item.type().shown(item.name()) : item.name()) + " AS " + name));
    }
    for (Source scalar : scalars) {
      String name = "x" + ++names;
      columns.add(scalar.columns().get(0).named(name));
      texts.add(Sql.of(scalar.sql(), " AS " + name));
    }
    Sql sql =
        Sql.of(
            "SELECT ",
            Sql.maybe(Sql.text(hint(from, columns))),
            Sql.maybe(Sql.text(distinct)),
            Sql.list("", ", ", "1 AS one", texts),
            " FROM ",
            from.sql(),
            where,
            behind);

    return new Source(sql, columns, from.rows());
  }

  private String hint(Source from, List<Column> columns) {
    if (!draw.chance(15)) {
      return "";
    }

    String table = tableOf(draw.of(from.columns()));
    String column = draw.of(columns).name();
    int partitions = 1 + draw.below(5);
    return "/*+ "
        + switch (draw.weighted(20, 20, 8, 10, 10, 10, 10, 5)) {
          case 0 -> "SHUFFLE_HASH(" + table + ")";
          case 1 -> "MERGE(" + table + ")";
          case 2 -> "BROADCAST(" + table + ")";
          case 3 -> "REPARTITION(" + partitions + ", " + column + ")";
          case 4 -> "REPARTITION_BY_RANGE(" + partitions + ", " + column + ")";
          case 5 -> "REBALANCE(" + column + ")";
          case 6 -> "REPARTITION(" + partitions + ")";
          default -> "COALESCE(" + partitions + ")";
        }
        + " */ ";
  }

  private static String tableOf(Column column) {
    return column.name().substring(0, column.name().indexOf('.'));
  }

  private Sql where(Source from) {
    List<Sql> conditions = new ArrayList<>();
    for (int i = draw.weighted(52, 40, 8); i > 0; i--) {
      conditions.add(expressions.condition(from.columns()));
    }
    if (draw.chance(18)) {
      conditions.add(subqueries.condition(from));
    }

    return Sql.list(" WHERE ", " AND ", "", conditions);
  }

  private Source exploded(Source from) {
    if (!draw.chance(6) || from.rows() > MAX_ROWS / 2) {
      return from;
    }

    Column column = draw.of(from.columns());
    String table = "a" + ++names;
    String name = "x" + ++names;
    String array = "array(" + column.name() + ", " + expressions.literal(column) + ")";
    Sql view = Sql.text(" LATERAL VIEW explode(" + array + ") " + table + " AS " + name);
    List<Column> columns = new ArrayList<>(from.columns());
    columns.add(column.named(table + "." + name));

    return new Source(Sql.of(from.sql(), Sql.maybe(view)), columns, from.rows() * 2);
  }

  /** A FROM clause of so many joins, most of them one on the other. */
  Source from(int count) {
    if (count == 0) {
      return leaf();
    }

    int right = draw.chance(70) ? 0 : draw.below(count);
    Source first = from(count - 1 - right);
    Source second = from(right);
    if (right > 0) {
      second = new Source(Sql.of("(", second.sql(), ")"), second.columns(), second.rows());
    }

    return joins.join(first, second);
  }

  private Source leaf() {
    if (!named.isEmpty() && draw.chance(50)) {
      Source source = named.get(0);
      return aliased(source.sql(), source);
    }

    return draw.chance(75) || names > MAX_NAMES ? table() : derived();
  }

  private Source table() {
    // The last one is empty, or nearly so: it would make most results empty.
    int last = tables.size() - 1;
    int number = draw.chance(35) ? draw.below(2) : draw.chance(4) ? last : draw.below(last);
    RandomTable table = tables.get(number);
    String alias = "a" + ++names;
    return new Source(
        Sql.text(table.name() + " AS " + alias), table.columns(alias), Math.max(1, table.rows()));
  }

  private Source derived() {
    Source body = select(draw.weighted(60, 30, 10), false, type -> true);
    if (draw.chance(15)) {
      Source other = selectOf(body.columns(), draw.below(2), false);
      Sql both = Sql.orElse(Sql.of(body.sql(), setOperation(), other.sql()), body.sql());
      body = new Source(both, body.columns(), body.rows() + other.rows());
    }

    return aliased(Sql.of("(", body.sql(), ")"), body);
  }

  private Source aliased(Sql sql, Source source) {
    String alias = "a" + ++names;
    return new Source(
        Sql.of(sql, " AS " + alias),
        source.columns().stream().map(c -> c.named(alias + "." + c.name())).toList(),
        source.rows());
  }
}
