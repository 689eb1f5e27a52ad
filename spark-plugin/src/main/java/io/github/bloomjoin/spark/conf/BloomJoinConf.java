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

import io.github.bloomjoin.core.sizing.FilterSizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;
import org.apache.spark.internal.config.ConfigBuilder;
import org.apache.spark.internal.config.ConfigEntry;
import org.apache.spark.internal.config.TypedConfigBuilder;
import org.apache.spark.network.util.ByteUnit;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SQLConf$;

/**
 * The settings under {@code spark.bloomjoin.}, read once into an immutable value.
 *
 * <p>They are registered with Spark: a bad value is refused when it is set, {@code SET -v} lists
 * them, and a key under the prefix that is none of them fails the next query instead of doing
 * nothing.
 */
public final class BloomJoinConf {
  /** The prefix of every setting. */
  public static final String PREFIX = "spark.bloomjoin.";

  private static final long MAX_FILTER_BYTES_LIMIT = FilterSizing.MAX_BLOCKS * 32L;

  private static final List<Setting> SETTINGS = new ArrayList<>();

  private static final ConfigEntry<Object> ENABLED =
      setting(
          "enabled",
          "Whether joins are filtered. When false, plans are left exactly as Spark makes them.",
          "true or false",
          "true",
          key -> key.booleanConf().createWithDefault(true));

  private static final ConfigEntry<Object> FPP =
      setting(
          "fpp",
          "The false-positive probability that a join filter is sized for: the share of rows"
              + " without a match that pass it all the same. Each factor of ten costs about 6 bits"
              + " more for each key of the build side.",
          "above 0 and below 1",
          "0.001",
          key ->
              checkDouble(key, fpp -> fpp > 0 && fpp < 1, "It must be above 0 and below 1.")
                  .createWithDefault(0.001));

  private static final ConfigEntry<Object> MAX_FILTER_BYTES =
      setting(
          "maxFilterBytes",
          "The largest join filter. A build side that needs more is not filtered with. The driver"
              + " and each executor hold one copy of each filter while the query runs.",
          "1 KiB to 1 GiB",
          "16m",
          key ->
              checkBytes(
                      key,
                      bytes -> bytes >= 1024 && bytes <= MAX_FILTER_BYTES_LIMIT,
                      "It must be from 1k to 1g.")
                  .createWithDefaultString("16m"));

  private static final ConfigEntry<Object> MIN_PROBE_BYTES =
      setting(
          "minProbeBytes",
          "The estimated size that a join side must have to be filtered. Below it, building a"
              + " filter and waiting for it costs more than the shuffle that it saves.",
          "0 or more bytes",
          "1m",
          key ->
              checkBytes(key, bytes -> bytes >= 0, "It must be 0 or more.")
                  .createWithDefaultString("1m"));

  private static final ConfigEntry<Object> MAX_BUILD_TO_PROBE_RATIO =
      setting(
          "maxBuildToProbeRatio",
          "The largest build side, as a share of the probe side's size, where something below the"
              + " build side (a filter, an aggregate, another join) can have removed keys.",
          "above 0",
          "0.5",
          key ->
              checkDouble(key, ratio -> ratio > 0, "It must be above 0.").createWithDefault(0.5));

  private static final ConfigEntry<Object> MAX_UNFILTERED_BUILD_TO_PROBE_RATIO =
      setting(
          "maxUnfilteredBuildToProbeRatio",
          "As maxBuildToProbeRatio, where nothing below the build side removes keys: every probe"
              + " row of a foreign key finds its match then, and a filter would drop nothing.",
          "above 0",
          "0.1",
          key ->
              checkDouble(key, ratio -> ratio > 0, "It must be above 0.").createWithDefault(0.1));

  private final double fpp;
  private final long maxFilterBytes;
  private final long minProbeBytes;
  private final double maxBuildToProbeRatio;
  private final double maxUnfilteredBuildToProbeRatio;

  private BloomJoinConf(SQLConf conf) {
    fpp = (Double) conf.getConf(FPP);
    maxFilterBytes = (Long) conf.getConf(MAX_FILTER_BYTES);
    minProbeBytes = (Long) conf.getConf(MIN_PROBE_BYTES);
    maxBuildToProbeRatio = (Double) conf.getConf(MAX_BUILD_TO_PROBE_RATIO);
    maxUnfilteredBuildToProbeRatio = (Double) conf.getConf(MAX_UNFILTERED_BUILD_TO_PROBE_RATIO);
  }

