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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TpchGeneratorTest {
  private static final double SCALE_FACTOR = 0.01;

  private static SparkSession spark;

  @TempDir private static Path shared;

  @TempDir private Path directory;

  @BeforeAll
  static void generate() {
    spark = TestSession.start();
    List<String> written =
        TpchGenerator.of(SCALE_FACTOR).generate(spark, shared.toString(), TpchGenerator.tables());
    assertThat(written).isEqualTo(TpchGenerator.tables());
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @Test
  void hasTheRowCountsOfTheSpecification() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (String table : TpchGenerator.tables()) {
      counts.put(table, table(shared, table).count());
    }

    assertThat(counts)
        .containsExactly(
            Map.entry("lineitem", 60_175L),
            Map.entry("orders", 15_000L),
            Map.entry("partsupp", 8_000L),
            Map.entry("part", 2_000L),
            Map.entry("customer", 1_500L),
            Map.entry("supplier", 100L),
            Map.entry("nation", 25L),
            Map.entry("region", 5L));
  }

  @Test
  void hasTheColumnsOfTheSpecification() {
    assertThat(table(shared, "lineitem").schema().toDDL())
        .isEqualTo(
            "l_orderkey BIGINT,l_partkey BIGINT,l_suppkey BIGINT,l_linenumber INT,"
                + "l_quantity DECIMAL(12,2),l_extendedprice DECIMAL(12,2),"
                + "l_discount DECIMAL(12,2),l_tax DECIMAL(12,2),l_returnflag STRING,"
                + "l_linestatus STRING,l_shipdate DATE,l_commitdate DATE,l_receiptdate DATE,"
                + "l_shipinstruct STRING,l_shipmode STRING,l_comment STRING");
    assertThat(table(shared, "orders").schema().toDDL())
        .isEqualTo(
            "o_orderkey BIGINT,o_custkey BIGINT,o_orderstatus STRING,"
                + "o_totalprice DECIMAL(12,2),o_orderdate DATE,o_orderpriority STRING,"
                + "o_clerk STRING,o_shippriority INT,o_comment STRING");
    assertThat(table(shared, "partsupp").schema().toDDL())
        .isEqualTo(
            "ps_partkey BIGINT,ps_suppkey BIGINT,ps_availqty INT,"
                + "ps_supplycost DECIMAL(12,2),ps_comment STRING");
    assertThat(table(shared, "part").schema().toDDL())
        .isEqualTo(
            "p_partkey BIGINT,p_name STRING,p_mfgr STRING,p_brand STRING,p_type STRING,"
                + "p_size INT,p_container STRING,p_retailprice DECIMAL(12,2),p_comment STRING");
    assertThat(table(shared, "customer").schema().toDDL())
        .isEqualTo(
            "c_custkey BIGINT,c_name STRING,c_address STRING,c_nationkey BIGINT,"
                + "c_phone STRING,c_acctbal DECIMAL(12,2),c_mktsegment STRING,c_comment STRING");
    assertThat(table(shared, "supplier").schema().toDDL())
        .isEqualTo(
            "s_suppkey BIGINT,s_name STRING,s_address STRING,s_nationkey BIGINT,"
                + "s_phone STRING,s_acctbal DECIMAL(12,2),s_comment STRING");
    assertThat(table(shared, "nation").schema().toDDL())
        .isEqualTo("n_nationkey BIGINT,n_name STRING,n_regionkey BIGINT,n_comment STRING");
    assertThat(table(shared, "region").schema().toDDL())
        .isEqualTo("r_regionkey BIGINT,r_name STRING,r_comment STRING");
  }

  /**
   * The first line item of dbgen's own output, which does not depend on the scale factor's size.
   */
  @Test
  void hasDbgensValues() {
    Row first =
        table(shared, "lineitem")
            .where("l_orderkey = 1 AND l_linenumber = 1")
            .select("l_quantity", "l_discount", "l_tax", "l_returnflag", "l_shipdate", "l_shipmode")
            .head();

    assertThat(first.mkString("|")).isEqualTo("17.00|0.04|0.02|N|1996-03-13|TRUCK");
  }

  @Test
  void ordersLieInTheYearsOfTheSpecification() {
    Row range = table(shared, "orders").selectExpr("min(o_orderdate)", "max(o_orderdate)").head();

    assertThat(range.mkString("|")).isEqualTo("1992-01-01|1998-08-02");
  }

  @Test
  void contentDoesNotDependOnTheNumberOfParts() {
    TpchGenerator.of(SCALE_FACTOR)
        .withParts(3)
        .generate(spark, directory.toString(), TpchGenerator.tables());

    for (String table : TpchGenerator.tables()) {
      assertThat(checksum(directory, table)).as(table).isEqualTo(checksum(shared, table));
    }
    assertThat(table(directory, "orders").inputFiles()).hasSize(3);
    assertThat(table(directory, "nation").inputFiles()).hasSize(1);
  }

  @Test
  void writesOnlyTheChosenTables() {
    TpchGenerator.of(SCALE_FACTOR)
        .withProgressBar(true)
        .generate(spark, directory.toString(), List.of("nation", "region"));

    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("nation", "region");
  }

  @Test
  void reusesTablesOfTheSameScaleFactor() {
    List<String> written =
        TpchGenerator.of(SCALE_FACTOR)
            .withParts(2)
            .generate(spark, shared.toString(), TpchGenerator.tables());

    assertThat(written).isEmpty();
    assertThat(table(shared, "orders").inputFiles()).hasSize(1);
  }

  @Test
  void refusesTablesOfAnotherScaleFactor() {
    TpchGenerator generator = TpchGenerator.of(0.02);

    assertThatThrownBy(
            () -> generator.generate(spark, shared.toString(), List.of("region", "supplier")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            shared
                + "/region holds the table at scale factor 0.01, layout 1, wanted is scale factor"
                + " 0.02, layout 1: choose another directory, or allow to overwrite it"
                + " (--overwrite)");
  }

  @Test
  void refusesFoldersThatHoldSomethingElseBeforeWritingAnything() throws Exception {
    Files.createDirectories(directory.resolve("region"));
    Files.writeString(directory.resolve("region/mine.txt"), "mine");
    TpchGenerator generator = TpchGenerator.of(SCALE_FACTOR);

    assertThatThrownBy(
            () -> generator.generate(spark, directory.toString(), List.of("nation", "region")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("/region holds something else than a complete TPC-H table");
    assertThat(directory.resolve("nation")).doesNotExist();
    assertThat(directory.resolve("region/mine.txt")).exists();
  }

  @Test
  void overwritesWhenAllowed() throws Exception {
    Files.createDirectories(directory.resolve("supplier"));
    Files.writeString(directory.resolve("supplier/mine.txt"), "mine");
    TpchGenerator generator = TpchGenerator.of(0.02).withOverwrite(true);

    assertThat(generator.generate(spark, directory.toString(), List.of("supplier")))
        .containsExactly("supplier");
    assertThat(table(directory, "supplier").count()).isEqualTo(200);
    assertThat(directory.resolve("supplier/mine.txt")).doesNotExist();
  }

  @Test
  void replacesWhatAnEarlierRunLeftUnfinished() throws Exception {
    Files.createDirectories(directory.resolve("_staging-region"));
    Files.writeString(directory.resolve("_staging-region/part-1.parquet"), "half a file");

    TpchGenerator.of(SCALE_FACTOR).generate(spark, directory.toString(), List.of("region"));

    assertThat(directory.toFile().list()).containsExactly("region");
    assertThat(table(directory, "region").count()).isEqualTo(5);
    assertThat(directory.resolve("region/" + TpchGenerator.MARKER))
        .hasContent("scaleFactor=0.01\nlayout=1\n");
  }

  @Test
  void writesTheSmallestScaleFactor() {
    TpchGenerator.of(TpchGenerator.MIN_SCALE_FACTOR)
        .generate(spark, directory.toString(), TpchGenerator.tables());

    assertThat(table(directory, "supplier").count()).isEqualTo(10);
    assertThat(
            table(directory, "lineitem")
                .join(
                    table(directory, "partsupp"),
                    functions.expr("ps_partkey = l_partkey AND ps_suppkey = l_suppkey"))
                .count())
        .isGreaterThan(0);
  }

  @Test
  void choosesPartsBySize() {
    assertThat(TpchSchema.of("lineitem").defaultParts(0.01)).isEqualTo(1);
    assertThat(TpchSchema.of("lineitem").defaultParts(1)).isEqualTo(15);
    assertThat(TpchSchema.of("orders").defaultParts(0.1)).isEqualTo(2);
    assertThat(TpchSchema.of("customer").defaultParts(1)).isEqualTo(2);
    assertThat(TpchSchema.of("lineitem").defaultParts(100_000)).isEqualTo(1_500_000);
    assertThat(TpchSchema.of("nation").defaultParts(100)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 0.0009, 100_001, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesScaleFactorsOutsideTheRange(double scaleFactor) {
    assertThatThrownBy(() -> TpchGenerator.of(scaleFactor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "scale factor " + scaleFactor + " is not in [0.001, 100000]; 1 is about 1 GB of text");
  }

  @Test
  void refusesUnknownTables() {
    TpchGenerator generator = TpchGenerator.of(1);

    assertThatThrownBy(() -> generator.generate(spark, directory.toString(), List.of("order")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "unknown table 'order': TPC-H has lineitem, orders, partsupp, part, customer,"
                + " supplier, nation, region");
  }

  @Test
  void refusesLessThanOnePart() {
    TpchGenerator generator = TpchGenerator.of(1);

    assertThatThrownBy(() -> generator.withParts(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parts 0 is not at least 1");
  }

  private static Dataset<Row> table(Path directory, String table) {
    return spark.read().parquet(directory.resolve(table).toString());
  }

  private static String checksum(Path directory, String table) {
    return table(directory, table)
        .selectExpr("count(*)", "sum(cast(xxhash64(*) AS decimal(38, 0)))")
        .head()
        .mkString(" ");
  }
}
