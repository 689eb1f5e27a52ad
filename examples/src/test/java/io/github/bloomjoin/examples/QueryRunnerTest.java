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

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryRunnerTest {
  private static SparkSession spark;

  private static final long NUM_LINE_ITEMS = 60_175;

  @TempDir private static Path directory;

  @BeforeAll
  static void startSpark() {
    spark = TestSession.start();
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @BeforeEach
  void createViews() {
    TpchGenerator.of(0.01).generate(spark, directory.toString(), DemoQuery.TABLES);
    TpchGenerator.createViews(spark, directory.toString(), DemoQuery.TABLES);
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", -1);
  }

  @Test
  void measuresEveryRoundOffAndOn() throws Exception {
    QueryRunner.Outcome outcome = new QueryRunner(spark, 2).run(DemoQuery.MONTH);

    assertThat(outcome.isEqual()).isTrue();
    assertThat(outcome.off()).hasSize(2);
    assertThat(outcome.on()).hasSize(2);
    assertThat(outcome.off().get(0).rowsShuffled()).isGreaterThan(NUM_LINE_ITEMS);
    assertThat(outcome.off().get(0).bytesShuffled()).isPositive();
    assertThat(outcome.numJoined()).isEqualTo(outcome.numMatching()).isPositive();
  }

  @Test
  void showsTheFilterAndWhatItSaves() throws Exception {
    QueryRunner.Outcome outcome = new QueryRunner(spark, 1).run(DemoQuery.MONTH);

    assertThat(outcome.filters()).hasSize(1);
    FilterUse filter = outcome.filters().get(0);
    assertThat(filter.numKeys()).isBetween(100L, 300L);
    assertThat(filter.filterBytes()).isPositive();
    assertThat(filter.predictedFpp()).isPresent();
    assertThat(filter.numTested()).isEqualTo(NUM_LINE_ITEMS);
    assertThat(filter.numDropped()).isGreaterThan(NUM_LINE_ITEMS / 2);
    assertThat(filter.measuredFpp(outcome.numMatching()).orElseThrow()).isBetween(0.0, 0.01);
    assertThat(outcome.on().get(0).rowsShuffled())
        .isLessThan(outcome.off().get(0).rowsShuffled() / 10);
  }

  @Test
  void noticesResultsThatDiffer() throws Exception {
    UserDefinedFunction nanoTime =
        functions.udf(System::nanoTime, DataTypes.LongType).asNondeterministic();
    spark
        .table("lineitem")
        .withColumn("l_tax", nanoTime.apply())
        .createOrReplaceTempView("lineitem");

    assertThat(new QueryRunner(spark, 1).run(DemoQuery.SEMI).isEqual()).isFalse();
  }
}