  /** Makes Spark know the settings; needed once for each JVM, harmless when repeated. */
  public static void register() {
    // Loading the class has done it.
  }

  /**
   * Whether the plugin is switched on; reads no other setting, so that off works beside bad ones.
   */
  public static boolean isEnabled(SQLConf conf) {
    return (Boolean) conf.getConf(ENABLED);
  }

  /**
   * The settings of a session.
   *
   * @throws IllegalArgumentException if a value is out of range; names key, value and range
   */
  public static BloomJoinConf of(SQLConf conf) {
    return new BloomJoinConf(conf);
  }

  /**
   * Fails for a key under the prefix that is no setting, such as a misspelt one.
   *
   * @throws IllegalArgumentException naming the key, its value and all settings
   */
  public static void checkNames(SQLConf conf) {
    Map<String, String> settings = conf.settings();
    synchronized (settings) {
      for (Map.Entry<String, String> entry : settings.entrySet()) {
        String key = entry.getKey();
        if (key.startsWith(PREFIX) && !isSetting(key)) {
          throw new IllegalArgumentException(
              "There is no setting \""
                  + key
                  + "\" (set to \""
                  + entry.getValue()
                  + "\"). Unset it, or use one of "
                  + SETTINGS.stream().map(Setting::key).toList()
                  + ".");
        }
      }
    }
  }

  /** The settings as a Markdown table, as it stands in the documentation. */
  public static String markdownTable() {
    StringBuilder table = new StringBuilder("| Setting | Default | Range | Meaning |\n");
    table.append("|---|---|---|---|\n");
    for (Setting setting : SETTINGS) {
      table
          .append("| `")
          .append(setting.key())
          .append("` | ")
          .append(setting.defaultValue())
          .append(" | ")
          .append(setting.range())
          .append(" | ")
          .append(setting.doc())
          .append(" |\n");
    }

    return table.toString();
  }

  /** The false-positive probability to size filters for, in (0, 1). */
  public double fpp() {
    return fpp;
  }

  /** The largest filter, in bytes. */
  public long maxFilterBytes() {
    return maxFilterBytes;
  }

  /** The smallest probe side worth a filter, in estimated bytes. */
  public long minProbeBytes() {
    return minProbeBytes;
  }

  /** The largest build side that may have lost keys, as a share of the probe side's bytes. */
  public double maxBuildToProbeRatio() {
    return maxBuildToProbeRatio;
  }

  /** The largest build side that has all its keys, as a share of the probe side's bytes. */
  public double maxUnfilteredBuildToProbeRatio() {
    return maxUnfilteredBuildToProbeRatio;
  }

  private static boolean isSetting(String key) {
    return SETTINGS.stream().anyMatch(setting -> setting.key().equals(key));
  }

  private static ConfigEntry<Object> setting(
      String name, String doc, String range, String defaultValue, EntryFactory factory) {
    String key = PREFIX + name;
    SETTINGS.add(new Setting(key, doc, range, defaultValue));
    // Another class loader of this JVM may have registered it: Spark knows one entry for each key.
    ConfigEntry<?> known = SQLConf$.MODULE$.getConfigEntry(key);
    if (known != null) {
      @SuppressWarnings("unchecked")
      ConfigEntry<Object> entry = (ConfigEntry<Object>) known;
      return entry;
    }

    return factory.create(SQLConf.buildConf(key).doc(doc).version("0.1.0"));
  }

  private static TypedConfigBuilder<Object> checkDouble(
      ConfigBuilder key, DoublePredicate inRange, String range) {
    return key.doubleConf().checkValue(value -> inRange.test((Double) value), range);
  }

  private static TypedConfigBuilder<Object> checkBytes(
      ConfigBuilder key, LongPredicate inRange, String range) {
    return key.bytesConf(ByteUnit.BYTE).checkValue(value -> inRange.test((Long) value), range);
  }

  private interface EntryFactory {
    ConfigEntry<Object> create(ConfigBuilder builder);
  }

  private record Setting(String key, String doc, String range, String defaultValue) {}
}
