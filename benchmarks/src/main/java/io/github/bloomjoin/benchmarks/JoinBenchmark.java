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
package io.github.bloomjoin.benchmarks;

import io.github.bloomjoin.examples.TpchGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Joins of TPC-H's {@code lineitem} and {@code orders} under stock Spark, Spark with the thresholds
 * of its own runtime filter lowered so that it fires, and bloomjoin; in interleaved rounds, as
 * medians.
 *
 * <pre>dev/benchmark io.github.bloomjoin.benchmarks.JoinBenchmark --scale-factor 1 --rounds 5</pre>
 */
@Command(name = "join-benchmark", mixinStandardHelpOptions = true)
public final class JoinBenchmark implements Callable<Integer> {
  private static final String MONTH =
      "o_orderdate >= DATE '1995-03-01' AND o_orderdate < DATE '1995-04-01'";

  private static final Map<String, String> QUERIES = queries();

  private enum Setup {
    STOCK,
    SPARK_FILTER,
    BLOOMJOIN;

    void apply(SparkSession spark) {
      spark.conf().set("spark.bloomjoin.enabled", this == BLOOMJOIN);
      spark.conf().set("spark.sql.optimizer.runtime.bloomFilter.enabled", this == SPARK_FILTER);
    }
  }

  private record Run(double wallSeconds, double cpuSeconds, long shuffledRows, List<String> rows) {}

  @Option(names = "--scale-factor", defaultValue = "1", description = "TPC-H scale factor")
  private double scaleFactor;

  @Option(names = "--rounds", defaultValue = "5", description = "measured rounds, after one more")
  private int rounds;

  @Option(
      names = "--data",
      defaultValue = "target/tpch-benchmark",
      description = "directory of the tables, generated when absent")
  private String data;

  @Option(
      names = "--query",
      description = "queries to run, of month, priority, grouped and all match; all by default")
  private List<String> names = List.copyOf(QUERIES.keySet());

  private JoinBenchmark() {}

  /** Runs the benchmark; {@code --help} lists the options. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new JoinBenchmark()).execute(args));
  }

  private static Map<String, String> queries() {
    String wide = "count(*), sum(length(l_comment)), sum(l_extendedprice * (1 - l_discount))";
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put(
        "month",
        "SELECT " + wide + " FROM lineitem JOIN orders ON l_orderkey = o_orderkey WHERE " + MONTH);
    queries.put(
        "priority",
        "SELECT "
            + wide
            + " FROM lineitem JOIN orders ON l_orderkey = o_orderkey"
            + " WHERE o_orderpriority = '1-URGENT'");
    queries.put(
        "grouped",
        "SELECT l_shipmode, count(*), sum(l_extendedprice) FROM lineitem JOIN orders"
            + " ON l_orderkey = o_orderkey WHERE "
            + MONTH
            + " GROUP BY l_shipmode");
    queries.put(
        "all match", "SELECT " + wide + " FROM lineitem JOIN orders ON l_orderkey = o_orderkey");

    return queries;
  }

  @Override
  public Integer call() throws IOException {
    for (String name : names) {
      if (!QUERIES.containsKey(name)) {
        throw new CommandLine.ParameterException(
            new CommandLine(this), "no query " + name + "; there are " + QUERIES.keySet());
      }
    }
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[*]")
            .appName("join-benchmark")
            .config("spark.ui.enabled", false)
            .config("spark.sql.extensions", "io.github.bloomjoin.spark.BloomJoinExtension")
            .config("spark.sql.shuffle.partitions", 8)
            .config("spark.sql.autoBroadcastJoinThreshold", -1)
            .config("spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold", "0")
            .config("spark.sql.optimizer.runtime.bloomFilter.creationSideThreshold", "1GB")
            .getOrCreate()) {
      List<String> tables = List.of("lineitem", "orders");
      String directory = data + "-sf" + scaleFactor;
      TpchGenerator.of(scaleFactor).generate(spark, directory, tables);
      TpchGenerator.createViews(spark, directory, tables);
      report(spark, System.out);
    }

    return CommandLine.ExitCode.OK;
  }

  private void report(SparkSession spark, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "Spark %s, Java %s, %d cores, scale factor %s, medians of %d interleaved rounds%n%n",
        spark.version(),
        System.getProperty("java.version"),
        Runtime.getRuntime().availableProcessors(),
        scaleFactor,
        rounds);
    out.println("| query | setup | wall s | task CPU s | rows shuffled | stock / this, wall |");
    out.println("|---|---|---|---|---|---|");
    for (String name : names) {
      Map<Setup, List<Run>> runs = measure(spark, QUERIES.get(name));
      double stock = median(runs.get(Setup.STOCK), 0);
      for (Setup setup : Setup.values()) {
        List<Run> measured = runs.get(setup);
        if (!measured.get(0).rows().equals(runs.get(Setup.STOCK).get(0).rows())) {
          throw new IllegalStateException(name + ": results differ under " + setup);
        }
        out.printf(
            Locale.ROOT,
            "| %s | %s | %.2f | %.2f | %,d | %.2f |%n",
            name,
            setup.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            median(measured, 0),
            median(measured, 1),
            measured.get(0).shuffledRows(),
            stock / median(measured, 0));
      }
    }
  }

  private Map<Setup, List<Run>> measure(SparkSession spark, String sql) {
    Map<Setup, List<Run>> runs = new EnumMap<>(Setup.class);
    for (int round = -1; round < rounds; round++) {
      for (Setup setup : Setup.values()) {
        setup.apply(spark);
        Run run = run(spark, sql);
        if (round >= 0) {
          runs.computeIfAbsent(setup, key -> new ArrayList<>()).add(run);
        }
      }
    }

    return runs;
  }

  private static Run run(SparkSession spark, String sql) {
    AtomicLong cpuNanos = new AtomicLong();
    AtomicLong shuffled = new AtomicLong();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onStageCompleted(SparkListenerStageCompleted event) {
            TaskMetrics metrics = event.stageInfo().taskMetrics();
            cpuNanos.addAndGet(metrics.executorCpuTime());
            shuffled.addAndGet(metrics.shuffleWriteMetrics().recordsWritten());
          }
        };
    spark.sparkContext().addSparkListener(listener);
    long start = System.nanoTime();
    List<String> rows =
        spark.sql(sql).collectAsList().stream().map(Object::toString).sorted().toList();
    double wall = (System.nanoTime() - start) / 1e9;
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(1));
    } catch (java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("Spark's listener bus did not drain in a minute", e);
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }

    return new Run(wall, cpuNanos.get() / 1e9, shuffled.get(), rows);
  }

  private static double median(List<Run> runs, int figure) {
    double[] sorted =
        runs.stream()
            .mapToDouble(run -> figure == 0 ? run.wallSeconds() : run.cpuSeconds())
            .sorted()
            .toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
  }
}
