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

import com.google.common.hash.Funnels;
import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.spark.util.sketch.BloomFilter;
import org.fastfilter.bloom.BlockedBloom;

/**
 * A Bloom filter over long keys, by one of the libraries that are compared. A benchmark runs each
 * in a JVM of its own, so that the compiler sees one implementation in the loops over the keys.
 */
abstract class Contestant {
  abstract void add(long key);

  abstract boolean mightContain(long key);

  /** Adds all keys. */
  void addAll(long[] keys) {
    for (long key : keys) {
      add(key);
    }
  }

  /** How many of the keys may be in the filter. */
  int countHits(long[] keys) {
    int hits = 0;
    for (long key : keys) {
      hits += mightContain(key) ? 1 : 0;
    }

    return hits;
  }

  /** All contestants by name, each sized for so many keys at so many false positives. */
  static Contestant create(String name, int numKeys, double fpp) {
    return switch (name) {
      case "bloomjoin" -> new OneByOne(numKeys, fpp);
      case "bloomjoinBatch" -> new Batch(numKeys, fpp);
      case "sparkV1" -> new Spark(BloomFilter.Version.V1, numKeys, fpp);
      case "sparkV2" -> new Spark(BloomFilter.Version.V2, numKeys, fpp);
      case "guava" -> new Guava(numKeys, fpp);
      case "parquet" -> new Parquet(numKeys, fpp);
      case "datasketches" -> new DataSketches(numKeys, fpp);
      case "fastfilter" -> new FastFilter(numKeys);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Ours, one key at a time. */
  private static class OneByOne extends Contestant {
    final SplitBlockBloomFilter filter;

    OneByOne(int numKeys, double fpp) {
      filter = SplitBlockBloomFilter.create(numKeys, fpp);
    }

    @Override
    void add(long key) {
      filter.addLong(key);
    }

    @Override
    boolean mightContain(long key) {
      return filter.mightContainLong(key);
    }
  }

  /** Ours, as many keys at a time as a vectorised scan gives. */
  private static final class Batch extends OneByOne {
    private static final int SIZE = 1024;

    private final long[] hashes = new long[SIZE];
    private final long[] batch = new long[SIZE];
    private final int[] positions = new int[SIZE];

    Batch(int numKeys, double fpp) {
      super(numKeys, fpp);
    }

    @Override
    void addAll(long[] keys) {
      for (int from = 0; from < keys.length; from += SIZE) {
        int size = hash(keys, from);
        filter.addHashes(hashes, 0, size);
      }
    }

    @Override
    int countHits(long[] keys) {
      int hits = 0;
      for (int from = 0; from < keys.length; from += SIZE) {
        int size = hash(keys, from);
        hits += filter.mightContainHashes(hashes, 0, size, positions);
      }

      return hits;
    }

    private int hash(long[] keys, int from) {
      int size = Math.min(SIZE, keys.length - from);
      System.arraycopy(keys, from, batch, 0, size);
      KeyHashing.hashLongs(batch, 0, size, hashes);

      return size;
    }
  }

  /** Spark's sketch library, as its own runtime filter uses it. */
  private static final class Spark extends Contestant {
    private static final int SEED = 0;

    private final BloomFilter filter;

    Spark(BloomFilter.Version version, int numKeys, double fpp) {
      filter =
          BloomFilter.create(version, numKeys, BloomFilter.optimalNumOfBits(numKeys, fpp), SEED);
    }

    @Override
    void add(long key) {
      filter.putLong(key);
    }

    @Override
    boolean mightContain(long key) {
      return filter.mightContainLong(key);
    }
  }

  /** Guava. */
  private static final class Guava extends Contestant {
    private final com.google.common.hash.BloomFilter<Long> filter;

    Guava(int numKeys, double fpp) {
      filter = com.google.common.hash.BloomFilter.create(Funnels.longFunnel(), numKeys, fpp);
    }

    @Override
    void add(long key) {
      filter.put(key);
    }

    @Override
    boolean mightContain(long key) {
      return filter.mightContain(key);
    }
  }

  /** parquet-java, whose sizes are powers of two: it gets the one that keeps the probability. */
  private static final class Parquet extends Contestant {
    private final BlockSplitBloomFilter filter;

    Parquet(int numKeys, double fpp) {
      filter = new BlockSplitBloomFilter(BlockSplitBloomFilter.optimalNumOfBits(numKeys, fpp) / 8);
    }

    @Override
    void add(long key) {
      filter.insertHash(filter.hash(key));
    }

    @Override
    boolean mightContain(long key) {
      return filter.findHash(filter.hash(key));
    }
  }

  /** Apache DataSketches. */
  private static final class DataSketches extends Contestant {
    private final org.apache.datasketches.filters.bloomfilter.BloomFilter filter;

    DataSketches(int numKeys, double fpp) {
      filter = BloomFilterBuilder.createByAccuracy(numKeys, fpp, 0);
    }

    @Override
    void add(long key) {
      filter.update(key);
    }

    @Override
    boolean mightContain(long key) {
      return filter.query(key);
    }
  }

  /** The blocked filter of fastfilter_java, with the 11 bits a key that it needs for 1 %. */
  private static final class FastFilter extends Contestant {
    private static final int BITS_PER_KEY = 11;

    private final BlockedBloom filter;

    FastFilter(int numKeys) {
      // It takes its size from the number of keys to construct it with.
      filter = BlockedBloom.construct(new long[numKeys], BITS_PER_KEY);
    }

    @Override
    void add(long key) {
      filter.add(key);
    }

    @Override
    boolean mightContain(long key) {
      return filter.mayContain(key);
    }
  }
}
