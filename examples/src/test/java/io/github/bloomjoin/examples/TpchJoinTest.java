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

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.testing.Plans;
import io.github.bloomjoin.testing.StageRecords;
import java.nio.file.Path;
import java.sql.Date;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The promise of the README on TPC-H data: line items of the orders of one month, with default
 * settings of the plugin, shuffle hardly more rows than an exact semi-join would.
 */
class TpchJoinTest {
  private static final List<String> TABLES = List.of("lineitem", "orders");
  private static final String SQL =
      "SELECT l_orderkey, l_linenumber, l_extendedprice, o_custkey FROM lineitem JOIN orders"
          + " ON l_orderkey = o_orderkey"
          + " WHERE o_orderdate >= DATE '1995-03-01' AND o_orderdate < DATE '1995-04-01'";

  @TempDir private static Path directory;
  private static SparkSession spark;

  private record Run(List<String> rows, Dataset<Row> dataset, long input, long shuffled) {}

  @BeforeAll
  static void generate() {
    spark = TestSession.start();
    TpchGenerator.of(0.1).generate(spark, directory.toString(), TABLES);
    TpchGenerator.createViews(spark, directory.toString(), TABLES);
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", -1);
    // The test session filters at any size; this test shows the defaults.
    spark.conf().unset("spark.bloomjoin.minProbeBytes");
    spark.sql(SQL).createOrReplaceTempView("items_of_march");
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  static Stream<Arguments> ways() {
    Supplier<Dataset<Row>> sql = () -> spark.sql(SQL);
    Supplier<Dataset<Row>> view = () -> spark.sql("SELECT * FROM items_of_march");
    Supplier<Dataset<Row>> dataFrame =
        () ->
            spark
                .table("lineitem")
                .join(
                    spark
                        .table("orders")
                        .where(col("o_orderdate").geq(lit(Date.valueOf("1995-03-01"))))
                        .where(col("o_orderdate").lt(lit(Date.valueOf("1995-04-01")))),
                    col("l_orderkey").equalTo(col("o_orderkey")))
                .select("l_orderkey", "l_linenumber", "l_extendedprice", "o_custkey");

    return Stream.of(true, false)
        .flatMap(
            adaptive ->
                Stream.of(
                    Arguments.of("SQL", adaptive, sql),
                    Arguments.of("view", adaptive, view),
                    Arguments.of("DataFrame", adaptive, dataFrame)));
  }

  @ParameterizedTest(name = "{0}, adaptive {1}")
  @MethodSource("ways")
  void shufflesWhatMatchesAndReadsOnce(String way, boolean adaptive, Supplier<Dataset<Row>> query) {
    spark.conf().set("spark.sql.adaptive.enabled", adaptive);
    Run off = run(false, query);
    Run on = run(true, query);

    assertThat(on.rows()).isEqualTo(off.rows()).isNotEmpty();

    long matching = off.rows().size();
    long lineItems = spark.table("lineitem").count();
    long orders = spark.table("orders").count();
    long exactlyShuffled = matching + ordersOfTheMonth();
    assertThat(off.shuffled()).isEqualTo(lineItems + ordersOfTheMonth());
    SparkPlan probe = only(on.dataset(), "JoinFilterProbe");
    SparkPlan build = only(on.dataset(), "JoinFilterBuild");
    long passed = metric(probe, "numTested") - metric(probe, "numDropped");
    assertThat(metric(probe, "numTested")).isEqualTo(lineItems);
    assertThat((double) passed).isBetween((double) matching, 1.1 * matching);
    assertThat(on.shuffled()).isEqualTo(passed + ordersOfTheMonth());
    assertThat((double) on.shuffled()).isLessThanOrEqualTo(1.1 * exactlyShuffled);
    assertThat(metric(build, "numKeys")).isEqualTo(ordersOfTheMonth());

    // The build side was read once, as its scan and all stages together say.
    long scanned =
        Plans.nodes(on.dataset()).stream()
            .filter(node -> node.nodeName().startsWith("Scan"))
            .mapToLong(node -> metric(node, "numOutputRows"))
            .sum();
    assertThat(scanned).isEqualTo(lineItems + orders);
    assertThat(on.input()).isEqualTo(off.input()).isEqualTo(lineItems + orders);
  }

  private static long ordersOfTheMonth() {
    return spark
        .sql(
            "SELECT count(*) FROM orders"
                + " WHERE o_orderdate >= DATE '1995-03-01' AND o_orderdate < DATE '1995-04-01'")
        .head()
        .getLong(0);
  }

  private static Run run(boolean enabled, Supplier<Dataset<Row>> query) {
    spark.conf().set("spark.bloomjoin.enabled", enabled);
    try (StageRecords records = StageRecords.start(spark)) {
      Dataset<Row> dataset = query.get();
      List<String> rows = dataset.collectAsList().stream().map(Row::toString).sorted().toList();
      return new Run(rows, dataset, records.input(), records.shuffleWritten());
    } finally {
      spark.conf().unset("spark.bloomjoin.enabled");
    }
  }

  private static SparkPlan only(Dataset<Row> dataset, String nodeName) {
    List<SparkPlan> nodes = Plans.named(dataset, nodeName);
    assertThat(nodes).as(Plans.executedPlan(dataset).toString()).hasSize(1);
    return nodes.get(0);
  }

  private static long metric(SparkPlan node, String name) {
    return Plans.metric(List.of(node), name);
  }
}
