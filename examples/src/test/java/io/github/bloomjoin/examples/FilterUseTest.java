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

class FilterUseTest {
  @Test
  void readsTheMetricsByName() {
    FilterUse use =
        new FilterUse(
            Map.of(
                "numKeys", 7L,
                "filterBytes", 64L,
                "expectedFppPpm", 1_500L,
                "buildTime", 12L),
            Map.of("numTested", 100L, "numDropped", 90L, "numPassedUntested", 3L));

    assertThat(use.numKeys()).isEqualTo(7);
    assertThat(use.filterBytes()).isEqualTo(64);
    assertThat(use.predictedFpp()).hasValue(0.0015);
    assertThat(use.buildMillis()).isEqualTo(12);
    assertThat(use.numGivenUp()).isZero();
    assertThat(use.numTested()).isEqualTo(100);
    assertThat(use.numDropped()).isEqualTo(90);
    assertThat(use.numPassedUntested()).isEqualTo(3);
  }

  @Test
  void measuresFalsePositivesAmongTheRowsWithoutPartner() {
    FilterUse use = probe(1_000, 891, 0);

    assertThat(use.measuredFpp(100)).hasValue(9 / 900.0);
  }

  @Test
  void measuresNothingWhereTheCountsCannotBelongTogether() {
    assertThat(probe(1_000, 891, 0).measuredFpp(110)).isEmpty();
    assertThat(probe(1_000, 891, 1).measuredFpp(100)).isEmpty();
    assertThat(probe(100, 0, 0).measuredFpp(100)).isEmpty();
    assertThat(probe(0, 0, 0).measuredFpp(0)).isEmpty();
  }

  @Test
  void predictsNothingWithoutABuildNode() {
    assertThat(probe(1, 0, 0).predictedFpp()).isEmpty();
  }

  @Test
  void predictsNothingOfAFilterThatWasGivenUp() {
    for (String reason : List.of("numSkipped", "numFailed")) {
      FilterUse use = new FilterUse(Map.of("expectedFppPpm", 0L, reason, 1L), Map.of());

      assertThat(use.numGivenUp()).isEqualTo(1);
      assertThat(use.predictedFpp()).isEmpty();
    }
  }

  private static FilterUse probe(long tested, long dropped, long untested) {
    return new FilterUse(
        Map.of(),
        Map.of("numTested", tested, "numDropped", dropped, "numPassedUntested", untested));
  }
}
