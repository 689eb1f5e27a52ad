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
package io.github.bloomjoin.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.apache.spark.sql.SparkSession;

/**
 * The session that all tests of a JVM share. A module adds its own settings, such as {@code
 * spark.sql.extensions}, in the test resource {@code spark-test.properties}.
 */
final class SharedSpark {
  private static final String MODULE_SETTINGS = "/spark-test.properties";

  private SharedSpark() {}

  private static SparkSession session;

  static synchronized SparkSession session() {
    if (session == null) {
      session = create();
    }

    return session;
  }

  private static SparkSession create() {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .appName("bloomjoin tests")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "4")
            // Each sort and each hash table takes a page at once: by default 32 MiB of this heap.
            .config("spark.buffer.pageSize", "1m")
            .config("spark.sql.warehouse.dir", "target/spark-warehouse")
            .config("spark.sql.catalogImplementation", "in-memory");
    moduleSettings().forEach((key, value) -> builder.config((String) key, (String) value));

    return builder.getOrCreate();
  }

  private static Properties moduleSettings() {
    Properties settings = new Properties();
    try (InputStream in = SharedSpark.class.getResourceAsStream(MODULE_SETTINGS)) {
      if (in != null) {
        settings.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + MODULE_SETTINGS, e);
    }

    return settings;
  }
}
