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
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TpchGeneratorCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  @Test
  void writesReusesAndRefuses() {
    assertThat(execute("--scale-factor", "0.01", "--tables", "region")).isEqualTo(0);
    assertThat(execute("--scale-factor", "0.01", "--tables", "region,nation")).isEqualTo(0);
    assertThat(execute("--scale-factor", "0.02", "--tables", "region")).isEqualTo(2);
    assertThat(execute("--scale-factor", "0.02", "--tables", "region", "--overwrite")).isEqualTo(0);

    assertThat(out.toString().lines())
        .containsExactly(
            "written: [region], reused: []",
            "written: [nation], reused: [region]",
            "written: [region], reused: []");
    assertThat(err.toString()).contains("region holds the table at scale factor 0.01");
  }

  @Test
  void refusesBadUsageWithoutStartingSpark() {
    assertThat(execute("--scale-factor", "0")).isEqualTo(2);
    assertThat(execute("--tables", "orders,order")).isEqualTo(2);
    assertThat(execute("--parts", "0")).isEqualTo(2);

    assertThat(err.toString())
        .contains("scale factor 0.0 is not in [0.001, 100000]")
        .contains("unknown table 'order'")
        .contains("parts 0 is not at least 1");
    assertThat(directory).isEmptyDirectory();
  }

  private int execute(String... args) {
    CommandLine command = TpchGeneratorCommand.command();
    command.setOut(new PrintWriter(out, /* autoFlush= */ true));
    command.setErr(new PrintWriter(err, /* autoFlush= */ true));
    String[] all = new String[args.length + 4];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = "--output";
    all[args.length + 1] = directory.toString();
    all[args.length + 2] = "--driver";
    all[args.length + 3] = "local[2]";
    return command.execute(all);
  }
}
