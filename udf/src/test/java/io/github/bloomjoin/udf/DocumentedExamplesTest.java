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

import io.github.bloomjoin.arrow.ArrowKeys;
import io.github.bloomjoin.core.filter.BloomFilter;
import io.github.bloomjoin.core.filter.ParquetBloomFilter;
import io.github.bloomjoin.core.filter.SparkBloomFilter;
import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.core.sizing.FilterSizing;
import io.github.bloomjoin.testing.SparkTestBase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
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

  @Test
  void fold() {
    // begin fold
    int blocks = FilterSizing.foldableBlocks(FilterSizing.numBlocks(1_000_000, 0.01));
    SplitBlockBloomFilter large = SplitBlockBloomFilter.ofBlocks(blocks);
    for (long key = 0; key < 20_000; key++) {
      large.addLong(key);
    }
    SplitBlockBloomFilter small = large.foldTo(0.01); // 25 KiB of 1.3 MB
    long about = small.estimatedKeys(); // 20,000, give or take some
    boolean tooFull = small.isSaturated(); // false: no more keys than it has room for
    // end fold
    assertThat(small.numBytes()).isBetween(25_000L, 32_000L);
    assertThat(about).isBetween(19_500L, 20_500L);
    assertThat(tooFull).isFalse();
  }

  @Test
  void batch() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(100, 0.001).addLong(7);
    // begin batch
    long[] keys = LongStream.range(0, 1024).toArray();
    long[] hashes = new long[1024];
    int[] positions = new int[1024];
    KeyHashing.hashLongs(keys, 0, 1024, hashes);
    int count = filter.mightContainHashes(hashes, 0, 1024, positions);
    // keys[positions[0]] to keys[positions[count - 1]] may be in the filter, the others are not
    // end batch
    assertThat(count).isBetween(1, 10);
    assertThat(java.util.Arrays.copyOf(positions, count)).contains(7);
  }

  @Test
  void arrow() {
    SplitBlockBloomFilter seen = SplitBlockBloomFilter.create(1000, 0.001);
    try (RootAllocator allocator = new RootAllocator();
        BigIntVector user = new BigIntVector("user", allocator);
        VarCharVector item = new VarCharVector("item", allocator)) {
      int firstBatch = 0;
      int secondBatch = 1;
      // begin arrow
      ArrowKeys keys = ArrowKeys.of(user, item); // for all batches that these vectors will hold
      load(user, item, firstBatch);
      keys.addTo(seen);

      load(user, item, secondBatch);
      int[] rows = new int[keys.rowCount()];
      int count = keys.probe(seen, rows);
      // rows[0] to rows[count - 1] may have been seen, the others are new
      // end arrow
      assertThat(count).isBetween(500, 520);
      assertThat(rows).startsWith(IntStream.range(0, 500).toArray());
    }
  }

  /** The second batch has one half of its keys from the first. */
  private static void load(BigIntVector user, VarCharVector item, int batch) {
    for (int i = 0; i < 1000; i++) {
      user.setSafe(i, i + batch * 500L);
      item.setSafe(i, ("item " + i % 500).getBytes(StandardCharsets.UTF_8));
    }
    user.setValueCount(1000);
    item.setValueCount(1000);
  }

  @Test
  void foreign() throws IOException {
    SplitBlockBloomFilter ours = SplitBlockBloomFilter.create(100, 0.001).addLong(42);
    byte[] parquetsBytes = ParquetBloomFilter.write(ours);
    var sketch = org.apache.spark.util.sketch.BloomFilter.create(100, 0.001);
    sketch.putLong(42);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    sketch.writeTo(out);
    byte[] sparksBytes = out.toByteArray();
    // begin foreign
    BloomFilter sparks = SparkBloomFilter.read(sparksBytes, 0, sparksBytes.length);
    BloomFilter parquets = ParquetBloomFilter.read(parquetsBytes, 0, parquetsBytes.length);
    boolean maybeInBoth = sparks.mightContainLong(42) && parquets.mightContainLong(42);
    // end foreign
    assertThat(maybeInBoth).isTrue();
  }

  @Test
  void seeded() throws IOException {
    // begin seeded
    long seed = new SecureRandom().nextLong();
    SplitBlockBloomFilter names = SplitBlockBloomFilter.create(1_000_000, 0.01, seed);
    names.addString("alice");
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    names.writeTo(file); // holds the seed: guard it

    InputStream in = new ByteArrayInputStream(file.toByteArray());
    boolean taken = SplitBlockBloomFilter.readFrom(in).mightContainString("alice"); // true
    // end seeded
    assertThat(taken).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"typed", "sql", "columns", "fold", "batch", "arrow", "foreign", "seeded"})
  void thePageShowsThisCode(String name) throws IOException {
    String source = Files.readString(THIS);
    String code =
        source
            .substring(
                source.indexOf("// begin " + name + "\n") + ("// begin " + name + "\n").length(),
                source.indexOf("// end " + name + "\n"))
            .stripTrailing()
            .stripIndent();

    assertThat(Files.readString(PAGE))
        .contains("<!-- example: " + name + " -->\n```java\n" + code + "\n```\n");
  }
}
