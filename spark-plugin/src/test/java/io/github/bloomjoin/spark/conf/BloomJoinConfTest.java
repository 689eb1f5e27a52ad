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
package io.github.bloomjoin.spark.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bloomjoin.testing.SparkTestBase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SQLConf$;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad settings are named, with their value and the allowed range. */
class BloomJoinConfTest extends SparkTestBase {
  @ParameterizedTest
  @CsvSource({
    "spark.bloomjoin.fpp, 0, above 0 and below 1",
    "spark.bloomjoin.fpp, 1, above 0 and below 1",
    "spark.bloomjoin.fpp, -0.5, above 0 and below 1",
    "spark.bloomjoin.fpp, NaN, above 0 and below 1",
    "spark.bloomjoin.maxFilterBytes, -1, from 1k to 1g",
    "spark.bloomjoin.maxFilterBytes, 2g, from 1k to 1g",
    "spark.bloomjoin.minProbeBytes, -5m, 0 or more",
    "spark.bloomjoin.maxBuildToProbeRatio, 0, above 0",
    "spark.bloomjoin.maxUnfilteredBuildToProbeRatio, -1, above 0",
  })
  void refusesValuesOutOfRange(String key, String value, String range) {
    assertThatThrownBy(() -> spark.conf().set(key, value))
        .hasMessageContaining(key)
        .hasMessageContaining(range);
    assertThatThrownBy(() -> spark.sql("SET " + key + "=" + value))
        .hasMessageContaining(key)
        .hasMessageContaining(range);
  }

  @ParameterizedTest
  @CsvSource({
    "spark.bloomjoin.enabled, maybe",
    "spark.bloomjoin.fpp, small",
    "spark.bloomjoin.maxFilterBytes, huge",
  })
  void refusesValuesOfAnotherType(String key, String value) {
    assertThatThrownBy(() -> spark.conf().set(key, value))
        .hasMessageContaining(key)
        .hasMessageContaining(value);
  }

  /** Spark reads the settings that a session starts with in this way. */
  @Test
  void refusesABadValueThatASessionStartsWith() {
    SparkConf conf = new SparkConf(false).set("spark.bloomjoin.fpp", "7");

    assertThatThrownBy(() -> SQLConf$.MODULE$.mergeSparkConf(new SQLConf(), conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spark.bloomjoin.fpp")
        .hasMessageContaining("7")
        .hasMessageContaining("above 0 and below 1");
  }

  @Test
  void namesAMisspeltKeyAndTheRightOnes() {
    set("spark.bloomjoin.fppp", "0.01");

    assertThatThrownBy(() -> spark.sql("SELECT 1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"spark.bloomjoin.fppp\"")
        .hasMessageContaining("\"0.01\"")
        .hasMessageContaining("spark.bloomjoin.fpp,");
  }

  @Test
  void leavesCommandsToMendAMisspeltKey() {
    set("spark.bloomjoin.fppp", "0.01");
    spark.sql("RESET spark.bloomjoin.fppp");

    assertThat(spark.sql("SELECT 1").count()).isEqualTo(1);
  }

  @Test
  void ignoresMisspeltKeysWhenSwitchedOff() {
    set("spark.bloomjoin.fppp", "0.01");
    set("spark.bloomjoin.enabled", "false");

    assertThat(spark.sql("SELECT 1").count()).isEqualTo(1);
  }

  /** Set before Spark knew the setting, as in a session that got the extension by code. */
  @Test
  void aBadValueThatCameUncheckedCanBeMendedAndSwitchedOff() {
    SQLConf.get().settings().put("spark.bloomjoin.fpp", "2");
    try {
      assertThatThrownBy(() -> spark.sql("SELECT 1"))
          .hasMessageContaining("spark.bloomjoin.fpp")
          .hasMessageContaining("above 0 and below 1");
      spark.sql("SET spark.bloomjoin.enabled=false");
      assertThat(spark.sql("SELECT 1").count()).isEqualTo(1);
      spark.sql("SET spark.bloomjoin.enabled=true");
      spark.sql("SET spark.bloomjoin.fpp=0.01");
      assertThat(spark.sql("SELECT 1").count()).isEqualTo(1);
    } finally {
      spark.conf().unset("spark.bloomjoin.fpp");
    }
  }

  @Test
  void readsSizesWithUnits() {
    set("spark.bloomjoin.maxFilterBytes", "3m");
    set("spark.bloomjoin.fpp", "0.02");

    BloomJoinConf conf = BloomJoinConf.of(SQLConf.get());
    assertThat(conf.maxFilterBytes()).isEqualTo(3 << 20);
    assertThat(conf.fpp()).isEqualTo(0.02);
  }

  @Test
  void sparkListsTheSettings() {
    assertThat(spark.sql("SET -v").where("key LIKE 'spark.bloomjoin.%'").count()).isEqualTo(6);
  }

  /** To bring the file up to date: run this test with -Dbloomjoin.updateDocs=true. */
  @Test
  void documentationHoldsTheTable() throws IOException {
    Path file = Path.of("..", "docs", "configuration.md");
    String begin = "<!-- settings: generated, do not edit -->\n";
    String end = "<!-- end of settings -->";
    String text = Files.readString(file);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf(end);
    if (Boolean.getBoolean("bloomjoin.updateDocs")) {
      Files.writeString(
          file, text.substring(0, from) + BloomJoinConf.markdownTable() + text.substring(to));
      return;
    }

    assertThat(text.substring(from, to)).isEqualTo(BloomJoinConf.markdownTable());
  }
}
