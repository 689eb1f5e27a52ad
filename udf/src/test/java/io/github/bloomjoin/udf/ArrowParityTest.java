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

import io.github.bloomjoin.arrow.ArrowKeys;
import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.testing.SparkTestBase;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.arrow.ArrowWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys in the Arrow vectors that Spark writes make the filter that Spark's rows make. */
class ArrowParityTest extends SparkTestBase {
  private static final int ROWS = 3000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id % 2 = 0",
        "CAST(id % 256 - 128 AS TINYINT)",
        "CAST(id * 21 - 32000 AS SMALLINT)",
        "CAST(id * 715827 AS INT)",
        "id * 3074457345618258 - 1",
        "if(id % 5 = 0, -0.0f, if(id % 5 = 1, float('NaN'), CAST(id AS FLOAT) / 7))",
        "if(id % 5 = 0, -0.0d, if(id % 5 = 1, double('NaN'), CAST(id AS DOUBLE) / 7))",
        "CAST(id - 1500 AS DECIMAL(9, 2))",
        "CAST(id * 1000000 - 5 AS DECIMAL(18, 4))",
        "CAST(id - 1500 AS DECIMAL(38, 10)) * 1000000000000000",
        "concat('key ', id)",
        "repeat('é', CAST(id % 40 AS INT))",
        "''",
        "CAST(concat('key ', id) AS BINARY)",
        "date_add(DATE'1969-06-01', CAST(id AS INT))",
        "timestamp_micros(id * 1000003 - 1000000000)",
        "CAST(timestamp_micros(id * 1000003 - 1000000000) AS TIMESTAMP_NTZ)",
        "make_dt_interval(0, 0, 0, id - 1500)",
        "make_ym_interval(0, CAST(id - 1500 AS INT))",
        "named_struct('a', id, 'b', concat('b', id), 'c', if(id % 3 = 0, null, id % 7))",
        "array(id, null, id + 1)",
        "array(concat('a', id), if(id % 2 = 0, null, 'x'))",
        "slice(array('a', 'b', 'c'), 1, CAST(id % 4 AS INT))",
        "array(named_struct('a', id, 'b', array(CAST(id AS DOUBLE))))",
        "CAST(null AS INT)"
      })
  void everyType(String key) {
    assertSameFilter(
        spark
            .range(0, ROWS, 1, 2)
            .selectExpr("if(id % 11 = 3, null, " + key + ") AS k")
            .coalesce(1));
  }

  @Test
  void compositeKeys() {
    assertSameFilter(
        spark
            .range(0, ROWS, 1, 1)
            .selectExpr(
                "if(id % 7 = 0, null, id) AS a",
                "if(id % 5 = 0, null, concat('b', id)) AS b",
                "CAST(id AS DECIMAL(20, 2)) AS c",
                "named_struct('x', id % 3 = 0) AS d"));
  }

  private static void assertSameFilter(Dataset<Row> keys) {
    Column[] columns = Stream.of(keys.columns()).map(c -> col(c)).toArray(Column[]::new);
    byte[] ofRows =
        (byte[]) keys.agg(BloomFunctions.bloomFilterBuild(ROWS, 0.001, columns)).head().get(0);
    SplitBlockBloomFilter expected = SplitBlockBloomFilter.decode(ofRows);

    ArrowWriter writer = ArrowWriter.create(keys.schema(), "UTC", true, false);
    VectorSchemaRoot root = writer.root();
    try (root) {
      SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(ROWS, 0.001);
      ArrowKeys vectors = ArrowKeys.of(root.getFieldVectors().toArray(FieldVector[]::new));
      int rows = 0;
      for (InternalRow row : keys.queryExecution().executedPlan().executeCollect()) {
        writer.write(row);
        rows++;
      }
      writer.finish();
      assertThat(rows).isEqualTo(ROWS);
      assertThat(Arrays.equals(vectors.addTo(filter).encode(), ofRows)).isTrue();

      int[] matches = new int[ROWS];
      assertThat(vectors.probe(expected, matches)).isEqualTo(rowsWithKey(keys));
    }
  }

  private static int rowsWithKey(Dataset<Row> keys) {
    return (int)
        keys.where(Stream.of(keys.columns()).map(c -> col(c).isNotNull()).reduce(Column::and).get())
            .count();
  }
}
