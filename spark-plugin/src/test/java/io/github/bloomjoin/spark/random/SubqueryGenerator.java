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

/** Draws subqueries: EXISTS, IN, their negations, and scalar ones. */
final class SubqueryGenerator {
  private static final double MAX_PAIRS = 300_000;

  private final Draw draw;
  private final Expressions expressions;
  private final JoinGenerator joins;
  private final QueryGenerator queries;

  SubqueryGenerator(
      Draw draw, Expressions expressions, JoinGenerator joins, QueryGenerator queries) {
    this.draw = draw;
    this.expressions = expressions;
    this.joins = joins;
    this.queries = queries;
  }

  /** A condition on the rows of a FROM clause. */
  Sql condition(Source outer) {
    Source inner = queries.from(draw.weighted(70, 30));
    List<JoinGenerator.Pair> pairs = joins.pairs(outer.columns(), inner.columns());
    if (pairs.isEmpty()) {
      return expressions.condition(outer.columns());
    }

    JoinGenerator.Pair key = pairs.get(0);
    String out = key.left().name();
    String in = key.right().name();
    Sql where = Sql.maybe(Sql.of(" AND ", expressions.condition(inner.columns())));
    Sql from = Sql.of(" FROM ", inner.sql(), " WHERE true", where);
    boolean small = outer.rows() * inner.rows() < MAX_PAIRS;
    return switch (draw.weighted(20, 10, 30, 10, 10, 10, 10)) {
      case 0 -> Sql.of("EXISTS (SELECT 1", from, " AND " + in + " = " + out + ")");
      case 1 -> Sql.of("NOT EXISTS (SELECT 1", from, " AND " + in + " = " + out + ")");
      case 2 -> Sql.of(out + " IN (SELECT " + in, from, ")");
      case 3 -> Sql.of(out + (small ? " NOT" : "") + " IN (SELECT " + in, from, ")");
      case 4 ->
          Sql.of(
              "(" + out + " IN (SELECT " + in,
              from,
              ") OR ",
              expressions.condition(outer.columns()),
              ")");
      case 5 ->
          key.right().type().isExact()
              ? Sql.of(out + " >= (SELECT min(" + in + ")", from, ")")
              : Sql.of(out + " IN (SELECT " + in, from, ")");
      default ->
          Sql.of(
              "(SELECT count(*)", from, " AND " + in + " = " + out + ")" + draw.of(" > 0", " < 3"));
    };
  }

  /** One scalar subquery, or two over the same tables with other conditions. */
  List<Source> scalars() {
    Source from = queries.from(draw.weighted(20, 60, 20));
    Column aggregate = expressions.aggregate(from.columns());
    Source first = scalar(aggregate, from);
    return draw.chance(50) ? List.of(first) : List.of(first, scalar(aggregate, from));
  }

  private Source scalar(Column aggregate, Source from) {
    List<Sql> where = List.of(expressions.condition(from.columns()));
    Sql sql =
        Sql.of(
            "(SELECT " + aggregate.name() + " FROM ",
            from.sql(),
            Sql.list(" WHERE ", " AND ", "", where),
            ")");
    return new Source(sql, List.of(aggregate), 1);
  }
}
