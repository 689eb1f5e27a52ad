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

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

final class SplitBlockBloomFilterPropertyTest {
  @Property
  void holdsEveryKeyAdded(
      @ForAll @Size(max = 300) Set<Long> keys,
      @ForAll @IntRange(min = 1, max = 300) int numBlocks) {
    SplitBlockBloomFilter filter = of(numBlocks, keys);

    assertThat(keys).allMatch(filter::mightContainLong);
    assertThat(filter.addedKeys()).isEqualTo(keys.size());
  }

  @Property
  void holdsEveryHashAdded(
      @ForAll List<Long> hashes, @ForAll @IntRange(min = 1, max = 100_000) int numBlocks) {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(numBlocks);
    hashes.forEach(filter::addHash);

    assertThat(hashes).allMatch(filter::mightContainHash);
  }

  @Property
  void holdsEveryStringDoubleAndFloatAdded(
      @ForAll List<String> strings, @ForAll List<Double> doubles, @ForAll List<Float> floats) {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(50);
    strings.forEach(filter::addString);
    doubles.forEach(filter::addDouble);
    floats.forEach(filter::addFloat);

    assertThat(strings).allMatch(filter::mightContainString);
    assertThat(doubles).allMatch(filter::mightContainDouble);
    assertThat(floats).allMatch(filter::mightContainFloat);
  }

  @Property
  void mergeIsOneFilterOfAllKeysInAnyOrder(
      @ForAll @Size(max = 100) List<Long> first,
      @ForAll @Size(max = 100) List<Long> second,
      @ForAll @Size(max = 100) List<Long> third,
      @ForAll @IntRange(min = 1, max = 100) int numBlocks) {
    SplitBlockBloomFilter all = SplitBlockBloomFilter.ofBlocks(numBlocks);
    first.forEach(all::addLong);
    second.forEach(all::addLong);
    third.forEach(all::addLong);

    // Equality includes the number of added keys, so commutativity and associativity cover it too.
    SplitBlockBloomFilter leftToRight =
        of(numBlocks, first).merge(of(numBlocks, second)).merge(of(numBlocks, third));
    SplitBlockBloomFilter rightToLeft =
        of(numBlocks, third).merge(of(numBlocks, second).merge(of(numBlocks, first)));
    assertThat(leftToRight).isEqualTo(all);
    assertThat(rightToLeft).isEqualTo(all);
  }

  @Property
  void mergeIsIdempotentOnBits(
      @ForAll @Size(max = 100) List<Long> keys, @ForAll @IntRange(min = 1, max = 100) int blocks) {
    SplitBlockBloomFilter filter = of(blocks, keys);
    byte[] bitset = filter.bitset();

    assertThat(filter.copy().merge(filter).bitset()).isEqualTo(bitset);
    assertThat(filter.merge(filter).bitset()).isEqualTo(bitset);
    assertThat(filter.addedKeys()).isEqualTo(2L * keys.size());
  }

  @Property
  void decodesWhatItEncoded(
      @ForAll @Size(max = 100) List<Long> keys,
      @ForAll @IntRange(max = 2000) int expectedKeys,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double fpp,
      @ForAll boolean planned,
      @ForAll @IntRange(max = 50) int before,
      @ForAll @IntRange(max = 50) int after) {
    SplitBlockBloomFilter filter =
        planned
            ? SplitBlockBloomFilter.create(expectedKeys, fpp)
            : SplitBlockBloomFilter.ofBlocks(expectedKeys + 1);
    keys.forEach(filter::addLong);
    byte[] encoded = filter.encode();
    byte[] larger = new byte[before + encoded.length + after];
    System.arraycopy(encoded, 0, larger, before, encoded.length);

    SplitBlockBloomFilter decoded = SplitBlockBloomFilter.decode(encoded);
    SplitBlockBloomFilter part = SplitBlockBloomFilter.decode(larger, before, encoded.length);
    SplitBlockBloomFilter wrapped = SplitBlockBloomFilter.wrap(larger, before, encoded.length);

    assertThat(encoded).hasSize((int) filter.numBytes() + 96);
    assertThat(decoded).isEqualTo(filter).hasSameHashCodeAs(filter);
    assertThat(part).isEqualTo(filter);
    assertThat(wrapped).isEqualTo(filter).hasSameHashCodeAs(filter);
    assertThat(decoded.encode()).isEqualTo(encoded);
    assertThat(wrapped.encode()).isEqualTo(encoded);
    assertThat(wrapped.bitset()).isEqualTo(filter.bitset());
    assertThat(wrapped.copy().encode()).isEqualTo(encoded);
    assertThat(keys).allMatch(wrapped::mightContainLong);
  }

