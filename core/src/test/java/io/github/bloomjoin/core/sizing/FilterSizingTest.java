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
package io.github.bloomjoin.core.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FilterSizingTest {
  private static final int BITS_PER_BLOCK = 256;

  /** The first, third, fifth and last rows are also those of the Parquet specification. */
  @ParameterizedTest
  @CsvSource({
    "6.0,0.0993,0.0001",
    "9.68,0.0146,0.0001",
    "10.5,0.0101,0.0001",
    "14.6,0.0021,0.0001",
    "16.9,0.0010,0.00001",
    "21.0,0.00033,0.00001",
    "26.4,0.000099,0.000001"
  })
  void agreesWithPublishedBitsPerKey(double bitsPerKey, double fpp, double tolerance) {
    int numBlocks = 1_000_000;
    long keys = Math.round(numBlocks * (double) BITS_PER_BLOCK / bitsPerKey);

    assertThat(FilterSizing.falsePositiveProbability(keys, numBlocks))
        .isCloseTo(fpp, within(tolerance));
  }

  @ParameterizedTest
  @CsvSource({"0.1,6.0", "0.01,10.5", "0.001,16.9", "0.0001,26.4"})
  void allotsPublishedBitsPerKey(double fpp, double bitsPerKey) {
    long keys = 1_000_000;
    double bits = FilterSizing.numBlocks(keys, fpp) * (double) BITS_PER_BLOCK;

    assertThat(bits / keys).isCloseTo(bitsPerKey, within(0.1));
  }

  /** The sum in closed form, which only many digits save from cancellation. */
  @ParameterizedTest
  @CsvSource({
    "1,1000000",
    "1,1000",
    "1,10",
    "1,2",
    "1,1",
    "3,2",
    "7,1",
    "12,1",
    "243,10",
    "53,1",
    "100,1",
    "300,1",
    "743,1",
    "747,1",
    "1500,1",
    "2040,1",
    "5000,1",
    "1000000,1",
    "2,2",
    "100,3",
    "4000,2",
    "24,24",
    "2000,83",
    "2400000,100000",
    "900000000,30000000",
    "10000000,33554432"
  })
  void agreesWithClosedForm(int keys, int numBlocks) {
    double expected = closedForm(keys, numBlocks);

    assertThat(FilterSizing.falsePositiveProbability(keys, numBlocks))
        .isCloseTo(expected, within(expected * 1e-12));
  }

  @Test
  void staysAProbabilityAtAnyLoad() {
    assertThat(FilterSizing.falsePositiveProbability(0, 1)).isZero();
    assertThat(FilterSizing.falsePositiveProbability(1, Integer.MAX_VALUE))
        .isPositive()
        .isCloseTo(0x1p-71, withinPercentage(0.01));
    for (long keys = 1; keys <= 1_000_000; keys = keys * 5 / 4 + 1) {
      assertThat(FilterSizing.falsePositiveProbability(keys, 1)).isBetween(0.0, 1.0);
    }
    assertThat(FilterSizing.falsePositiveProbability(1_000_000, 1)).isOne();
    assertThat(FilterSizing.falsePositiveProbability(Long.MAX_VALUE, 1)).isOne();
  }

  @Test
  void givesAtLeastOneBlock() {
    assertThat(FilterSizing.numBlocks(0, 0.01)).isOne();
    assertThat(FilterSizing.numBlocks(0, Double.MIN_VALUE)).isOne();
    assertThat(FilterSizing.numBlocks(1, 0.01)).isOne();
    assertThat(FilterSizing.numBlocks(1000, Math.nextDown(1.0))).isOne();
    assertThat(FilterSizing.numBytes(0, 0.01)).isEqualTo(32);
  }

  @Test
  void reachesTheLimitAndNoFurther() {
    assertThat(FilterSizing.numBlocks(815_817_656, 0.01)).isEqualTo(FilterSizing.MAX_BLOCKS);
    assertThat(FilterSizing.numBytes(815_817_656, 0.01)).isEqualTo(1L << 30);
    assertThatThrownBy(() -> FilterSizing.numBlocks(815_817_700, 0.01))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "815817700 expected keys at a false positive probability of 0.01 need 33554434 blocks"
                + " of 32 bytes, more than the limit of 33554432 (1 GiB); raise the probability or"
                + " split the keys over several filters");
    assertThat(FilterSizing.numBytes(815_817_700, 0.01)).isEqualTo(33_554_434L * 32);
  }

  @Test
  void countsBytesFarBeyondTheLimit() {
    assertThat(FilterSizing.numBytes(1L << 50, 0.01))
        .isCloseTo((long) (10.53 / 8 * (1L << 50)), withinPercentage(0.1));
    assertThat(FilterSizing.numBytes(Long.MAX_VALUE, 0.01)).isEqualTo(Long.MAX_VALUE);
    assertThat(FilterSizing.numBytes(1, Double.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> FilterSizing.numBlocks(Long.MAX_VALUE, 0.01))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("need more than 2^57 blocks");
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        -0.0,
        1,
        -0.01,
        1.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
      })
  void refusesProbabilityOutOfRange(double fpp) {
    String message =
        "the false positive probability is "
            + fpp
            + "; it must lie between 0 and 1, both excluded, 0.01 for example";
    assertThatThrownBy(() -> FilterSizing.numBlocks(100, fpp))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> FilterSizing.numBytes(100, fpp))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesCountsOutOfRange() {
    assertThatThrownBy(() -> FilterSizing.numBlocks(-1, 0.01))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expectedKeys is -1; it must be 0 or more");
    assertThatThrownBy(() -> FilterSizing.numBytes(Long.MIN_VALUE, 0.01))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expectedKeys is -9223372036854775808");
    assertThatThrownBy(() -> FilterSizing.falsePositiveProbability(-1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("numKeys is -1; it must be 0 or more");
    assertThatThrownBy(() -> FilterSizing.falsePositiveProbability(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("numBlocks is 0; it must be 1 or more");
  }

  /**
   * sum over i of Binomial(i; n, 1/z) * (1 - q^i)^8 with q = 31/32, expanded by the binomial
   * theorem: sum over k of C(8, k) * (-1)^k * (1 - (1 - q^k) / z)^n.
   */
  private static double closedForm(int keys, int numBlocks) {
    MathContext digits = new MathContext(120);
    BigDecimal unset = BigDecimal.valueOf(31).divide(BigDecimal.valueOf(32), digits);
    BigDecimal sum = BigDecimal.ZERO;
    long binomial = 1;
    for (int k = 0; k <= 8; k++) {
      BigDecimal base =
          BigDecimal.ONE.subtract(
              BigDecimal.ONE
                  .subtract(unset.pow(k, digits), digits)
                  .divide(BigDecimal.valueOf(numBlocks), digits),
              digits);
      BigDecimal term = base.pow(keys, digits).multiply(BigDecimal.valueOf(binomial));
      sum = k % 2 == 0 ? sum.add(term, digits) : sum.subtract(term, digits);
      binomial = binomial * (8 - k) / (k + 1);
    }
    return sum.doubleValue();
  }
}
