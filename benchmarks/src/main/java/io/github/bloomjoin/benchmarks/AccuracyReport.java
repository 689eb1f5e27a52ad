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
package io.github.bloomjoin.benchmarks;

import io.github.bloomjoin.core.sizing.FilterSizing;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures false-positive probabilities against those asked for and those predicted, and writes
 * them as CSV and plots.
 *
 * <pre>dev/benchmark io.github.bloomjoin.benchmarks.AccuracyReport --output docs/accuracy</pre>
 */
@Command(name = "accuracy-report", mixinStandardHelpOptions = true)
public final class AccuracyReport implements Callable<Integer> {
  static final List<Double> ASKED = List.of(0.1, 0.01, 0.001, 0.0001);

  /** The filter that is filled and overfilled: what it is planned for, and how full it gets. */
  private static final int PLANNED_KEYS = 100_000;

  private static final double PLANNED_FPP = 0.01;
  private static final List<Double> LOADS = List.of(0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0);

  @Option(names = "--output", required = true, description = "folder for CSV and plots")
  private Path output;

  @Option(
      names = "--max-keys",
      defaultValue = "10000000",
      description = "the most keys in a filter, default ${DEFAULT-VALUE}")
  private int maxKeys;

  @Option(names = "--seed", defaultValue = "1", description = "of the random keys")
  private long seed;

  private SplittableRandom seeds;

  private AccuracyReport() {}

  /** Runs the report; {@code --help} lists the options. */
  public static void main(String[] args) {
    System.exit(execute(args));
  }

  static int execute(String... args) {
    return new CommandLine(new AccuracyReport()).execute(args);
  }

  @Override
  public Integer call() throws IOException {
    seeds = new SplittableRandom(seed);
    Files.createDirectories(output);
    Map<Double, List<FppMeasurement>> bySize = bySize();
    List<FppMeasurement> byLoad = byLoad();
    Files.write(output.resolve("sizes.csv"), sizesCsv(bySize));
    Files.write(output.resolve("overfilled.csv"), overfilledCsv(byLoad));
    AccuracyPlots.writeSizes(output.resolve("sizes.png"), bySize);
    AccuracyPlots.writeOverfilled(output.resolve("overfilled.png"), byLoad, PLANNED_KEYS);

    List<FppMeasurement> all = new ArrayList<>(byLoad);
    bySize.values().forEach(all::addAll);
    long asPredicted = all.stream().filter(FppMeasurement::isAsPredicted).count();
    System.out.printf(
        Locale.ROOT,
        "%d of %d measurements agree with the prediction at 99.9 %%; CSV and plots are in %s%n",
        asPredicted,
        all.size(),
        output);

    return CommandLine.ExitCode.OK;
  }

  /** Filters sized for what they hold, by the probability asked for. */
  private Map<Double, List<FppMeasurement>> bySize() {
    Map<Double, List<FppMeasurement>> measurements = new LinkedHashMap<>();
    for (double asked : ASKED) {
      List<FppMeasurement> ofAsked = new ArrayList<>();
      for (int keys : sizes()) {
        System.err.printf(Locale.ROOT, "%,d keys at %s%n", keys, plain(asked));
        int blocks = FilterSizing.numBlocks(keys, asked);
        ofAsked.add(FppMeasurement.of(keys, blocks, seeds.nextLong()));
      }
      measurements.put(asked, ofAsked);
    }

    return measurements;
  }

  /** 1, 2, 5, 10, 20, 50 and so on. */
  private List<Integer> sizes() {
    List<Integer> sizes = new ArrayList<>();
    for (long power = 1; power <= maxKeys; power *= 10) {
      for (long keys : new long[] {power, 2 * power, 5 * power}) {
        if (keys <= maxKeys) {
          sizes.add((int) keys);
        }
      }
    }

    return sizes;
  }

  /** One size of filter with ever more keys. */
  private List<FppMeasurement> byLoad() {
    int blocks = FilterSizing.numBlocks(PLANNED_KEYS, PLANNED_FPP);
    return LOADS.stream()
        .map(load -> FppMeasurement.of((int) (load * PLANNED_KEYS), blocks, seeds.nextLong()))
        .toList();
  }

  /** Without an exponent. */
  static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private static List<String> sizesCsv(Map<Double, List<FppMeasurement>> bySize) {
    List<String> lines = new ArrayList<>();
    lines.add("asked," + FppMeasurement.csvHeader());
    bySize.forEach(
        (asked, measurements) ->
            measurements.forEach(measurement -> lines.add(plain(asked) + "," + measurement.csv())));

    return lines;
  }

  private static List<String> overfilledCsv(List<FppMeasurement> byLoad) {
    List<String> lines = new ArrayList<>();
    lines.add("planned," + FppMeasurement.csvHeader());
    byLoad.forEach(measurement -> lines.add(PLANNED_KEYS + "," + measurement.csv()));

    return lines;
  }
}
