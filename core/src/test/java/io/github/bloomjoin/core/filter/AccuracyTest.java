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
package io.github.bloomjoin.core.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.bloomjoin.core.sizing.FilterSizing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real filters let through what the sizing and the filter itself foretell. */
final class AccuracyTest {
  private static final int NUM_PROBES = 2_000_000;

  /** One in 1.7 million would fail by chance; the keys are fixed, so none does. */
  private static final double DEVIATIONS = 5;

  /** The last column is how many times the expected keys are added. */
  @ParameterizedTest
  @CsvSource({
    "1000,0.1,1",
    "1000,0.01,1",
    "20000,0.3,1",
    "100000,0.01,1",
    "100000,0.0001,1",
    "500000,0.001,1",
    "500000,0.02,1",
    "50000,0.01,2",
    "50000,0.01,5"
  })
  void measuredRateIsTheExpectedProbability(long expectedKeys, double fpp, int times) {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(expectedKeys, fpp);
    long keys = expectedKeys * times;
    LongStream.range(0, keys).forEach(filter::addLong);
    double predicted = FilterSizing.falsePositiveProbability(keys, filter.numBlocks());
    double expected = filter.expectedFalsePositiveProbability();
    double measured =
        (double) LongStream.range(keys, keys + NUM_PROBES).filter(filter::mightContainLong).count()
            / NUM_PROBES;

    double probing = Math.sqrt(expected * (1 - expected) / NUM_PROBES);
    double filling = standardErrorOfBlocks(filter);
    assertThat(measured).isCloseTo(expected, within(DEVIATIONS * probing));
    assertThat(expected).isCloseTo(predicted, within(DEVIATIONS * filling));
    assertThat(measured).isCloseTo(predicted, within(DEVIATIONS * Math.hypot(probing, filling)));
    if (times == 1) {
      assertThat(predicted).isBetween(fpp * 0.9, fpp);
    }
  }

  /**
   * Of few keys one filter says little, so many filters of keys of their own are measured: the mean
   * of what they expect of themselves, which is exact, against what the sizing foretold.
   */
  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "5,1", "10,1", "10,2", "25,2", "50,3", "100,3", "100,11", "1000,42"})
  void foretellsTheMeanOfManyFilters(int keys, int numBlocks) {
    int filters = 20_000;
    double sum = 0;
    double sumOfSquares = 0;
    SplittableRandom random = new SplittableRandom(keys);
    for (int i = 0; i < filters; i++) {
      SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(numBlocks);
      for (int key = 0; key < keys; key++) {
        filter.addHash(random.nextLong());
      }
      double expected = filter.expectedFalsePositiveProbability();
      sum += expected;
      sumOfSquares += expected * expected;
    }
    double mean = sum / filters;
    double error = Math.sqrt(Math.max(0, sumOfSquares / filters - mean * mean) / filters);
    double predicted = FilterSizing.falsePositiveProbability(keys, numBlocks);

    assertThat(mean).isCloseTo(predicted, within(DEVIATIONS * error + predicted * 1e-9));
    assertThat(mean).isCloseTo(predicted, withinPercentage(10));
  }

  /** The columns: blocks, keys, and how often each key is added. */
  @ParameterizedTest
  @CsvSource({
    "1,1,1",
    "1,20,1",
    "10,100,3",
    "100,100,1",
    "1000,1,1",
    "1000,24000,1",
    "1000,100000,2",
    "50000,1000000,2",
    "50000,5000000,1"
  })
  void estimatesItsKeys(int numBlocks, long keys, int times) {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(numBlocks);
    for (int i = 0; i < times; i++) {
      LongStream.range(0, keys).forEach(filter::addLong);
    }

    double bits = 32.0 * numBlocks;
    double load = keys / bits;
    double standardError = Math.sqrt(bits * (Math.expm1(load) - load));
    assertThat((double) filter.estimatedKeys())
        .isCloseTo((double) keys, within(DEVIATIONS * standardError + 0.5));
  }

  @ParameterizedTest
  @CsvSource({"10,0.01", "1000,0.01", "1000,0.5", "100000,0.0001", "100000,0.1"})
  void isSaturatedByTooManyKeysOnly(long expectedKeys, double fpp) {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(expectedKeys, fpp);
    LongStream.range(0, expectedKeys).forEach(filter::addLong);
    assertThat(filter.isSaturated()).isFalse();
    // The same keys again make nothing worse.
    LongStream.range(0, expectedKeys).forEach(filter::addLong);
    assertThat(filter.isSaturated()).isFalse();

    // Enough to tell from chance even with so few keys.
    LongStream.range(expectedKeys, expectedKeys * 5 / 4 + 40).forEach(filter::addLong);
    assertThat(filter.isSaturated()).isTrue();
  }

  /** The columns: blocks to begin with, keys, target. */
  @ParameterizedTest
  @CsvSource({
    "100000,1000,0.01",
    "100000,100000,0.001",
    "65536,20000,0.1",
    "50000,1000000,0.01",
    "5040,0,0.01",
    "1009,100,0.01"
  })
  void foldsToATargetProbability(int atLeast, long keys, double target) {
    int numBlocks = FilterSizing.foldableBlocks(atLeast);
    SplitBlockBloomFilter large = SplitBlockBloomFilter.ofBlocks(numBlocks);
    LongStream.range(0, keys).forEach(large::addLong);
    SplitBlockBloomFilter folded = large.foldTo(target);

    assertThat(LongStream.range(0, keys)).allMatch(folded::mightContainLong);
    assertThat(numBlocks % folded.numBlocks()).isZero();
    assertThat(folded.fold(1).bitset())
        .isEqualTo(large.fold(numBlocks / folded.numBlocks()).bitset());
    double filling = standardErrorOfBlocks(folded);
    double error = 1 + 2 * DEVIATIONS / Math.sqrt(keys + 1.0);
    if (folded.numBlocks() < numBlocks) {
      assertThat(folded.expectedFalsePositiveProbability())
          .isLessThanOrEqualTo(target * error + DEVIATIONS * filling);
    }
    // As small as its divisors allow: the next smaller one would be too small.
    for (int factor = numBlocks / folded.numBlocks() + 1; factor <= numBlocks; factor++) {
      if (numBlocks % factor == 0) {
        assertThat(FilterSizing.falsePositiveProbability(folded.expectedKeys(), numBlocks / factor))
            .isGreaterThan(target);
      }
    }
  }

  /** How far the mean of the blocks of one filter strays from that of all filters. */
  private static double standardErrorOfBlocks(SplitBlockBloomFilter filter) {
    IntBuffer words = ByteBuffer.wrap(filter.bitset()).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    double sum = 0;
    double sumOfSquares = 0;
    for (int block = 0; block < filter.numBlocks(); block++) {
      double product = 1;
      for (int word = 0; word < 8; word++) {
        product *= Integer.bitCount(words.get(block * 8 + word)) / 32.0;
      }
      sum += product;
      sumOfSquares += product * product;
    }
    double mean = sum / filter.numBlocks();
    assertThat(filter.expectedFalsePositiveProbability()).isCloseTo(mean, within(mean * 1e-9));
    return Math.sqrt((sumOfSquares / filter.numBlocks() - mean * mean) / filter.numBlocks());
  }
}
