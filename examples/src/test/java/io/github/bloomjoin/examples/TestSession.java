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

/**
 * A Spark session for the tests of one class, with join filters at any size; the commands start
 * their own.
 */
final class TestSession {
  private TestSession() {}

  static SparkSession start() {
    return SparkSession.builder()
        .appName("examples-tests")
        .master("local[2]")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 4)
        .config("spark.sql.warehouse.dir", "target/spark-warehouse")
        .config("spark.sql.extensions", "io.github.bloomjoin.spark.BloomJoinExtension")
        .config("spark.bloomjoin.minProbeBytes", 0)
        .getOrCreate();
  }
}
