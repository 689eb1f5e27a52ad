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
package io.github.bloomjoin.examples;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The joins that {@link JoinDemo} runs, over views named like the TPC-H tables. */
enum DemoQuery {
  MONTH(
      "line items of the orders of one month",
      """
      SELECT * FROM lineitem JOIN orders ON l_orderkey = o_orderkey
      WHERE o_orderdate >= DATE '1995-03-01' AND o_orderdate < DATE '1995-04-01'""",
      """
      l_returnflag, l_linestatus, count(*), sum(l_quantity),
      sum(l_extendedprice * (1 - l_discount)), sum(o_totalprice), min(o_orderdate)""",
      "l_returnflag, l_linestatus",
      """
      SELECT count(*) FROM lineitem LEFT SEMI JOIN orders
      ON l_orderkey = o_orderkey
      AND o_orderdate >= DATE '1995-03-01' AND o_orderdate < DATE '1995-04-01'"""),

  SEMI(
      "line items for which an order of one month exists",
      """
      SELECT * FROM lineitem WHERE EXISTS (
        SELECT * FROM orders WHERE o_orderkey = l_orderkey
        AND o_orderdate >= DATE '1995-03-01' AND o_orderdate < DATE '1995-04-01')""",
      "l_shipmode, count(*), sum(l_extendedprice), max(l_shipdate)",
      "l_shipmode",
      """
      SELECT count(*) FROM lineitem LEFT SEMI JOIN orders
      ON l_orderkey = o_orderkey
      AND o_orderdate >= DATE '1995-03-01' AND o_orderdate < DATE '1995-04-01'"""),

  COMPOSITE(
      "line items whose part is scarce at its supplier, on two key columns",
      """
      SELECT * FROM lineitem JOIN partsupp ON l_partkey = ps_partkey AND l_suppkey = ps_suppkey
      WHERE ps_availqty < 500""",
      "l_returnflag, count(*), sum(l_quantity), sum(ps_supplycost * l_quantity)",
      "l_returnflag",
      """
      SELECT count(*) FROM lineitem LEFT SEMI JOIN partsupp
      ON l_partkey = ps_partkey AND l_suppkey = ps_suppkey AND ps_availqty < 500"""),

  THREE(
      "line items of the orders of one nation's customers in one market segment",
      """
      SELECT * FROM customer JOIN orders ON c_custkey = o_custkey
      JOIN lineitem ON o_orderkey = l_orderkey
      WHERE c_mktsegment = 'BUILDING' AND c_nationkey = 7""",
      "o_orderpriority, count(*), sum(l_extendedprice * (1 - l_discount)), sum(c_acctbal)",
      "o_orderpriority",
      """
      SELECT count(*) FROM lineitem LEFT SEMI JOIN
      (SELECT o_orderkey FROM orders JOIN customer ON o_custkey = c_custkey
       WHERE c_mktsegment = 'BUILDING' AND c_nationkey = 7)
      ON l_orderkey = o_orderkey"""),

  PRIORITY(
      "line items of urgent orders, a fifth of all",
      """
      SELECT * FROM orders JOIN lineitem ON o_orderkey = l_orderkey
      WHERE o_orderpriority = '1-URGENT'""",
      "l_shipmode, count(*), sum(l_extendedprice), sum(o_totalprice)",
      "l_shipmode",
      """
      SELECT count(*) FROM lineitem LEFT SEMI JOIN orders
      ON l_orderkey = o_orderkey AND o_orderpriority = '1-URGENT'""");

  /** The tables that the queries read. */
  static final List<String> TABLES = List.of("lineitem", "orders", "partsupp", "customer");

  private final String title;
  private final String rows;
  private final String aggregates;
  private final String groupBy;
  private final String matchingProbeRows;

  DemoQuery(
      String title, String rows, String aggregates, String groupBy, String matchingProbeRows) {
    this.title = title;
    this.rows = rows;
    this.aggregates = aggregates;
    this.groupBy = groupBy;
    this.matchingProbeRows = matchingProbeRows;
  }

  /**
   * The query with this label.
   *
   * @throws IllegalArgumentException if there is none; the message lists the labels
   */
  static DemoQuery of(String label) {
    return Arrays.stream(values())
        .filter(query -> query.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown query '" + label + "': the queries are all, " + labels()));
  }

  static String labels() {
    return Arrays.stream(values()).map(DemoQuery::label).collect(Collectors.joining(", "));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  /** The query that is measured: a small aggregate over the join. */
  String aggregateSql() {
    return "SELECT " + aggregates + " FROM (" + rows + ") GROUP BY " + groupBy;
  }

  /** One row: how many rows the join has, and a checksum over all their columns in any order. */
  String checksumSql() {
    return "SELECT count(*), sum(cast(xxhash64(*) AS decimal(38, 0))) FROM (" + rows + ")";
  }

  /** One number: how many rows of {@code lineitem} no filter may drop. */
  String matchingProbeRowsSql() {
    return matchingProbeRows;
  }
}
