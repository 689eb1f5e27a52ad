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
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Draws joins of two sources, none of which makes too many rows. */
final class JoinGenerator {
  private static final double MAX_ROWS = 100_000;

  /** What a join without an equality may compare. */
  private static final double MAX_PAIRS = 300_000;

  private static final int INNER = 0;
  private static final int SEMI = 4;
  private static final int ANTI = 5;
  private static final List<String> WORDS =
      List.of(
          " JOIN ",
          " LEFT JOIN ",
          " RIGHT JOIN ",
          " FULL JOIN ",
          " LEFT SEMI JOIN ",
          " LEFT ANTI JOIN ",
          " CROSS JOIN ");
  private static final int CROSS = 6;

  private final Draw draw;
  private final Expressions expressions;

  JoinGenerator(Draw draw, Expressions expressions) {
    this.draw = draw;
    this.expressions = expressions;
  }

  record Pair(Column left, Column right) {
    double matches() {
      return left.matches(right);
    }
  }

  /** The pairs of columns that can be compared. */
  List<Pair> pairs(List<Column> left, List<Column> right) {
    List<Pair> same = new ArrayList<>();
    List<Pair> cast = new ArrayList<>();
    for (Column l : left) {
      for (Column r : right) {
        if (l.type().isComparableWith(r.type())) {
          (l.type() == r.type() ? same : cast).add(new Pair(l, r));
        }
      }
    }
    List<Pair> first = draw.chance(70) ? same : cast;

    return Stream.concat(
            draw.shuffled(first).stream(), draw.shuffled(first == same ? cast : same).stream())
        .toList();
  }

  Source join(Source left, Source right) {
    double all = left.rows() * right.rows();
    int type = draw.weighted(54, 12, 5, 5, 13, 6, 2);
    if (type == CROSS && all > MAX_PAIRS / 10) {
      type = INNER;
    }
    List<Pair> keys = type == CROSS ? List.of() : keys(left, right);
    double matches = keys.stream().mapToDouble(Pair::matches).reduce(1, (a, b) -> a * b);
    if (all * matches > MAX_ROWS && type != ANTI && type != CROSS) {
      type = SEMI;
    }

    Sql on = type == CROSS ? Sql.text("") : on(left, right, keys, all);
    String word = WORDS.get(type);
    Sql joined =
        Sql.of(
            left.sql(),
            type == INNER || type == CROSS
                ? Sql.text(word)
                : Sql.orElse(Sql.text(word), Sql.text(WORDS.get(INNER))),
            right.sql(),
            on);
    List<Column> columns = new ArrayList<>(left.columns());
    double rows = left.rows();
    if (type != SEMI && type != ANTI) {
      columns.addAll(right.columns());
      rows = type == INNER ? all * matches : Math.max(all * matches, left.rows() + right.rows());
    }

    return new Source(Sql.orElse(joined, left.sql(), right.sql()), columns, rows);
  }

  /** One to three keys, and more as long as the join would make too many rows. */
  private List<Pair> keys(Source left, Source right) {
    List<Pair> pairs = pairs(left.columns(), right.columns());
    int wanted = 1 + draw.weighted(75, 20, 5);
    List<Pair> keys = new ArrayList<>(pairs.subList(0, Math.min(wanted, pairs.size())));
    double rows = left.rows() * right.rows();
    for (Pair key : keys) {
      rows *= key.matches();
    }
    for (Pair pair : pairs.stream().sorted(Comparator.comparing(Pair::matches)).toList()) {
      if (rows > MAX_ROWS && keys.size() < 4 && !keys.contains(pair)) {
        keys.add(pair);
        rows *= pair.matches();
      }
    }

    return keys;
  }

  private Sql on(Source left, Source right, List<Pair> keys, double all) {
    List<Sql> conditions = new ArrayList<>();
    for (Pair key : keys) {
      conditions.add(Sql.text(expressions.equality(key.left(), key.right())));
    }
    if (conditions.size() > 1 && (all < MAX_PAIRS || conditions.size() > 2) && draw.chance(15)) {
      Sql a = conditions.remove(0);
      Sql b = conditions.remove(0);
      conditions.add(Sql.orElse(Sql.of("(", a, " OR ", b, ")"), a, b));
    }
    List<Pair> pairs = pairs(left.columns(), right.columns());
    if (!pairs.isEmpty() && draw.chance(15)) {
      Pair pair = draw.of(pairs);
      conditions.add(
          Sql.text(pair.left().name() + draw.of(" < ", " >= ", " <> ") + pair.right().name()));
    }
    if (draw.chance(6)) {
      conditions.add(expressions.condition(draw.of(left, right).columns()));
    }

    return Sql.list(" ON ", " AND ", " ON true", conditions);
  }
}
