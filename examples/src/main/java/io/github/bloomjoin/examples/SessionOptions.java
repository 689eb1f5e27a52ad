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

import java.util.Map;
import picocli.CommandLine.Option;

/** Options that all commands of this module share. */
final class SessionOptions {
  @Option(
      names = "--driver",
      defaultValue = "local[*]",
      description = "Spark master to run on (default: ${DEFAULT-VALUE})")
  private String driver;

  @Option(
      names = "--conf",
      paramLabel = "<key>=<value>",
      description = "a Spark setting, spark.bloomjoin.* included; may be given several times")
  private Map<String, String> conf = Map.of();

  @Option(names = "--ui", description = "switch Spark's web UI on while the command runs")
  private boolean ui;

  @Option(
      names = "--progress",
      negatable = true,
      description = "show progress bars on the error stream (default: only on a terminal)")
  private Boolean progress;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help and exit")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  String driver() {
    return driver;
  }

  Map<String, String> conf() {
    return conf;
  }

  boolean ui() {
    return ui;
  }

  boolean showsProgress() {
    return progress == null ? PartProgress.isInteractive() : progress;
  }
}
