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

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JoinDemoTest {
  private static final String ANY_SIZE = "spark.bloomjoin.minProbeBytes=0";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private static Path directory;

  @Test
  void allQueriesAreFilteredAndResultsEqual() {
    int exitCode = execute("--scale-factor", "0.01", "--queries", "all", "--conf", ANY_SIZE);

    assertThat(exitCode).as(err.toString()).isEqualTo(0);

    assertThat(out.toString())
        .contains("month: ", "semi: ", "composite: ", "three: ", "priority: ");
    assertThat(out.toString().lines().filter(line -> line.startsWith("  results equal: yes (")))
        .hasSize(DemoQuery.values().length);
    assertThat(out.toString()).doesNotContain("no join filter was planned");
  }

  @Test
  void resultsAreEqualWithoutAdaptiveExecution() {
    int exitCode =
        execute(
            "--scale-factor",
            "0.01",
            "--queries",
            "month,three",
            "--adaptive",
            "false",
            "--conf",
            ANY_SIZE);

    assertThat(exitCode).as(err.toString()).isEqualTo(0);
    assertThat(out.toString()).doesNotContain("no join filter was planned");
  }

  @Test
  void aFailedQueryIsReportedAndStopsNoOther() throws Exception {
    assertThat(execute("--scale-factor", "0.001", "--queries", "semi")).isEqualTo(0);
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(data("0.001").resolve("partsupp"), "part-*")) {
      for (Path file : files) {
        Files.writeString(file, "not Parquet");
      }
    }

    assertThat(execute("--scale-factor", "0.001", "--queries", "composite,semi")).isEqualTo(1);
    assertThat(out.toString()).contains("  FAILED: ");
    assertThat(out.toString().lines().filter(line -> line.contains("results equal: yes")))
        .hasSize(2);
  }

  @Test
  void refusesBadUsage() {
    assertThat(execute("--queries", "month,years")).isEqualTo(2);
    assertThat(execute("--scale-factor", "-1")).isEqualTo(2);
    assertThat(execute("--rounds", "0")).isEqualTo(2);
    assertThat(execute("--shuffle-partitions", "0")).isEqualTo(2);

    assertThat(err.toString())
        .contains(
            "unknown query 'years': the queries are all, month, semi, composite, three, priority")
        .contains("scale factor -1.0 is not in [0.001, 100000]")
        .contains("--rounds 0 is not at least 1")
        .contains("--shuffle-partitions 0 is not at least 1");
  }

  @Test
  void refusesDataOfAnotherScaleFactor() {
    assertThat(execute("--scale-factor", "0.001", "--queries", "semi")).isEqualTo(0);
    assertThat(
            execute(
                "--scale-factor", "0.002", "--data", data("0.001").toString(), "--queries", "semi"))
        .isEqualTo(2);

    assertThat(err.toString()).contains("holds the table at scale factor 0.001");
  }

  /** Data lies in {@link #data} unless {@code args} say otherwise. */
  private int execute(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    int scaleFactor = all.indexOf("--scale-factor");
    if (scaleFactor >= 0 && !all.contains("--data")) {
      all.addAll(List.of("--data", data(all.get(scaleFactor + 1)).toString()));
    }
    if (!all.contains("--shuffle-partitions")) {
      all.addAll(List.of("--shuffle-partitions", "4"));
    }
    all.addAll(List.of("--driver", "local[2]"));
    CommandLine command = JoinDemo.command();
    command.setOut(new PrintWriter(out, /* autoFlush= */ true));
    command.setErr(new PrintWriter(err, /* autoFlush= */ true));
    return command.execute(all.toArray(String[]::new));
  }

  private static Path data(String scaleFactor) {
    return directory.resolve("sf" + scaleFactor);
  }
}
