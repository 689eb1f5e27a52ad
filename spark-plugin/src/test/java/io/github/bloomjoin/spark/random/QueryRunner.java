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
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.planning.ExtractEquiJoinKeys;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkPlan;
import scala.Option;

/** Runs queries with the plugin off or on, each under its own settings and a limit of time. */
final class QueryRunner implements AutoCloseable {
  private static final String ENABLED = "spark.bloomjoin.enabled";

  private static final int MAX_ROWS = 300_000;

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
    Map<String, String> settings = new LinkedHashMap<>(randomCase.settings());
    settings.put(ENABLED, String.valueOf(enabled));
    Map<String, Option<String>> before = new LinkedHashMap<>();
    settings.keySet().forEach(key -> before.put(key, spark.conf().getOption(key)));
    settings.forEach((key, value) -> spark.conf().set(key, value));
    try (StageRecords records = StageRecords.start(spark);
        Warnings warnings = Warnings.open()) {
      String sql = randomCase.query().text();
      Future<Outcome> outcome = thread.submit(() -> run(sql, records, warnings));
      return await(outcome);
    } finally {
      awaitLeftovers();
      before.forEach(this::restore);
    }
  }

  /**
   * Stages that a query no longer needs end after it, and must not see the settings of the next.
   */
  private void awaitLeftovers() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (spark.sparkContext().statusTracker().getActiveJobIds().length > 0
        && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private void restore(String key, Option<String> value) {
    if (value.isDefined()) {
      spark.conf().set(key, value.get());
    } else {
      spark.conf().unset(key);
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

  /** How many of the query's joins compare each row with each; none if it is no valid SQL. */
  int joinsWithoutKeys(RandomCase randomCase) {
    try {
      return joinsWithoutKeys(
          spark.sql(randomCase.query().text()).queryExecution().optimizedPlan());
    } catch (Exception e) {
      return 0;
    }
  }

  private static int joinsWithoutKeys(LogicalPlan plan) {
    int joins = plan instanceof Join join && ExtractEquiJoinKeys.unapply(join).isEmpty() ? 1 : 0;
    for (LogicalPlan child : ScalaSeqs.toJava(plan.children())) {
      joins += joinsWithoutKeys(child);
    }

    return joins;
  }

  private Outcome run(String sql, StageRecords records, Warnings warnings) {
    SparkSession.setActiveSession(spark);
    Dataset<Row> dataset;
    try {
      dataset = spark.sql(sql);
    } catch (Exception e) {
      return Outcome.without(Kind.REFUSED, e.toString());
    }
    try {
      // Unlike a list, an iterator leaves the rows in Spark's compressed blocks: a query that has
      // lost a join's condition has millions of them.
      Iterator<Row> iterator = dataset.toLocalIterator();
      List<Row> rows = new ArrayList<>();
      while (iterator.hasNext()) {
        if (rows.size() == MAX_ROWS) {
          return Outcome.without(Kind.TOO_LARGE, "");
        }
        rows.add(iterator.next());
      }
      List<SparkPlan> probes = Plans.named(dataset, "JoinFilterProbe");
      return new Outcome(
          Kind.ENDED,
          "",
          RowTexts.sorted(rows),
          records.inputByScan(),
          Plans.metric(probes, "numTested"),
          Plans.metric(probes, "numDropped"),
          warnings.messages(),
          Plans.executedPlan(dataset).toString());
    } catch (Exception | StackOverflowError e) {
      return new Outcome(
          Kind.FAILED, describe(e), List.of(), Map.of(), 0, 0, List.of(), stackTrace(e));
    }
  }

  private static String stackTrace(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /**
   * The error by its class and condition. Where the same rows fail in two places, such as a stage
   * and a subquery that reads them, too, it is a matter of time which of them Spark shows and
   * whether it wraps them.
   */
  private static String describe(Throwable error) {
    String condition =
        error instanceof SparkThrowable spark && spark.getCondition() != null
            ? spark.getCondition()
            : "";
    boolean isWrapper =
        condition.isEmpty()
            ? error instanceof SparkException || error instanceof ExecutionException
            : condition.equals("STAGE_MATERIALIZATION_MULTIPLE_FAILURES");
    return isWrapper && error.getCause() != null
        ? describe(error.getCause())
        : (error.getClass().getName() + " " + condition).strip();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
