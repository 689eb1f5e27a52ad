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

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.core.sizing.FilterSizing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A small report, and whether its intervals are right. */
class AccuracyReportTest {
  @TempDir Path folder;

  @Test
  void writesCsvAndPlots() throws IOException {
    assertThat(AccuracyReport.execute("--output", folder.toString(), "--max-keys", "1")).isZero();

    List<String> sizes = Files.readAllLines(folder.resolve("sizes.csv"));
    assertThat(sizes).hasSize(1 + AccuracyReport.ASKED.size());
    assertThat(sizes.get(0)).startsWith("asked,keys,blocks,");
    assertThat(sizes.get(4)).startsWith("0.0001,1,1,");
    assertThat(Files.readAllLines(folder.resolve("overfilled.csv"))).hasSize(10);
    for (String plot : List.of("sizes.png", "overfilled.png")) {
      assertThat(ImageIO.read(folder.resolve(plot).toFile()).getWidth()).isEqualTo(900);
    }
  }

  @ParameterizedTest
  @CsvSource({"50,0.1", "3000,0.1", "3000,0.01", "100000,0.001"})
  void agreesWithThePredictionAndWithNoOther(int keys, double asked) {
    int blocks = FilterSizing.numBlocks(keys, asked);
    FppMeasurement measurement = FppMeasurement.of(keys, blocks, 3);

    assertThat(measurement.isAsPredicted()).as(measurement.toString()).isTrue();
    assertThat(measurement.predicted() * 0.9).isLessThan(measurement.low());
    assertThat(measurement.predicted() * 1.1).isGreaterThan(measurement.high());
  }
}
