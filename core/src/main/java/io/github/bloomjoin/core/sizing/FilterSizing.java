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

/**
 * How large a split-block Bloom filter must be for a number of distinct keys and a false positive
 * probability (fpp), and which fpp a size gives.
 *
 * <p>A filter of 256-bit blocks is not an ordinary Bloom filter: keys fall on blocks at random, and
 * the crowded blocks spoil the mean. The number of keys in a block is binomially distributed, with
 * one chance in {@code blocks} for each key, and a block of {@code i} keys lets an absent key
 * through with {@code (1 - (31/32)^i)^8}, hence
 *
 * <pre>fpp = sum over i of Binomial(i; keys, 1 / blocks) * (1 - (31/32)^i)^8</pre>
 *
 * <p>For many keys that is the Poisson sum of {@code BlockBloomFilter::FalsePositiveProb} of Apache
 * Kudu and Impala, after Putze, Sanders, Singler, "Cache-, Hash- and Space-Efficient Bloom Filters"
 * (2007); for few, where a Poisson distribution knows of blocks with more keys than there are, it
 * is less. The usual formula {@code -8 n / ln(1 - fpp^(1/8))} forgets the crowding and promises 1 %
 * where 1.46 % comes.
 *
 * <p>The model takes the eight bits of a key for independent. They come from 32 hash bits, so keys
 * of one block are mistaken for each other at least every 2^32 times: below about 1e-8 the true
 * probability is higher than the one given here.
 *
 * <p>Stateless, so safe for use by many threads.
 */
public final class FilterSizing {
  /**
   * The most blocks a filter may have: 2^25, a bitset of 1 GiB, for 815 million keys at an fpp of
   * 0.01. Twice as many do not fit a Java array, and the filter is encoded into one; what would
   * need more is better served by several filters over parts of the keys.
   */
  public static final int MAX_BLOCKS = 1 << 25;

  private static final int BYTES_PER_BLOCK = 32;

  /** Multiples of each other, each with more divisors than any smaller number. */
  private static final int[] MANY_DIVISORS = {2, 4, 12, 60, 120, 360, 2520, 5040};

  /** Keeps {@code blocks * BYTES_PER_BLOCK} within a long. */
  private static final long MAX_COUNTABLE_BLOCKS = Long.MAX_VALUE / BYTES_PER_BLOCK;

  /** Logarithm of the chance that one key leaves a given bit of a word unset. */
  private static final double LOG_UNSET = Math.log1p(-1.0 / 32);

  /** From here on 1 - fpp, at most 8 * exp(-load / 32), is far below the precision of a double. */
  private static final double SATURATED_LOAD = 2048;

  /** Below half an ulp of 1: terms this much smaller than the sum cannot change it. */
  private static final double NEGLIGIBLE = 0x1p-60;

  private FilterSizing() {}

  /**
   * Returns the fewest blocks that hold the keys within the false positive probability. Grows with
   * the keys and shrinks with the probability. Takes well under a millisecond.
   *
   * @param expectedKeys distinct keys, 0 or more
   * @param fpp target false positive probability, in (0, 1)
   * @return 1 to {@link #MAX_BLOCKS}
   * @throws IllegalArgumentException if an argument is out of its range, or {@link #MAX_BLOCKS} are
   *     not enough
   */
  public static int numBlocks(long expectedKeys, double fpp) {
    long blocks = fewestBlocks(expectedKeys, fpp);
    if (blocks > MAX_BLOCKS) {
      throw new IllegalArgumentException(
          String.format(
              "%d expected keys at a false positive probability of %s need %s blocks of 32 bytes,"
                  + " more than the limit of %d (1 GiB); raise the probability or split the keys"
                  + " over several filters",
              expectedKeys,
              fpp,
              blocks == MAX_COUNTABLE_BLOCKS ? "more than 2^57" : Long.toString(blocks),
              MAX_BLOCKS));
    }
    return (int) blocks;
  }

