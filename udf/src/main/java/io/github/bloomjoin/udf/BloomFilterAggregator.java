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
package io.github.bloomjoin.udf;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.io.Serializable;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.expressions.Aggregator;

/**
 * A typed aggregator that turns a Dataset of keys into an encoded Bloom filter; {@link
 * SplitBlockBloomFilter#decode(byte[])} reads the result. Null keys add nothing. Over no rows the
 * result is an empty filter, never null.
 *
 * <pre>{@code
 * byte[] bytes = ids.select(BloomFilterAggregator.ofLongs(1_000_000, 0.01).toColumn()).head();
 * SplitBlockBloomFilter filter = SplitBlockBloomFilter.decode(bytes);
 * filter.mightContainLong(42L);
 * }</pre>
 *
 * <p>Through {@code functions.udaf(aggregator, encoder)} and {@code spark.udf().register} it is an
 * aggregate function for SQL and PySpark, too.
 *
 * @param <K> the boxed type of the key
 */
public final class BloomFilterAggregator<K> extends Aggregator<K, FilterBuffer, byte[]> {
  private static final long serialVersionUID = 1L;

  private interface Hasher<K> extends Serializable {
    long hash(K key);
  }

  private final long expectedKeys;
  private final double fpp;
  private final Hasher<K> hasher;

  private BloomFilterAggregator(long expectedKeys, double fpp, Hasher<K> hasher) {
    // Fails here, with a message on the driver, rather than in the first task.
    FilterSizing.numBlocks(expectedKeys, fpp);
    this.expectedKeys = expectedKeys;
    this.fpp = fpp;
    this.hasher = hasher;
  }

  /**
   * An aggregator of {@code int} keys, probed by {@code mightContainInt}.
   *
   * @param expectedKeys the number of distinct keys, at least 0
   * @param fpp the false-positive probability at that number of keys, in (0, 1)
   * @throws IllegalArgumentException if an argument is out of range or the filter would be larger
   *     than {@link FilterSizing#MAX_BLOCKS} blocks
   */
  public static BloomFilterAggregator<Integer> ofInts(long expectedKeys, double fpp) {
    return new BloomFilterAggregator<>(expectedKeys, fpp, key -> KeyHashing.hashInt(key));
  }

  /** As {@link #ofInts}, of {@code long} keys, probed by {@code mightContainLong}. */
  public static BloomFilterAggregator<Long> ofLongs(long expectedKeys, double fpp) {
    return new BloomFilterAggregator<>(expectedKeys, fpp, key -> KeyHashing.hashLong(key));
  }

  /** As {@link #ofInts}, of {@code double} keys, probed by {@code mightContainDouble}. */
  public static BloomFilterAggregator<Double> ofDoubles(long expectedKeys, double fpp) {
    return new BloomFilterAggregator<>(expectedKeys, fpp, key -> KeyHashing.hashDouble(key));
  }

  /** As {@link #ofInts}, of strings by their UTF-8 bytes, probed by {@code mightContainString}. */
  public static BloomFilterAggregator<String> ofStrings(long expectedKeys, double fpp) {
    return new BloomFilterAggregator<>(expectedKeys, fpp, key -> KeyHashing.hashString(key));
  }

  /** As {@link #ofInts}, of byte arrays, probed by {@code mightContainBytes}. */
  public static BloomFilterAggregator<byte[]> ofBytes(long expectedKeys, double fpp) {
    return new BloomFilterAggregator<>(expectedKeys, fpp, key -> KeyHashing.hashBytes(key));
  }

  @Override
  public FilterBuffer zero() {
    return new FilterBuffer(SplitBlockBloomFilter.create(expectedKeys, fpp));
  }

  @Override
  public FilterBuffer reduce(FilterBuffer buffer, K key) {
    if (key != null) {
      buffer.filter().addHash(hasher.hash(key));
    }

    return buffer;
  }

  @Override
  public FilterBuffer merge(FilterBuffer left, FilterBuffer right) {
    left.filter().merge(right.filter());
    return left;
  }

  @Override
  public byte[] finish(FilterBuffer reduction) {
    return reduction.filter().encode();
  }

  @Override
  public Encoder<FilterBuffer> bufferEncoder() {
    // Java serialisation of an Externalizable: what moves is the filter's own format.
    return Encoders.javaSerialization(FilterBuffer.class);
  }

  @Override
  public Encoder<byte[]> outputEncoder() {
    return Encoders.BINARY();
  }
}
