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
package io.github.bloomjoin.udf;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.testing.SparkTestBase;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BloomFunctionsTest extends SparkTestBase {
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 200})
  void equalsTheTypedAggregator(int partitions) {
    var keys = spark.range(0, 1000, 1, partitions).toDF("id");
    byte[] bytes =
        (byte[]) keys.agg(BloomFunctions.bloomFilterBuild(1000, 0.01, col("id"))).head().get(0);

    SplitBlockBloomFilter expected = SplitBlockBloomFilter.create(1000, 0.01);
    for (long key = 0; key < 1000; key++) {
      expected.addLong(key);
    }
    assertThat(SplitBlockBloomFilter.decode(bytes)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "WHOLESTAGE, CODEGEN_ONLY",
    "INTERPRETED, NO_CODEGEN",
  })
  void hashesWithAndWithoutGeneratedCodeAlike(String name, String factoryMode) {
    set("spark.sql.codegen.factoryMode", factoryMode);
    set("spark.sql.codegen.wholeStage", name.equals("WHOLESTAGE"));
    SplitBlockBloomFilter filter =
        build(spark.sql("SELECT 7L AS a, 'x' AS b UNION ALL SELECT NULL, 'y'"), col("a"), col("b"));

    assertThat(filter.addedKeys()).isEqualTo(1);
    assertThat(filter.mightContainHash(KeyHashing.hashString("x", KeyHashing.hashLong(7L))))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CAST(7 AS TINYINT)",
        "CAST(7 AS SMALLINT)",
        "7",
        "7L",
        "CAST(-0.0 AS FLOAT)",
        "CAST('NaN' AS DOUBLE)",
        "true",
        "'text'",
        "X'0102'",
        "DATE '2020-02-29'",
        "TIMESTAMP '2020-02-29 01:02:03.000004'",
        "TIMESTAMP_NTZ '2020-02-29 01:02:03.000004'",
        "INTERVAL '1' DAY",
        "INTERVAL '1' MONTH",
        "12.34BD",
        "CAST(12.34 AS DECIMAL(38, 10))",
        "named_struct('a', 1, 'b', 'x')",
        "array(1, 2, 3)",
      })
  void takesEachHashableType(String literal) {
    SplitBlockBloomFilter filter =
        build(spark.sql("SELECT " + literal + " AS k FROM range(3)"), col("k"));

    assertThat(filter.addedKeys()).isEqualTo(3);
    assertThat(filter.fillRatio()).isPositive();
  }

  @Test
  void hashesSparkRowsAsTheSpecificationSays() {
    assertThat(build(spark.sql("SELECT CAST(7 AS TINYINT) k"), col("k")).mightContainInt(7))
        .isTrue();
    assertThat(build(spark.sql("SELECT 7 k"), col("k")).mightContainInt(7)).isTrue();
    assertThat(build(spark.sql("SELECT 7L k"), col("k")).mightContainLong(7)).isTrue();
    assertThat(build(spark.sql("SELECT CAST(-0.0 AS FLOAT) k"), col("k")).mightContainFloat(0f))
        .isTrue();
    assertThat(
            build(spark.sql("SELECT CAST('NaN' AS DOUBLE) k"), col("k")).mightContainDouble(0 / 0d))
        .isTrue();
    assertThat(build(spark.sql("SELECT 'Straße' k"), col("k")).mightContainString("Straße"))
        .isTrue();
    assertThat(build(spark.sql("SELECT X'0102' k"), col("k")).mightContainBytes(new byte[] {1, 2}))
        .isTrue();
    assertThat(build(spark.sql("SELECT DATE '1970-01-08' k"), col("k")).mightContainInt(7))
        .isTrue();
    assertThat(build(spark.sql("SELECT timestamp_micros(7) k"), col("k")).mightContainLong(7))
        .isTrue();
  }

  @Test
  void twoEqualAggregatesAreComputedOnce() {
    var twice =
        spark
            .range(10)
            .agg(
                BloomFunctions.bloomFilterBuild(10, 0.01, col("id")).as("a"),
                BloomFunctions.bloomFilterBuild(10, 0.01, col("id")).as("b"));
    Row row = twice.head();

    assertThat((byte[]) row.get(0)).isEqualTo((byte[]) row.get(1));
    assertThat(io.github.bloomjoin.testing.Plans.executedPlan(twice).toString())
        .doesNotContainPattern("partial_bloom_filter_build.*partial_bloom_filter_build");
  }

  @Test
  void worksAsAWindowFunctionAndInRollup() {
    Column build = BloomFunctions.bloomFilterBuild(10, 0.01, col("id"));
    List<Row> rolledUp =
        spark.range(10).rollup(col("id").mod(2).as("g")).agg(build.as("f")).collectAsList();
    assertThat(rolledUp).hasSize(3);

    Row last =
        spark
            .range(10)
            .select(
                col("id"),
                build.over(org.apache.spark.sql.expressions.Window.orderBy("id")).as("f"))
            .orderBy(col("id").desc())
            .head();
    assertThat(SplitBlockBloomFilter.decode((byte[]) last.get(1)).addedKeys()).isEqualTo(10);
  }

  @Test
  void refusesWhatItCannotHash() {
    var collated = spark.sql("SELECT 'a' COLLATE UTF8_LCASE AS k, map(1, 2) AS m");
    assertThatThrownBy(() -> build(collated, col("k"))).hasMessageContaining("bloom_filter_build");
    assertThatThrownBy(() -> build(collated, col("m"))).hasMessageContaining("bloom_filter_build");
    assertThatThrownBy(() -> BloomFunctions.bloomFilterBuild(10, 1.5, col("k")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.5");
  }

  private static SplitBlockBloomFilter build(
      org.apache.spark.sql.Dataset<Row> rows, Column... keys) {
    return SplitBlockBloomFilter.decode(
        (byte[]) rows.agg(BloomFunctions.bloomFilterBuild(100, 0.001, keys)).head().get(0));
  }
}