  /**
   * Returns the bytes of bitset that {@link #numBlocks} blocks take, also where that method would
   * refuse, so that a caller can compare with a budget before allocating anything.
   *
   * @param expectedKeys distinct keys, 0 or more
   * @param fpp target false positive probability, in (0, 1)
   * @return 32 or more, a multiple of 32; {@link Long#MAX_VALUE} if a long cannot count the bytes
   * @throws IllegalArgumentException if an argument is out of its range, never because of the size
   */
  public static long numBytes(long expectedKeys, double fpp) {
    long blocks = fewestBlocks(expectedKeys, fpp);
    return blocks == MAX_COUNTABLE_BLOCKS ? Long.MAX_VALUE : blocks * BYTES_PER_BLOCK;
  }

  /**
   * Returns the fewest blocks that are a power of two and hold the keys within the false positive
   * probability; some readers of Parquet files take no other number.
   *
   * @param expectedKeys distinct keys, 0 or more
   * @param fpp target false positive probability, in (0, 1)
   * @return 1 to {@link #MAX_BLOCKS}, a power of two
   * @throws IllegalArgumentException if an argument is out of its range, or {@link #MAX_BLOCKS} are
   *     not enough
   */
  public static int powerOfTwoBlocks(long expectedKeys, double fpp) {
    int blocks = numBlocks(expectedKeys, fpp);
    return blocks == 1 ? 1 : Integer.highestOneBit(blocks - 1) << 1;
  }

  /**
   * Returns the number of blocks to begin a filter with that will be folded when its keys are
   * known: not fewer than the given number, at most a quarter more, and with many divisors, so that
   * a folded filter is seldom much larger than it must be.
   *
   * @param atLeast blocks wanted, 1 to {@link #MAX_BLOCKS}
   * @return {@code atLeast} to {@link #MAX_BLOCKS}
   * @throws IllegalArgumentException if the argument is out of its range
   */
  public static int foldableBlocks(int atLeast) {
    if (atLeast < 1 || atLeast > MAX_BLOCKS) {
      throw new IllegalArgumentException(
          "the number of blocks is " + atLeast + "; it must be 1 to " + MAX_BLOCKS);
    }
    int step = 1;
    for (int candidate : MANY_DIVISORS) {
      if (candidate <= atLeast / 4) {
        step = candidate;
      }
    }
    long blocks = (atLeast + step - 1L) / step * step;

    return (int) Math.min(blocks, MAX_BLOCKS);
  }