  @Property
  void foldIsTheFilterOfTheSmallerSize(
      @ForAll @Size(max = 300) List<Long> keys,
      @ForAll @IntRange(min = 1, max = 60) int numBlocks,
      @ForAll @IntRange(min = 1, max = 40) int factor) {
    SplitBlockBloomFilter smaller = of(numBlocks, keys);
    SplitBlockBloomFilter larger = of(numBlocks * factor, keys);

    assertThat(larger.fold(factor)).isEqualTo(smaller);
  }

  @Property
  void foldingTwiceIsFoldingByTheProduct(
      @ForAll @Size(max = 300) List<Long> keys,
      @ForAll @IntRange(min = 1, max = 20) int numBlocks,
      @ForAll @IntRange(min = 1, max = 10) int first,
      @ForAll @IntRange(min = 1, max = 10) int second) {
    SplitBlockBloomFilter filter = of(numBlocks * first * second, keys);

    assertThat(filter.fold(first).fold(second)).isEqualTo(filter.fold(first * second));
  }

  @Property
  void mergeAndFoldCommute(
      @ForAll @Size(max = 100) List<Long> first,
      @ForAll @Size(max = 100) List<Long> second,
      @ForAll @IntRange(min = 1, max = 20) int numBlocks,
      @ForAll @IntRange(min = 1, max = 10) int factor) {
    SplitBlockBloomFilter a = of(numBlocks * factor, first);
    SplitBlockBloomFilter b = of(numBlocks * factor, second);

    assertThat(a.fold(factor).merge(b.fold(factor))).isEqualTo(a.merge(b).fold(factor));
  }

  @Property
  void batchesAreTheSameAsOneByOne(
      @ForAll @Size(max = 700) List<Long> added,
      @ForAll @Size(max = 700) List<Long> probed,
      // The larger have more than the caches hold, and are read in another way.
      @ForAll @IntRange(min = 1, max = 40_000) int numBlocks,
      @ForAll @IntRange(max = 20) int from,
      @ForAll @IntRange(max = 20) int behind) {
    long[] hashes = added.stream().mapToLong(Long::longValue).toArray();
    SplitBlockBloomFilter oneByOne = SplitBlockBloomFilter.ofBlocks(numBlocks);
    added.forEach(oneByOne::addHash);
    SplitBlockBloomFilter batch = SplitBlockBloomFilter.ofBlocks(numBlocks);
    assertThat(batch.addHashes(hashes, 0, hashes.length)).isSameAs(batch).isEqualTo(oneByOne);

    long[] all =
        LongStream.concat(probed.stream().mapToLong(x -> x), Arrays.stream(hashes)).toArray();
    int first = Math.min(from, all.length);
    int last = Math.max(first, all.length - behind);
    int[] positions = new int[last - first];
    int count = batch.mightContainHashes(all, first, last, positions);
    assertThat(Arrays.copyOf(positions, count))
        .containsExactly(
            IntStream.range(first, last).filter(i -> oneByOne.mightContainHash(all[i])).toArray());
  }

  private static SplitBlockBloomFilter of(int numBlocks, Iterable<Long> keys) {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(numBlocks);
    keys.forEach(filter::addLong);
    return filter;
  }
}
