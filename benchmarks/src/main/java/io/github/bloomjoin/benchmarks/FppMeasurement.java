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

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.GammaDistribution;

/**
 * How often filters that hold a number of random keys say "maybe" to keys that they do not hold,
 * against what {@link FilterSizing} foretells.
 *
 * @param keys keys in each filter
 * @param blocks blocks of each filter
 * @param filters filters measured, each of keys of its own
 * @param predicted what the sizing foretells
 * @param probes keys probed that no filter holds
 * @param falsePositives how many of them a filter may hold
 * @param ofBits the mean probability over all blocks of the filters, by their set bits
 * @param errorOfBits the standard error of that mean, from the differences between blocks
 */
record FppMeasurement(
    int keys,
    int blocks,
    int filters,
    double predicted,
    long probes,
    long falsePositives,
    double ofBits,
    double errorOfBits) {
  private static final int BATCH = 1024;

  /** What 99.9 % leave out on either side. */
  private static final double TAIL = 0.0005;

  /** Of a normal distribution, 99.9 % lie within so many standard errors of the mean. */
  private static final double DEVIATIONS = 3.29;

  /** So many keys are added at least, so that few keys are measured on many filters. */
  private static final int MIN_KEYS_ADDED = 2_000_000;

  private static final int MAX_FILTERS = 20_000;

  /** So many false positives are wanted, for a standard error of 1 %. */
  private static final double WANTED_FALSE_POSITIVES = 10_000;

  private static final long MAX_PROBES = 200_000_000;

  /** Measures filters of so many blocks with so many keys; the same seed gives the same figures. */
  static FppMeasurement of(int keys, int blocks, long seed) {
    RandomKeys randomKeys = new RandomKeys(seed);
    double predicted = FilterSizing.falsePositiveProbability(keys, blocks);
    int filters = Math.max(1, Math.min(MIN_KEYS_ADDED / keys, MAX_FILTERS));
    long probes = (long) Math.min(MAX_PROBES, WANTED_FALSE_POSITIVES / predicted);
    long batches = Math.max(1, probes / filters / BATCH);
    long falsePositives = 0;
    Moments moments = new Moments();
    int[] positions = new int[BATCH];
    for (int i = 0; i < filters; i++) {
      SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(blocks);
      for (int from = 0; from < keys; from += BATCH) {
        int size = Math.min(BATCH, keys - from);
        filter.addHashes(randomKeys.nextHashes(size), 0, size);
      }
      for (long batch = 0; batch < batches; batch++) {
        falsePositives +=
            filter.mightContainHashes(randomKeys.nextHashes(BATCH), 0, BATCH, positions);
      }
      moments.addBlocks(filter);
    }

    return new FppMeasurement(
        keys,
        blocks,
        filters,
        predicted,
        filters * batches * BATCH,
        falsePositives,
        moments.mean(),
        moments.standardError());
  }

  /** The share of probes that a filter may hold. */
  double measured() {
    return (double) falsePositives / probes;
  }

  /** The lower end of the interval that holds the true probability in 99.9 % of all runs. */
  double low() {
    double least = falsePositives == 0 ? 0 : quantile(falsePositives, TAIL) / probes;
    return Math.max(0, measured() - Math.hypot(measured() - least, DEVIATIONS * errorOfBits));
  }

  /** The upper end of that interval. */
  double high() {
    double most = quantile(falsePositives + 1, 1 - TAIL) / probes;
    return Math.min(1, measured() + Math.hypot(most - measured(), DEVIATIONS * errorOfBits));
  }

  /**
   * Of a gamma distribution: the exact bounds of a Poisson's mean (Garwood 1936), which are a
   * little wide for a binomial. Right for no and few false positives, too.
   */
  private static double quantile(long shape, double probability) {
    return new GammaDistribution(shape, 1).inverseCumulativeProbability(probability);
  }

  /** Whether what was foretold lies in the interval. */
  boolean isAsPredicted() {
    return low() <= predicted && predicted <= high();
  }

  static String csvHeader() {
    return "keys,blocks,bits_per_key,filters,probes,false_positives,measured,low,high,predicted,"
        + "of_bits";
  }

  String csv() {
    return String.format(
        Locale.ROOT,
        "%d,%d,%.2f,%d,%d,%d,%.4g,%.4g,%.4g,%.4g,%.4g",
        keys,
        blocks,
        blocks * 256.0 / keys,
        filters,
        probes,
        falsePositives,
        measured(),
        low(),
        high(),
        predicted,
        ofBits);
  }

  /** Random long keys, a batch at a time. */
  private static final class RandomKeys {
    private final SplittableRandom random;
    private final long[] keys = new long[BATCH];
    private final long[] hashes = new long[BATCH];

    RandomKeys(long seed) {
      random = new SplittableRandom(seed);
    }

    /** The hashes of the next keys, in an array that the next call overwrites. */
    long[] nextHashes(int size) {
      for (int i = 0; i < size; i++) {
        keys[i] = random.nextLong();
      }
      KeyHashing.hashLongs(keys, 0, size, hashes);

      return hashes;
    }
  }

  /** Mean and spread of the probabilities of single blocks. */
  private static final class Moments {
    private long count;
    private double sum;
    private double sumOfSquares;

    void addBlocks(SplitBlockBloomFilter filter) {
      ByteBuffer words = ByteBuffer.wrap(filter.bitset()).order(ByteOrder.LITTLE_ENDIAN);
      while (words.hasRemaining()) {
        double probability = 1;
        for (int word = 0; word < 8; word++) {
          probability *= Integer.bitCount(words.getInt()) / 32.0;
        }
        count++;
        sum += probability;
        sumOfSquares += probability * probability;
      }
    }

    double mean() {
      return sum / count;
    }

    double standardError() {
      return Math.sqrt(Math.max(0, sumOfSquares / count - mean() * mean()) / count);
    }
  }
}
