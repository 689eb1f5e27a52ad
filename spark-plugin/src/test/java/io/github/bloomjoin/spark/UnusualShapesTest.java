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
package io.github.bloomjoin.spark;

import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.testing.Plans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins that Spark runs in a way of its own. */
class UnusualShapesTest extends JoinFilterTestBase {
  private static final String SQL = "SELECT id, v, w FROM large JOIN small ON k = k2 WHERE g = 7";

  @TempDir Path folder;

  @BeforeEach
  void tables() {
    createTables();
  }

  @Test
  void aSkewedPartitionIsStillSplit() {
    set("spark.sql.adaptive.advisoryPartitionSizeInBytes", "20k");
    set("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "30k");
    set("spark.sql.adaptive.skewJoin.skewedPartitionFactor", "1.5");
    set("spark.sql.adaptive.coalescePartitions.enabled", false);
    String sql =
        "SELECT id, v, w FROM (SELECT id, v, if(id % 3 = 0, 7, k) AS k FROM large) JOIN small"
            + " ON k = k2 WHERE g = 7";
    assertThat(runOff(sql).plan()).contains("SortMergeJoin(skew=true)");
    assertThat(assertFires(sql).plan()).contains("SortMergeJoin(skew=true)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void recursion(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    String sql =
        "WITH RECURSIVE r(n, k) AS (SELECT 1, CAST(7 AS BIGINT) UNION ALL SELECT n + 1, l.k + 100"
            + " FROM r JOIN large l ON r.k = l.k WHERE n < 3 AND l.id < 10000)"
            + " SELECT n, r.k, id FROM r JOIN large l ON r.k = l.k";
    assertSameRows(runOff(sql).rows(), run(sql).rows());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucketsOnOneSideOrOnBoth(boolean adaptive) {
    set("spark.sql.adaptive.enabled", adaptive);
    try {
      spark.sql(
          "CREATE TABLE bucketed_large USING parquet CLUSTERED BY (k) INTO 4 BUCKETS AS"
              + " SELECT * FROM large");
      spark.sql(
          "CREATE TABLE bucketed_small USING parquet CLUSTERED BY (k2) INTO 4 BUCKETS AS"
              + " SELECT * FROM small");
      assertDoesNotFire(SQL.replace("large", "bucketed_large").replace("small", "bucketed_small"));
      assertDoesNotFire(SQL.replace("large", "bucketed_large"));
      // The build side has no shuffle whose rows are known.
      assertDoesNotFire(SQL.replace("small", "bucketed_small"));
      set("spark.sql.sources.bucketing.enabled", false);
      assertFires(SQL.replace("large", "bucketed_large").replace("small", "bucketed_small"));
    } finally {
      spark.sql("DROP TABLE IF EXISTS bucketed_large");
      spark.sql("DROP TABLE IF EXISTS bucketed_small");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void observedRowsAreThoseOfThePlainQuery(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    Observation observation = new Observation("large rows");
    Dataset<Row> joined =
        spark
            .table("large")
            .observe(observation, count(lit(1)).as("rows"), max("id").as("last"))
            .join(spark.sql("SELECT * FROM small WHERE g = 7"), expr("k = k2"));
    assertThat(joined.collectAsList()).hasSize(1000);
    assertThat(Plans.metric(Plans.named(joined, "JoinFilterProbe"), "numDropped")).isPositive();
    assertThat(observation.getAsJava())
        .containsEntry("rows", 100_000L)
        .containsEntry("last", 99_999L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void microBatches(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    List<Row> rows = new ArrayList<>();
    List<Long> dropped = new ArrayList<>();
    StreamingQuery query =
        stream()
            .writeStream()
            .trigger(Trigger.AvailableNow())
            .option("checkpointLocation", folder.resolve("batches" + adaptive).toString())
            .foreachBatch(
                (batch, id) -> {
                  batch.createOrReplaceTempView("batch");
                  Dataset<Row> joined = batch.sparkSession().sql(SQL.replace("large", "batch"));
                  rows.addAll(joined.collectAsList());
                  dropped.add(Plans.metric(Plans.named(joined, "JoinFilterProbe"), "numDropped"));
                })
            .start();
    query.awaitTermination();
    assertSameRows(runOff(SQL).rows(), rows);
    assertThat(dropped).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void streamsAreNotFiltered(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    stream().createOrReplaceTempView("streamed");
    StreamingQuery query =
        spark
            .sql(SQL.replace("large", "streamed"))
            .writeStream()
            .trigger(Trigger.AvailableNow())
            .option("checkpointLocation", folder.resolve("joins" + adaptive).toString())
            .format("memory")
            .queryName("joined")
            .start();
    query.awaitTermination();
    assertThat(spark.table("joined").count()).isEqualTo(1000);
    assertSameRows(runOff(SQL).rows(), spark.table("joined").collectAsList());
  }

  private Dataset<Row> stream() {
    return spark
        .readStream()
        .schema(spark.table("large").schema())
        .option("maxFilesPerTrigger", 2)
        .parquet("target/test-tables/large");
  }
}
