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

import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

final class FilterSizingPropertyTest {
  /** Rounding may turn two neighbours round by the last digits. */
  private static final double ROUNDING = 1e-14;

  @Property
  void numBlocksIsTheFewestThatWillDo(
      @ForAll @LongRange(max = 50_000_000) long keys,
      @ForAll @DoubleRange(min = 0.01, max = 4) double digits) {
    double fpp = Math.pow(10, -digits);
    int numBlocks = FilterSizing.numBlocks(keys, fpp);

    assertThat(FilterSizing.falsePositiveProbability(keys, numBlocks)).isLessThanOrEqualTo(fpp);
    if (numBlocks > 1) {
      assertThat(FilterSizing.falsePositiveProbability(keys, numBlocks - 1)).isGreaterThan(fpp);
    }
    assertThat(FilterSizing.numBytes(keys, fpp)).isEqualTo(numBlocks * 32L);
  }

  @Property
  void sizingIsTheInverseOfProbability(
      @ForAll @LongRange(min = 1, max = 1_000_000_000) long keys,
      @ForAll @IntRange(min = 1, max = FilterSizing.MAX_BLOCKS) int numBlocks) {
    double fpp = FilterSizing.falsePositiveProbability(keys, numBlocks);
    Assume.that(fpp < 0.999_999);

    assertThat(FilterSizing.numBlocks(keys, fpp)).isEqualTo(numBlocks);
  }

  @Property
  void maxKeysIsTheMostThatWillDo(
      @ForAll @IntRange(min = 1, max = FilterSizing.MAX_BLOCKS) int numBlocks,
      @ForAll @DoubleRange(min = 0.01, max = 6) double digits) {
    double fpp = Math.pow(10, -digits);
    long keys = FilterSizing.maxKeys(numBlocks, fpp);

    assertThat(FilterSizing.falsePositiveProbability(keys, numBlocks)).isLessThanOrEqualTo(fpp);
    assertThat(FilterSizing.falsePositiveProbability(keys + 1, numBlocks)).isGreaterThan(fpp);
  }

  @Property
  void powersOfTwoAreTheFewestThatWillDo(
      @ForAll @LongRange(max = 50_000_000) long keys,
      @ForAll @DoubleRange(min = 0.01, max = 4) double digits) {
    double fpp = Math.pow(10, -digits);
    int enough = FilterSizing.numBlocks(keys, fpp);
    int powerOfTwo = FilterSizing.powerOfTwoBlocks(keys, fpp);

    assertThat(Integer.bitCount(powerOfTwo)).isEqualTo(1);
    assertThat(powerOfTwo).isGreaterThanOrEqualTo(enough);
    assertThat(powerOfTwo / 2).isLessThan(enough);
  }

  @Property
  void foldableBlocksAreFewMoreWithManyDivisors(
      @ForAll @IntRange(min = 1, max = FilterSizing.MAX_BLOCKS) int atLeast) {
    int blocks = FilterSizing.foldableBlocks(atLeast);

    assertThat(blocks).isBetween(atLeast, Math.min(atLeast + atLeast / 4, FilterSizing.MAX_BLOCKS));
    if (atLeast >= 4 * 5040 && blocks < FilterSizing.MAX_BLOCKS) {
      assertThat(blocks % 5040).isZero();
    }
  }

  @Property
  void sizeGrowsWithKeys(
      @ForAll @LongRange(max = 1L << 60) long keys,
      @ForAll @LongRange(max = 1L << 60) long more,
      @ForAll @DoubleRange(min = 0.01, max = 12) double digits) {
    double fpp = Math.pow(10, -digits);
    assertThat(FilterSizing.numBytes(keys, fpp))
        .isLessThanOrEqualTo(FilterSizing.numBytes(keys + more, fpp));
  }

  @Property
  void sizeShrinksWithProbability(
      @ForAll @LongRange(max = 1L << 60) long keys,
      @ForAll @DoubleRange(min = 0.01, max = 12) double digits,
      @ForAll @DoubleRange(min = 0.01, max = 12) double otherDigits) {
    double larger = Math.pow(10, -Math.min(digits, otherDigits));
    double smaller = Math.pow(10, -Math.max(digits, otherDigits));
    assertThat(FilterSizing.numBytes(keys, smaller))
        .isGreaterThanOrEqualTo(FilterSizing.numBytes(keys, larger));
  }

  @Property
  void probabilityGrowsWithKeysAndShrinksWithBlocks(
      @ForAll @LongRange(max = 1L << 40) long keys,
      @ForAll @LongRange(max = 1000) long more,
      @ForAll @IntRange(min = 1, max = FilterSizing.MAX_BLOCKS) int numBlocks,
      @ForAll @IntRange(max = 1000) int moreBlocks) {
    double fpp = FilterSizing.falsePositiveProbability(keys, numBlocks);

    assertThat(FilterSizing.falsePositiveProbability(keys + more, numBlocks))
        .isGreaterThanOrEqualTo(fpp * (1 - ROUNDING));
    assertThat(FilterSizing.falsePositiveProbability(keys, numBlocks + moreBlocks))
        .isLessThanOrEqualTo(fpp * (1 + ROUNDING));
  }
}