  /**
   * Returns how many distinct keys a filter holds within a false positive probability: the inverse
   * of {@link #numBlocks}. Takes well under a millisecond.
   *
   * @param numBlocks blocks of the filter, 1 or more
   * @param fpp false positive probability to stay within, in (0, 1)
   * @return 0 or more
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static long maxKeys(int numBlocks, double fpp) {
    checkBlocks(numBlocks);
    checkFpp(fpp);
    long enough = 0;
    long tooMany = (long) (SATURATED_LOAD * numBlocks) + 1;
    while (tooMany - enough > 1) {
      long middle = enough + (tooMany - enough) / 2;
      if (suffices(numBlocks, middle, fpp)) {
        enough = middle;
      } else {
        tooMany = middle;
      }
    }

    return enough;
  }

  /**
   * Returns the false positive probability to expect of a filter. Right to about twelve digits at
   * any load. Time grows with the square root of the load up to a load of 2048, where it ends.
   *
   * @param numKeys distinct keys in the filter, 0 or more
   * @param numBlocks blocks of the filter, 1 or more
   * @return 0 for no keys, up to 1
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static double falsePositiveProbability(long numKeys, int numBlocks) {
    if (numKeys < 0) {
      throw new IllegalArgumentException("numKeys is " + numKeys + "; it must be 0 or more");
    }
    checkBlocks(numBlocks);
    return probability(numKeys, numBlocks);
  }

  private static void checkBlocks(int numBlocks) {
    if (numBlocks < 1) {
      throw new IllegalArgumentException("numBlocks is " + numBlocks + "; it must be 1 or more");
    }
  }

  private static void checkFpp(double fpp) {
    if (!(fpp > 0 && fpp < 1)) {
      throw new IllegalArgumentException(
          "the false positive probability is "
              + fpp
              + "; it must lie between 0 and 1, both excluded, 0.01 for example");
    }
  }

  /** The fewest blocks that will do, {@link #MAX_COUNTABLE_BLOCKS} standing for that or more. */
  private static long fewestBlocks(long expectedKeys, double fpp) {
    if (expectedKeys < 0) {
      throw new IllegalArgumentException(
          "expectedKeys is " + expectedKeys + "; it must be 0 or more");
    }
    checkFpp(fpp);
    if (!suffices(MAX_BLOCKS, expectedKeys, fpp)) {
      return Math.max(MAX_BLOCKS + 1L, blocksByLoad(expectedKeys, fpp));
    }
    int tooFew = 0;
    int enough = MAX_BLOCKS;
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) / 2;
      if (suffices(middle, expectedKeys, fpp)) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return enough;
  }

  private static boolean suffices(int numBlocks, long keys, double fpp) {
    return probability(keys, numBlocks) <= fpp;
  }

  /**
   * Divides by the largest load that will do. With so many blocks one more or less is lost in
   * rounding, and a search among them would not grow steadily with the keys; this does.
   */
  private static long blocksByLoad(long keys, double fpp) {
    // The bits of doubles that are not negative are ordered like the doubles.
    long low = 0;
    long tooHigh = Double.doubleToLongBits(SATURATED_LOAD);
    while (tooHigh - low > 1) {
      long middle = low + (tooHigh - low) / 2;
      if (probabilityAt(Double.longBitsToDouble(middle)) <= fpp) {
        low = middle;
      } else {
        tooHigh = middle;
      }
    }
    double blocks = Math.ceil(keys / Double.longBitsToDouble(low));
    return Math.min((long) blocks, MAX_COUNTABLE_BLOCKS);
  }

  private static double probability(long keys, int numBlocks) {
    if ((double) keys / numBlocks >= SATURATED_LOAD) {
      return 1;
    }

    return numBlocks == 1
        ? blockFalsePositiveProbability(keys)
        : sum((double) keys, numBlocks, (double) keys / numBlocks);
  }

  /** The limit for ever more blocks of the same load. */
  private static double probabilityAt(double load) {
    return load >= SATURATED_LOAD
        ? 1
        : sum(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, load);
  }

  /**
   * The sum over the keys of a block. It starts at the likeliest number of keys with weight 1 and
   * divides by the sum of the weights at the end, because the weight to start with at 0 keys
   * underflows from a load of 745 on.
   *
   * @param keys all keys, infinitely many for the limit, which is the Poisson sum
   * @param blocks two or more
   */
  private static double sum(double keys, double blocks, double load) {
    int likeliest = (int) load;
    double weights = 0;
    double sum = 0;
    double weight = 1;
    int inBlock = likeliest;
    // Measured against the sum and not the weights: at small loads the rare crowded blocks are what
    // counts.
    while (weight > NEGLIGIBLE * sum) {
      weights += weight;
      sum += weight * blockFalsePositiveProbability(inBlock);
      inBlock++;
      weight *= ratio(inBlock, keys, blocks, load);
    }
    weight = 1;
    inBlock = likeliest;
    while (inBlock > 0 && weight > NEGLIGIBLE * weights) {
      weight /= ratio(inBlock, keys, blocks, load);
      inBlock--;
      weights += weight;
      sum += weight * blockFalsePositiveProbability(inBlock);
    }
    return Math.min(sum / weights, 1);
  }

  /** How much likelier a number of keys in a block is than one key less. */
  private static double ratio(int inBlock, double keys, double blocks, double load) {
    return Double.isInfinite(keys)
        ? load / inBlock
        : (keys - inBlock + 1) / ((blocks - 1) * inBlock);
  }

  private static double blockFalsePositiveProbability(long keys) {
    double bitSet = -Math.expm1(keys * LOG_UNSET);
    double squared = bitSet * bitSet;
    double fourth = squared * squared;
    return fourth * fourth;
  }
}
