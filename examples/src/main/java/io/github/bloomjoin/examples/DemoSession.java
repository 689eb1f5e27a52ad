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

import org.apache.spark.sql.SparkSession;

/** How the commands of this module start Spark. */
final class DemoSession {
  private static final String LOG_CONFIGURATION = "log4j2.configurationFile";

  private DemoSession() {}

  /**
   * Keeps Spark's log to warnings, unless a log configuration was given; without effect once
   * logging has started.
   *
   * <p>Not a {@code log4j2.properties} at the root of the class path: that would also rule the logs
   * of every program that depends on this module.
   */
  static void quietLogs() {
    if (System.getProperty(LOG_CONFIGURATION) == null) {
      System.setProperty(
          LOG_CONFIGURATION, "classpath:io/github/bloomjoin/examples/log4j2.properties");
    }
  }

  static SparkSession.Builder builder(String name, SessionOptions options) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName(name)
            .master(options.driver())
            .config("spark.ui.enabled", options.ui())
            .config("spark.ui.showConsoleProgress", false);
    options.conf().forEach(builder::config);
    return builder;
  }
}
