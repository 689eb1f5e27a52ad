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

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.testing.SparkTestBase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The examples of docs/filters.md: the code between the markers stands in the page as it is here.
 */
class DocumentedExamplesTest extends SparkTestBase {
  private static final Path PAGE = Path.of("..", "docs", "filters.md");
  private static final Path THIS =
      Path.of("src/test/java/io/github/bloomjoin/udf/DocumentedExamplesTest.java");

  @Test
  void typed() {
    // begin typed
    Dataset<Long> ids = spark.range(1_000_000).as(Encoders.LONG());
    byte[] bytes = ids.select(BloomFilterAggregator.ofLongs(1_000_000, 0.01).toColumn()).head();

    SplitBlockBloomFilter filter = SplitBlockBloomFilter.decode(bytes);
    boolean maybe = filter.mightContainLong(42L); // true
    boolean surely = !filter.mightContainLong(-1L); // true but for 1 % of absent keys
    // end typed
    assertThat(maybe).isTrue();
    assertThat(surely).isTrue();
  }

  @Test
  void sql() {
    // begin sql
    spark
        .udf()
        .register(
            "user_filter", udaf(BloomFilterAggregator.ofStrings(1000, 0.001), Encoders.STRING()));
    Dataset<Row> filters =
        spark.sql(
            "SELECT id % 7 AS day, user_filter(concat('u', id)) AS seen"
                + " FROM range(1000) GROUP BY 1");
    // end sql
    assertThat(filters.count()).isEqualTo(7);
    byte[] ofDay3 = (byte[]) filters.where("day = 3").head().get(1);
    assertThat(SplitBlockBloomFilter.decode(ofDay3).mightContainString("u10")).isTrue();
  }

  @Test
  void columns() {
    // begin columns
    Dataset<Row> pairs = spark.range(1000).selectExpr("id AS user_id", "id % 10 AS item_id");
    Row row =
        pairs
            .agg(BloomFunctions.bloomFilterBuild(1000, 0.01, col("user_id"), col("item_id")))
            .head();

    SplitBlockBloomFilter seen = SplitBlockBloomFilter.decode((byte[]) row.get(0));
    long hash = KeyHashing.hashLong(3L, KeyHashing.hashLong(13L)); // item 3 of user 13
    boolean maybeSeen = seen.mightContainHash(hash); // true
    // end columns
    assertThat(maybeSeen).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"typed", "sql", "columns"})
  void thePageShowsThisCode(String name) throws IOException {
    String source = Files.readString(THIS);
    String code =
        source
            .substring(
                source.indexOf("// begin " + name + "\n") + ("// begin " + name + "\n").length(),
                source.indexOf("    // end " + name + "\n"))
            .replaceAll("(?m)^    ", "");

    assertThat(Files.readString(PAGE))
        .contains("<!-- example: " + name + " -->\n```java\n" + code + "```\n");
  }
}
