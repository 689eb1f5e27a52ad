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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** The outcome of one demo query as text. */
final class DemoReport {
  private static final String UNKNOWN = "n/a";

  private DemoReport() {}

  /** Lines without a line break at the end. */
  static String of(QueryRunner.Outcome outcome) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        aligned(
            List.of(
                List.of("", "off", "on", "off / on"),
                comparison("rows shuffled", outcome, QueryRunner.Run::rowsShuffled),
                comparison("bytes shuffled", outcome, QueryRunner.Run::bytesShuffled),
                comparison("wall time, ms", outcome, QueryRunner.Run::millis))));
    lines.add("");
    if (outcome.filters().isEmpty()) {
      lines.add("  no join filter was planned");
    } else {
      lines.addAll(aligned(filters(outcome)));
    }
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "  results equal: %s (%,d joined rows, %,d groups, median of %d runs)",
            outcome.isEqual() ? "yes" : "NO",
            outcome.numJoined(),
            outcome.off().get(0).rows().size(),
            outcome.off().size()));
    return String.join(System.lineSeparator(), lines);
  }

  private static List<String> comparison(
      String name, QueryRunner.Outcome outcome, ToLongFunction<QueryRunner.Run> value) {
    double off = median(outcome.off(), value);
    double on = median(outcome.on(), value);
    String ratio = on > 0 ? String.format(Locale.ROOT, "%.2f", off / on) : UNKNOWN;
    return List.of(name, number(Math.round(off)), number(Math.round(on)), ratio);
  }

  /** The exact count is known for the probe side with the most rows, {@code lineitem}. */
  private static List<List<String>> filters(QueryRunner.Outcome outcome) {
    List<FilterUse> filters =
        outcome.filters().stream()
            .sorted(Comparator.comparingLong(FilterUse::numTested).reversed())
            .toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "filter",
            "keys",
            "bytes",
            "build ms",
            "tested",
            "dropped",
            "untested",
            "fpp predicted",
            "fpp measured"));
    for (int i = 0; i < filters.size(); i++) {
      FilterUse filter = filters.get(i);
      rows.add(
          List.of(
              (i + 1) + (filter.numGivenUp() > 0 ? " (given up)" : ""),
              number(filter.numKeys()),
              number(filter.filterBytes()),
              number(filter.buildMillis()),
              number(filter.numTested()),
              number(filter.numDropped()),
              number(filter.numPassedUntested()),
              percent(filter.predictedFpp()),
              i == 0 ? percent(filter.measuredFpp(outcome.numMatching())) : UNKNOWN));
    }
    return rows;
  }

  static double median(List<QueryRunner.Run> runs, ToLongFunction<QueryRunner.Run> value) {
    long[] sorted = runs.stream().mapToLong(value).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String percent(OptionalDouble probability) {
    return probability.isPresent()
        ? String.format(Locale.ROOT, "%.4f %%", 100 * probability.getAsDouble())
        : UNKNOWN;
  }

  /** The first column is aligned to the left, the others to the right. */
  private static List<String> aligned(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append("  ").append(i == 0 ? row.get(i) + padding : padding + row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
