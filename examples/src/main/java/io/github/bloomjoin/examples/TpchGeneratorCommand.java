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
 * Writes TPC-H tables as Parquet; {@link TpchGenerator} as a command.
 *
 * <p>Exit codes: 0 all tables are there, 1 writing failed, 2 bad usage, a folder that holds
 * something else included.
 */
@Command(
    name = "tpch-generator",
    description = "Writes TPC-H tables as Parquet, one folder per table.")
public final class TpchGeneratorCommand implements Callable<Integer> {
  @Option(
      names = "--scale-factor",
      defaultValue = "1",
      description = "from 0.001 to 100000; 1 is about 1 GB of text (default: ${DEFAULT-VALUE})")
  private double scaleFactor;

  @Option(names = "--output", required = true, description = "the directory to write to")
  private String output;

  @Option(
      names = "--tables",
      split = ",",
      description = "names with commas between them (default: all eight)")
  private List<String> tables = TpchGenerator.tables();

  @Option(
      names = "--parts",
      description = "files per table (default: one per 100000 orders, customers, ...)")
  private Integer parts;

  @Option(names = "--overwrite", description = "replace table folders that exist already")
  private boolean overwrite;

  @Mixin private SessionOptions session;

  @Spec private CommandSpec spec;

  private TpchGeneratorCommand() {}

  /** Runs the command and exits with its code. */
  public static void main(String[] args) {
    DemoSession.quietLogs();
    System.exit(command().execute(args));
  }

  static CommandLine command() {
    return new CommandLine(new TpchGeneratorCommand());
  }

  @Override
  public Integer call() throws IOException {
    TpchGenerator generator = generator();
    try (SparkSession spark = DemoSession.builder("tpch-generator", session).getOrCreate()) {
      List<String> written = generator.generate(spark, output, tables);
      List<String> reused = tables.stream().filter(table -> !written.contains(table)).toList();
      spec.commandLine().getOut().println("written: " + written + ", reused: " + reused);
      return CommandLine.ExitCode.OK;
    } catch (OccupiedFolderException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private TpchGenerator generator() {
    try {
      tables.forEach(TpchSchema::of);
      TpchGenerator generator =
          TpchGenerator.of(scaleFactor)
              .withOverwrite(overwrite)
              .withProgressBar(session.showsProgress());
      return parts == null ? generator : generator.withParts(parts);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
