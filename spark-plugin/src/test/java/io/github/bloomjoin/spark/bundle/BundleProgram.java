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
package io.github.bloomjoin.spark.bundle;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** What a user writes; runs in a JVM of its own and knows the plugin only by its name. */
public final class BundleProgram {
  private BundleProgram() {}

  /** Joins two tables written to the folder {@code args[0]}, with the plugin on and off. */
  public static void main(String[] args) {
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.sql.autoBroadcastJoinThreshold", "-1")
            .config("spark.sql.extensions", "io.github.bloomjoin.spark.BloomJoinExtension")
            .config("spark.bloomjoin.minProbeBytes", "0")
            .getOrCreate();
    spark.sparkContext().setLogLevel("WARN");
    String folder = args[0];
    spark.range(100_000).selectExpr("id % 1000 AS k", "id AS v").write().parquet(folder + "/l");
    spark.range(1_000).selectExpr("id AS k2", "id % 50 AS g").write().parquet(folder + "/s");
    spark.read().parquet(folder + "/l").createOrReplaceTempView("l");
    spark.read().parquet(folder + "/s").createOrReplaceTempView("s");
    String sql = "SELECT sum(v), count(*) FROM l JOIN s ON k = k2 WHERE g = 7";

    Dataset<Row> on = spark.sql(sql);
    List<Row> rowsOn = on.collectAsList();
    on.explain();
    spark.conf().set("spark.bloomjoin.enabled", "false");
    List<Row> rowsOff = spark.sql(sql).collectAsList();
    System.out.println("rows equal: " + rowsOn.equals(rowsOff));
    spark.stop();
  }
}
