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

import static org.assertj.core.api.Assertions.assertThat;

import com.holdenkarau.spark.testing.JavaDatasetSuiteBase;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Base of the tests that run Spark: one session for the whole JVM, whose settings and temporary
 * views are put back after each test.
 */
public abstract class SparkTestBase {
  /** The shared session. */
  protected final SparkSession spark = SharedSpark.session();

  private final JavaDatasetSuiteBase datasets = new JavaDatasetSuiteBase();
  private Map<String, String> confBefore;

  @BeforeEach
  void rememberConf() {
    SparkSession.setActiveSession(spark);
    confBefore = Map.copyOf(CollectionConverters.asJava(spark.conf().getAll()));
  }

  @AfterEach
  void restoreSession() {
    Map<String, String> now = CollectionConverters.asJava(spark.conf().getAll());
    for (String key : List.copyOf(now.keySet())) {
      if (!confBefore.containsKey(key)) {
        spark.conf().unset(key);
      }
    }
    confBefore.forEach(
        (key, value) -> {
          if (!value.equals(now.get(key))) {
            spark.conf().set(key, value);
          }
        });
    for (Row view : spark.sql("SHOW VIEWS").collectAsList()) {
      if (view.getBoolean(view.fieldIndex("isTemporary"))) {
        spark.catalog().dropTempView(view.getString(view.fieldIndex("viewName")));
      }
    }
  }

  /** Sets a session setting until the end of the test. */
  protected void set(String key, Object value) {
    spark.conf().set(key, String.valueOf(value));
  }

  /** Asserts equal schema and equal rows in equal order. */
  protected void assertDataFrameEquals(Dataset<Row> expected, Dataset<Row> actual) {
    datasets.assertDataFrameEquals(expected, actual);
  }

  /** Asserts equal schema and equal elements in equal order. */
  protected <T> void assertDatasetEquals(Dataset<T> expected, Dataset<T> actual) {
    datasets.assertDatasetEquals(expected, actual);
  }

  /** Asserts equal rows as multisets, whatever their order. */
  protected static void assertSameRows(List<Row> expected, List<Row> actual) {
    assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
  }
}
