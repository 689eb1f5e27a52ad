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

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Runs joins over TPC-H data with the plugin off and on, and prints what it saves and whether the
 * results are equal.
 *
 * <p>Rows and bytes shuffled are Spark's own metrics. Times are medians over interleaved rounds and
 * mean something as a ratio only. Data that is not there yet is generated first.
 *
 * <p>Exit codes: 0 all results are equal, 1 results differ or a query failed, 2 bad usage.
 */
@Command(
    name = "join-demo",
    description = "Runs joins over TPC-H data with join filters off and on, and compares.")
public final class JoinDemo implements Callable<Integer> {
  private static final String EXTENSION = "io.github.bloomjoin.spark.BloomJoinExtension";
  private static final String ALL = "all";

  @Option(
      names = "--scale-factor",
      defaultValue = "1",
      description = "TPC-H scale factor, from 0.001 (default: ${DEFAULT-VALUE})")
  private double scaleFactor;

  @Option(
      names = "--data",
      description =
          "directory of the tables, generated when absent (default: target/tpch-sf<scale factor>)")
  private String data;

  @Option(names = "--overwrite", description = "generate the data anew")
  private boolean overwrite;

  @Option(
      names = "--queries",
      split = ",",
      defaultValue = ALL,
      description = "names with commas between them, or all (default: ${DEFAULT-VALUE})")
  private List<String> queries;

  @Option(
      names = "--rounds",
      defaultValue = "1",
      description = "measured runs per query, off and on each (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--shuffle-partitions",
      defaultValue = "8",
      description = "spark.sql.shuffle.partitions (default: ${DEFAULT-VALUE})")
  private int shufflePartitions;

  @Option(
      names = "--keep-broadcast",
      description =
          "let Spark turn small joins into broadcast joins (default: it may not, so that the"
              + " shuffled join is seen)")
  private boolean keepBroadcast;

  @Option(
      names = "--adaptive",
      arity = "1",
      defaultValue = "true",
      description = "adaptive query execution, true or false (default: ${DEFAULT-VALUE})")
  private boolean adaptive;

  @Mixin private SessionOptions session;

  @Spec private CommandSpec spec;

  private JoinDemo() {}

  /** Runs the demo and exits with its code. */
  public static void main(String[] args) {
    DemoSession.quietLogs();
    System.exit(command().execute(args));
  }

  static CommandLine command() {
    return new CommandLine(new JoinDemo());
  }

  @Override
  public Integer call() throws IOException {
    List<DemoQuery> chosen = checkedQueries();
    TpchGenerator generator = checkedGenerator();
    SparkSession.Builder builder =
        DemoSession.builder("join-demo", session).config("spark.sql.extensions", EXTENSION);
    try (SparkSession spark = builder.getOrCreate()) {
      return run(spark, chosen, generator);
    }
  }

  private int run(SparkSession spark, List<DemoQuery> chosen, TpchGenerator generator) {
    prepare(spark, generator);
    QueryRunner runner = new QueryRunner(spark, rounds);
    boolean isGood = true;
    for (DemoQuery query : chosen) {
      isGood &= run(runner, query);
    }
    return isGood ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void prepare(SparkSession spark, TpchGenerator generator) {
    String directory = data != null ? data : defaultData();
    try {
      generator.generate(spark, directory, DemoQuery.TABLES);
    } catch (OccupiedFolderException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    TpchGenerator.createViews(spark, directory, DemoQuery.TABLES);
    spark.conf().set("spark.sql.shuffle.partitions", shufflePartitions);
    spark.conf().set("spark.sql.adaptive.enabled", adaptive);
    if (!keepBroadcast) {
      spark.conf().set("spark.sql.autoBroadcastJoinThreshold", -1);
    }
  }

  /**
   * Whether the query ran and its results are equal. Any exception counts as a failure of the
   * query: Scala code throws checked ones without declaring them.
   */
  private boolean run(QueryRunner runner, DemoQuery query) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(query.label() + ": " + query.title());
    out.flush();
    try {
      QueryRunner.Outcome outcome = runner.run(query);
      out.println(DemoReport.of(outcome));
      return outcome.isEqual();
    } catch (Exception e) {
      out.println("  FAILED: " + e);
      e.printStackTrace(spec.commandLine().getErr());
      return false;
    } finally {
      out.println();
      out.flush();
    }
  }

  private List<DemoQuery> checkedQueries() {
    require(rounds >= 1, "--rounds " + rounds + " is not at least 1");
    require(
        shufflePartitions >= 1, "--shuffle-partitions " + shufflePartitions + " is not at least 1");
    if (queries.contains(ALL)) {
      return List.of(DemoQuery.values());
    }
    try {
      return queries.stream().map(DemoQuery::of).toList();
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private TpchGenerator checkedGenerator() {
    try {
      return TpchGenerator.of(scaleFactor)
          .withOverwrite(overwrite)
          .withProgressBar(session.showsProgress());
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void require(boolean isTrue, String message) {
    if (!isTrue) {
      throw new CommandLine.ParameterException(spec.commandLine(), message);
    }
  }

  /** {@code target/tpch-sf1}, {@code target/tpch-sf0.1} … */
  private String defaultData() {
    String number =
        new BigDecimal(Double.toString(scaleFactor)).stripTrailingZeros().toPlainString();
    return Path.of("target", "tpch-sf" + number).toString();
  }
}
