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
package io.github.bloomjoin.spark.random;

import java.util.LinkedHashMap;
import java.util.Map;

/** Draws the settings of a query. */
final class RandomSettings {
  private RandomSettings() {}

  static Map<String, String> draw(Draw draw) {
    Map<String, String> settings = new LinkedHashMap<>();
    // Test tables are small and must be shuffled and filtered all the same.
    settings.put("spark.sql.autoBroadcastJoinThreshold", draw.chance(93) ? "-1" : "20k");
    settings.put("spark.bloomjoin.minProbeBytes", "0");
    settings.put("spark.bloomjoin.maxBuildToProbeRatio", draw.chance(85) ? "1000000" : "0.5");
    settings.put(
        "spark.bloomjoin.maxUnfilteredBuildToProbeRatio", draw.chance(85) ? "1000000" : "0.1");
    settings.put("spark.bloomjoin.fpp", draw.of("0.5", "0.1", "0.001", "0.001", "0.000001"));
    sometimes(draw, settings, 5, "spark.bloomjoin.maxFilterBytes", "1k");

    settings.put("spark.sql.adaptive.enabled", draw.of("true", "true", "false"));
    settings.put(
        "spark.sql.adaptive.autoBroadcastJoinThreshold", draw.of("-1", "-1", "20k", "10m"));
    settings.put("spark.sql.shuffle.partitions", draw.of("1", "2", "3", "4", "5"));
    sometimes(draw, settings, 30, "spark.sql.adaptive.coalescePartitions.enabled", "false");
    if (draw.chance(20)) {
      settings.put("spark.sql.adaptive.skewJoin.skewedPartitionFactor", "1.0");
      settings.put("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "1k");
      settings.put("spark.sql.adaptive.advisoryPartitionSizeInBytes", draw.of("1k", "16k"));
      sometimes(draw, settings, 30, "spark.sql.adaptive.forceOptimizeSkewedJoin", "true");
    }
    sometimes(draw, settings, 15, "spark.sql.adaptive.localShuffleReader.enabled", "false");
    sometimes(draw, settings, 15, "spark.sql.adaptive.maxShuffledHashJoinLocalMapThreshold", "10m");

    if (draw.chance(40)) {
      settings.put("spark.sql.codegen.wholeStage", "false");
      sometimes(draw, settings, 75, "spark.sql.codegen.factoryMode", "NO_CODEGEN");
    }
    sometimes(draw, settings, 40, "spark.sql.ansi.enabled", "false");
    sometimes(draw, settings, 20, "spark.sql.parquet.enableVectorizedReader", "false");
    sometimes(
        draw, settings, 20, "spark.sql.inMemoryColumnarStorage.enableVectorizedReader", "false");
    sometimes(draw, settings, 5, "spark.sql.exchange.reuse", "false");
    sometimes(draw, settings, 10, "spark.sql.subquery.reuse", "false");
    sometimes(draw, settings, 20, "spark.sql.join.preferSortMergeJoin", "false");
    sometimes(draw, settings, 10, "spark.sql.constraintPropagation.enabled", "false");
    sometimes(draw, settings, 15, "spark.sql.files.maxPartitionBytes", "100k");
    sometimes(draw, settings, 10, "spark.sql.requireAllClusterKeysForCoPartition", "false");
    sometimes(draw, settings, 20, "spark.sql.session.timeZone", "America/Los_Angeles");
    sometimes(
        draw,
        settings,
        10,
        "spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly",
        "false");
    if (draw.chance(20)) {
      settings.put("spark.sql.optimizer.runtime.bloomFilter.enabled", "true");
      settings.put("spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold", "0");
    }
    if (draw.chance(20)) {
      settings.put("spark.sql.cbo.enabled", "true");
      settings.put("spark.sql.cbo.joinReorder.enabled", "true");
      settings.put("spark.sql.cbo.planStats.enabled", "true");
    }

    return settings;
  }

  private static void sometimes(
      Draw draw, Map<String, String> settings, int percent, String key, String value) {
    if (draw.chance(percent)) {
      settings.put(key, value);
    }
  }
}
