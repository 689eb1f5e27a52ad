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
package io.github.bloomjoin.spark.random;

import io.github.bloomjoin.spark.random.Outcome.Kind;
import io.github.bloomjoin.testing.Plans;
import io.github.bloomjoin.testing.StageRecords;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;

/** Runs queries with the plugin off or on, each under its own settings and a limit of time. */
final class QueryRunner implements AutoCloseable {
  private static final String ENABLED = "spark.bloomjoin.enabled";

  private final SparkSession spark;
  private final int seconds;
  private final ExecutorService thread =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "random query");
            thread.setDaemon(true);
            return thread;
          });

  QueryRunner(SparkSession spark, int seconds) {
    this.spark = spark;
    this.seconds = seconds;
  }

  Outcome run(RandomCase randomCase, boolean enabled) {
    randomCase.settings().forEach((key, value) -> spark.conf().set(key, value));
    spark.conf().set(ENABLED, enabled);
    try (StageRecords records = StageRecords.start(spark)) {
      Future<Outcome> outcome = thread.submit(() -> run(randomCase.query().text(), records));
      return await(outcome);
    } finally {
      randomCase.settings().keySet().forEach(key -> spark.conf().unset(key));
      spark.conf().unset(ENABLED);
    }
  }

  private Outcome await(Future<Outcome> outcome) {
    try {
      return outcome.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      spark.sparkContext().cancelAllJobs();
      outcome.cancel(true);
      return Outcome.without(Kind.TIMED_OUT, "");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Outcome run(String sql, StageRecords records) {
    SparkSession.setActiveSession(spark);
    Dataset<Row> dataset;
    try {
      dataset = spark.sql(sql);
    } catch (Exception e) {
      return Outcome.without(Kind.REFUSED, e.toString());
    }
    try {
      List<Row> rows = dataset.collectAsList();
      List<SparkPlan> probes = Plans.named(dataset, "JoinFilterProbe");
      return new Outcome(
          Kind.ENDED,
          "",
          RowTexts.sorted(rows),
          records.input(),
          Plans.metric(probes, "numTested"),
          Plans.metric(probes, "numDropped"),
          Plans.metric(Plans.named(dataset, "JoinFilterBuild"), "numFailed"),
          Plans.executedPlan(dataset).toString());
    } catch (Exception | StackOverflowError e) {
      return Outcome.without(Kind.FAILED, describe(e));
    }
  }

  private static String describe(Throwable error) {
    String condition =
        error instanceof SparkThrowable spark && spark.getCondition() != null
            ? spark.getCondition()
            : "";
    return (error.getClass().getName() + " " + condition).strip();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
