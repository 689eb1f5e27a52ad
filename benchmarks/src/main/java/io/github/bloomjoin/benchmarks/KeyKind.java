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
import java.math.BigInteger;
import java.util.SplittableRandom;

/**
 * Random keys of one type. Two generators of the same seed draw the same keys, so that a filter can
 * be probed with the keys that were added without keeping them.
 */
enum KeyKind {
  INT {
    @Override
    void add(SplittableRandom random, SplitBlockBloomFilter filter) {
      filter.addInt(random.nextInt());
    }

    @Override
    boolean isIn(SplittableRandom random, SplitBlockBloomFilter filter) {
      return filter.mightContainInt(random.nextInt());
    }

    @Override
    long hash(SplittableRandom random, long seed) {
      return KeyHashing.hashInt(random.nextInt(), seed);
    }
  },

  LONG {
    @Override
    void add(SplittableRandom random, SplitBlockBloomFilter filter) {
      filter.addLong(random.nextLong());
    }

    @Override
    boolean isIn(SplittableRandom random, SplitBlockBloomFilter filter) {
      return filter.mightContainLong(random.nextLong());
    }

    @Override
    long hash(SplittableRandom random, long seed) {
      return KeyHashing.hashLong(random.nextLong(), seed);
    }
  },

  /** Any bits, so many NaNs, and zeros; a zero that was added is probed as the other zero. */
  FLOAT {
    private float next(SplittableRandom random) {
      int bits = random.nextInt();
      return Float.intBitsToFloat(bits % 16 == 0 ? bits & Integer.MIN_VALUE : bits);
    }

    @Override
    void add(SplittableRandom random, SplitBlockBloomFilter filter) {
      filter.addFloat(next(random));
    }

    @Override
    boolean isIn(SplittableRandom random, SplitBlockBloomFilter filter) {
      float key = next(random);
      return filter.mightContainFloat(key == 0 ? -key : key);
    }

    @Override
    long hash(SplittableRandom random, long seed) {
      return KeyHashing.hashFloat(next(random), seed);
    }
  },

  /** As the floats. */
  DOUBLE {
    private double next(SplittableRandom random) {
      long bits = random.nextLong();
      return Double.longBitsToDouble(bits % 16 == 0 ? bits & Long.MIN_VALUE : bits);
    }

    @Override
    void add(SplittableRandom random, SplitBlockBloomFilter filter) {
      filter.addDouble(next(random));
    }

    @Override
    boolean isIn(SplittableRandom random, SplitBlockBloomFilter filter) {
      double key = next(random);
      return filter.mightContainDouble(key == 0 ? -key : key);
    }

    @Override
    long hash(SplittableRandom random, long seed) {
      return KeyHashing.hashDouble(next(random), seed);
    }
  },

  STRING {
    private String next(SplittableRandom random) {
      String text = Long.toString(random.nextLong(), Character.MAX_RADIX);
      return random.nextInt(4) == 0 ? "\u00df\u2192\ud83d\ude00" + text.repeat(4) : text;
    }

    @Override
    void add(SplittableRandom random, SplitBlockBloomFilter filter) {
      filter.addString(next(random));
    }

    @Override
    boolean isIn(SplittableRandom random, SplitBlockBloomFilter filter) {
      return filter.mightContainString(next(random));
    }

    @Override
    long hash(SplittableRandom random, long seed) {
      return KeyHashing.hashString(next(random), seed);
    }
  },

  BYTES {
    private byte[] next(SplittableRandom random) {
      byte[] bytes = new byte[random.nextInt(80)];
      random.nextBytes(bytes);
      return bytes;
    }

    @Override
    void add(SplittableRandom random, SplitBlockBloomFilter filter) {
      filter.addBytes(next(random));
    }

    @Override
    boolean isIn(SplittableRandom random, SplitBlockBloomFilter filter) {
      return filter.mightContainBytes(next(random));
    }

    @Override
    long hash(SplittableRandom random, long seed) {
      return KeyHashing.hashBytes(next(random), seed);
    }
  },

  DECIMAL {
    @Override
    long hash(SplittableRandom random, long seed) {
      return random.nextBoolean()
          ? KeyHashing.hashDecimal(BigInteger.valueOf(random.nextLong()), 38, seed)
          : KeyHashing.hashDecimal(BigInteger.valueOf(random.nextInt()), 18, seed);
    }
  },

  COMPOSITE {
    @Override
    long hash(SplittableRandom random, long seed) {
      long hash = KeyHashing.hashLong(random.nextLong(), seed);
      hash = KeyHashing.hashString(Integer.toString(random.nextInt()), hash);
      return KeyHashing.hashInt(random.nextInt(), hash);
    }
  };

  /**
   * Draws a key and adds it by its type; by its hash, where a filter has no method for the type.
   */
  void add(SplittableRandom random, SplitBlockBloomFilter filter) {
    filter.addHash(hash(random, filter.seed()));
  }

  /** Draws a key and probes it by its type, as {@link #add} adds it. */
  boolean isIn(SplittableRandom random, SplitBlockBloomFilter filter) {
    return filter.mightContainHash(hash(random, filter.seed()));
  }

  /** Draws a key and returns its hash. */
  abstract long hash(SplittableRandom random, long seed);
}
