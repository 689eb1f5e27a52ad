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

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.testing.StageRecords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All the ways to run a query, but for collecting its rows. */
class ActionTest extends JoinFilterTestBase {
  private static final String SQL = "SELECT id, v, w FROM large JOIN small ON k = k2 WHERE g = 7";

  @TempDir Path folder;

  @BeforeEach
  void tables() {
    createTables();
  }

  /** Runs the action off and on, and asserts that it shuffled far less. */
  private void assertFiltered(Callable<List<Row>> action) throws Exception {
    set("spark.bloomjoin.enabled", false);
    List<Row> off;
    long shuffledOff;
    try (StageRecords records = StageRecords.start(spark)) {
      off = action.call();
      shuffledOff = records.shuffleWritten();
    }
    set("spark.bloomjoin.enabled", true);
    try (StageRecords records = StageRecords.start(spark)) {
      assertSameRows(off, action.call());
      assertThat(shuffledOff).isGreaterThan(99_000);
      assertThat(records.shuffleWritten()).isLessThan(shuffledOff / 10);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void writesFiles(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    String path = folder.resolve("written").toString();
    assertFiltered(
        () -> {
          spark.sql(SQL).write().mode(SaveMode.Overwrite).parquet(path);
          return spark.read().parquet(path).collectAsList();
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void createsAndFillsTables(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    assertFiltered(
        () -> {
          spark.sql("DROP TABLE IF EXISTS joined");
          spark.sql("CREATE TABLE joined USING parquet AS " + SQL);
          spark.sql("INSERT INTO joined " + SQL.replace("g = 7", "g = 8"));
          List<Row> rows = spark.table("joined").collectAsList();
          spark.sql("DROP TABLE joined");
          return rows;
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void iteratesTakesAndGivesRdds(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    assertFiltered(
        () -> {
          List<Row> rows = new ArrayList<>();
          for (Iterator<Row> it = spark.sql(SQL).toLocalIterator(); it.hasNext(); ) {
            rows.add(it.next());
          }
          return rows;
        });
    assertFiltered(() -> spark.sql(SQL).toJavaRDD().collect());
    assertFiltered(() -> spark.sql(SQL + " ORDER BY id").takeAsList(5));
    assertFiltered(() -> List.of((Row[]) spark.sql(SQL + " ORDER BY id").tail(5)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void checkpoints(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    spark.sparkContext().setCheckpointDir(folder.resolve("checkpoints").toString());
    assertFiltered(() -> spark.sql(SQL).localCheckpoint().collectAsList());
    // Spark runs the query twice for a checkpoint; both times are filtered.
    assertFiltered(() -> spark.sql(SQL).checkpoint().collectAsList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void joinsTyped(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    assertFiltered(
        () -> {
          Dataset<Row> large = spark.table("large");
          Dataset<Row> small = spark.table("small").where("g = 7");
          return large
              .joinWith(small, large.col("k").equalTo(small.col("k2")))
              .select(col("_1.id"), col("_2.w"))
              .collectAsList();
        });
  }

  @Test
  void servesSessionsMadeFromThisOne() {
    List<Row> expected = runOff(SQL).rows();
    SparkSession other = spark.newSession();
    for (String table : List.of("large", "small")) {
      other.read().parquet("target/test-tables/" + table).createOrReplaceTempView(table);
    }
    other.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    other.conf().set("spark.bloomjoin.minProbeBytes", "0");
    try (StageRecords records = StageRecords.start(spark)) {
      assertSameRows(expected, other.sql(SQL).collectAsList());
      assertThat(records.shuffleWritten()).isLessThan(2_000);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void servesManyQueriesAtOnce(boolean adaptive) throws Exception {
    set("spark.sql.adaptive.enabled", adaptive);
    List<Row> expected = runOff(SQL).rows();
    ExecutorService threads = Executors.newFixedThreadPool(50);
    try (StageRecords records = StageRecords.start(spark)) {
      List<Future<List<Row>>> results = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        results.add(threads.submit(() -> spark.sql(SQL).collectAsList()));
      }
      for (Future<List<Row>> result : results) {
        assertSameRows(expected, result.get());
      }
      assertThat(records.shuffleWritten()).isLessThan(50 * 2_000);
    } finally {
      threads.shutdownNow();
    }
  }
}
