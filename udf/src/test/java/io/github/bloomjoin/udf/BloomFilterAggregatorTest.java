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
import static org.apache.spark.sql.functions.udaf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.testing.SparkTestBase;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BloomFilterAggregatorTest extends SparkTestBase {
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 200})
  void equalsTheFilterOfAllKeysWhateverThePartitions(int partitions) {
    Dataset<Long> keys = spark.range(0, 1000, 1, partitions).as(Encoders.LONG());
    byte[] bytes = keys.select(BloomFilterAggregator.ofLongs(1000, 0.01).toColumn()).head();

    SplitBlockBloomFilter expected = SplitBlockBloomFilter.create(1000, 0.01);
    for (long key = 0; key < 1000; key++) {
      expected.addLong(key);
    }
    assertThat(SplitBlockBloomFilter.decode(bytes)).isEqualTo(expected);
  }

  @Test
  void servesSqlAsARegisteredFunction() {
    spark
        .udf()
        .register(
            "user_filter", udaf(BloomFilterAggregator.ofStrings(100, 0.001), Encoders.STRING()));
    Row row =
        spark.sql("SELECT user_filter(concat('u', id)) FROM range(100) WHERE id % 2 = 0").head();

    SplitBlockBloomFilter filter = SplitBlockBloomFilter.decode((byte[]) row.get(0));
    assertThat(filter.mightContainString("u42")).isTrue();
    assertThat(filter.addedKeys()).isEqualTo(50);
  }

  @Test
  void groupsMakeAFilterEach() {
    spark
        .udf()
        .register("key_filter", udaf(BloomFilterAggregator.ofLongs(50, 0.001), Encoders.LONG()));
    List<Row> rows =
        spark.sql("SELECT id % 2 AS g, key_filter(id) FROM range(100) GROUP BY 1").collectAsList();

    assertThat(rows).hasSize(2);
    for (Row row : rows) {
      SplitBlockBloomFilter filter = SplitBlockBloomFilter.decode((byte[]) row.get(1));
      for (long key = row.getLong(0); key < 100; key += 2) {
        assertThat(filter.mightContainLong(key)).isTrue();
      }
      assertThat(filter.addedKeys()).isEqualTo(50);
    }
  }

  @Test
  void skipsNullsAndGivesAnEmptyFilterForNoRows() {
    Dataset<String> keys = spark.createDataset(Arrays.asList("a", null, "b"), Encoders.STRING());
    var column = BloomFilterAggregator.ofStrings(10, 0.01).toColumn();

    assertThat(SplitBlockBloomFilter.decode(keys.select(column).head()).addedKeys()).isEqualTo(2);
    byte[] none = keys.filter(col("value").equalTo("c")).select(column).head();
    assertThat(SplitBlockBloomFilter.decode(none).addedKeys()).isZero();
  }

  @Test
  void hashesEachTypeAsTheFilterProbesIt() {
    assertThat(
            filterOf(
                    spark.createDataset(List.of(1, -7), Encoders.INT()),
                    BloomFilterAggregator.ofInts(2, 0.0001))
                .mightContainInt(-7))
        .isTrue();
    SplitBlockBloomFilter doubles =
        filterOf(
            spark.createDataset(List.of(-0.0, Double.NaN), Encoders.DOUBLE()),
            BloomFilterAggregator.ofDoubles(2, 0.0001));
    assertThat(doubles.mightContainDouble(0.0)).isTrue();
    assertThat(doubles.mightContainDouble(Double.NaN)).isTrue();
    assertThat(
            filterOf(
                    spark.createDataset(List.of(new byte[] {1, 2}), Encoders.BINARY()),
                    BloomFilterAggregator.ofBytes(2, 0.0001))
                .mightContainBytes(new byte[] {1, 2}))
        .isTrue();
  }

  private static <K> SplitBlockBloomFilter filterOf(
      Dataset<K> keys, BloomFilterAggregator<K> aggregator) {
    return SplitBlockBloomFilter.decode(keys.select(aggregator.toColumn()).head());
  }

  @Test
  void refusesBadSizesAtOnce() {
    assertThatThrownBy(() -> BloomFilterAggregator.ofLongs(10, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.0");
    assertThatThrownBy(() -> BloomFilterAggregator.ofLongs(-1, 0.1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }
}
