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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  private static final List<String> RESULT = List.of("[a,1]", "[b,2]");

  @Test
  void showsSavingsFiltersAndTheComparison() {
    FilterUse small =
        new FilterUse(
            Map.of("numKeys", 0L, "filterBytes", 0L, "expectedFppPpm", 0L, "numSkipped", 1L),
            Map.of("numPassedUntested", 50L));
    FilterUse main =
        new FilterUse(
            Map.of(
                "numKeys",
                1_000L,
                "filterBytes",
                2_048L,
                "expectedFppPpm",
                1_234L,
                "buildTime",
                9L),
            Map.of("numTested", 101_000L, "numDropped", 99_900L));
    QueryRunner.Outcome outcome =
        new QueryRunner.Outcome(
            List.of(run(101_500, 1_000_000, 400), run(101_500, 1_000_000, 300)),
            List.of(run(1_600, 20_000, 100), run(1_600, 20_000, 150)),
            List.of(small, main),
            true,
            1_000,
            1_000);

    assertThat(DemoReport.of(outcome).lines())
        .containsExactly(
            "                        off      on  off / on",
            "  rows shuffled     101,500   1,600     63.44",
            "  bytes shuffled  1,000,000  20,000     50.00",
            "  wall time, ms         350     125      2.80",
            "",
            "  filter         keys  bytes  build ms   tested  dropped  untested  fpp predicted"
                + "  fpp measured",
            "  1             1,000  2,048         9  101,000   99,900         0       0.1234 %"
                + "      0.1000 %",
            "  2 (given up)      0      0         0        0        0        50            n/a"
                + "           n/a",
            "",
            "  results equal: yes (1,000 joined rows, 2 groups, median of 2 runs)");
  }

  @Test
  void saysSoWhenResultsDifferOrNoFilterWasPlanned() {
    QueryRunner.Outcome outcome =
        new QueryRunner.Outcome(
            List.of(run(10, 100, 1)), List.of(run(0, 0, 0)), List.of(), false, 3, 3);

    assertThat(DemoReport.of(outcome).lines())
        .containsExactly(
            "                  off  on  off / on",
            "  rows shuffled    10   0       n/a",
            "  bytes shuffled  100   0       n/a",
            "  wall time, ms     1   0       n/a",
            "",
            "  no join filter was planned",
            "",
            "  results equal: NO (3 joined rows, 2 groups, median of 1 runs)");
  }

  private static QueryRunner.Run run(long rows, long bytes, long millis) {
    return new QueryRunner.Run(RESULT, rows, bytes, millis);
  }
}
