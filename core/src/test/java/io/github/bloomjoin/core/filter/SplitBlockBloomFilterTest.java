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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SplitBlockBloomFilterTest {
  @Test
  void createsPlannedFilter() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(1000, 0.01);

    assertThat(filter.numBlocks()).isEqualTo(FilterSizing.numBlocks(1000, 0.01)).isEqualTo(42);
    assertThat(filter.numBytes()).isEqualTo(42 * 32);
    assertThat(filter.numBits()).isEqualTo(42 * 256);
    assertThat(filter.expectedKeys()).isEqualTo(1000);
    assertThat(filter.falsePositiveProbability()).isEqualTo(0.01);
    assertThat(filter.addedKeys()).isZero();
    assertThat(filter.fillRatio()).isZero();
    assertThat(filter.expectedFalsePositiveProbability()).isZero();
    assertThat(filter.hashName()).isEqualTo("xxh64-v1");
  }

  @Test
  void createsFilterWithoutPlan() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(3);

    assertThat(filter.numBlocks()).isEqualTo(3);
    assertThat(filter.numBytes()).isEqualTo(96);
    assertThat(filter.expectedKeys()).isZero();
    assertThat(filter.falsePositiveProbability()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, FilterSizing.MAX_BLOCKS + 1, Integer.MAX_VALUE})
  void refusesNumBlocksOutOfRange(int numBlocks) {
    assertThatThrownBy(() -> SplitBlockBloomFilter.ofBlocks(numBlocks))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "numBlocks is "
                + numBlocks
                + "; it must be 1 to 33554432 (1 GiB), split the keys over several filters if that"
                + " is too few");
  }

  @Test
  void refusesPlanOutOfRange() {
    assertThatThrownBy(() -> SplitBlockBloomFilter.create(1L << 40, 0.01))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than the limit of 33554432");
    assertThatThrownBy(() -> SplitBlockBloomFilter.create(-1, 0.01))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expectedKeys is -1");
    assertThatThrownBy(() -> SplitBlockBloomFilter.create(1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the false positive probability is 1.0");
  }

  @Test
  void countsEveryAddition() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(1);

    assertThat(filter.addInt(1).addInt(1).addLong(1).addFloat(1).addDouble(1).addString("1"))
        .isSameAs(filter);
    filter.addBytes(new byte[] {1}).addHash(1);

    assertThat(filter.addedKeys()).isEqualTo(8);
  }

  @Test
  void addsKeyByItsHash() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(100);
    long hash = KeyHashing.hashString("x", KeyHashing.hashInt(5));

    assertThat(filter.mightContainHash(hash)).isFalse();
    filter.addHash(hash).addHash(KeyHashing.hashLong(77));

    assertThat(filter.mightContainHash(hash)).isTrue();
    assertThat(filter.mightContainLong(77)).isTrue();
    assertThat(filter.mightContainHash(hash + 1)).isFalse();
  }

  @Test
  void setsOneBitInEachWordOfOneBlock() {
    for (long hash : new long[] {0, -1, 1, 1L << 32, 0x8000_0000_8000_0000L, 0x123456789abcdefL}) {
      SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(7).addHash(hash);
      int block = (int) (((hash >>> 32) * 7) >> 32);
      byte[] bitset = filter.bitset();
      for (int word = 0; word < 7 * 8; word++) {
        int bits = 0;
        for (int i = 0; i < 4; i++) {
          bits += Integer.bitCount(bitset[word * 4 + i] & 0xFF);
        }
        assertThat(bits).as("word %d", word).isEqualTo(word / 8 == block ? 1 : 0);
      }
    }
  }

  @Test
  void measuresItsBits() {
    byte[] bitset = new byte[64];
    bitset[0] = (byte) 0xFF;
    assertThat(SplitBlockBloomFilter.decode(EncodedFilters.ofBitset(bitset)).fillRatio())
        .isEqualTo(8.0 / 512);
    assertThat(
            SplitBlockBloomFilter.decode(EncodedFilters.ofBitset(bitset))
                .expectedFalsePositiveProbability())
        .as("an empty word stops every absent key")
        .isZero();

    // Half of each word of the first block set, a quarter of each word of the second.
    for (int i = 0; i < 32; i++) {
      bitset[i] = 0x0F;
      bitset[32 + i] = 0x11;
    }
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.decode(EncodedFilters.ofBitset(bitset));
    assertThat(filter.fillRatio()).isEqualTo(0.375);
    assertThat(filter.expectedFalsePositiveProbability())
        .isCloseTo((Math.pow(0.5, 8) + Math.pow(0.25, 8)) / 2, within(1e-18));

    Arrays.fill(bitset, (byte) -1);
    filter = SplitBlockBloomFilter.decode(EncodedFilters.ofBitset(bitset));
    assertThat(filter.fillRatio()).isOne();
    assertThat(filter.expectedFalsePositiveProbability()).isOne();
    assertThat(filter.mightContainLong(1)).isTrue();
  }

  @Test
  void mergesFiltersOfDifferentPlan() {
    SplitBlockBloomFilter planned = SplitBlockBloomFilter.create(1000, 0.01).addInt(1);
    SplitBlockBloomFilter other = SplitBlockBloomFilter.ofBlocks(42).addInt(2).addInt(3);
    SplitBlockBloomFilter otherBefore = other.copy();

    assertThat(planned.isCompatibleWith(other)).isTrue();
    assertThat(planned.merge(other)).isSameAs(planned);

    assertThat(planned.mightContainInt(1)).isTrue();
    assertThat(planned.mightContainInt(2)).isTrue();
    assertThat(planned.mightContainInt(3)).isTrue();
    assertThat(planned.addedKeys()).isEqualTo(3);
    assertThat(planned.expectedKeys()).isEqualTo(1000);
    assertThat(other).isEqualTo(otherBefore);
  }

  @Test
  void mergesReadOnlyFilterIntoAnother() {
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(9).addLong(4).encode();
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(9).addLong(5);

    filter.merge(SplitBlockBloomFilter.wrap(encoded, 0, encoded.length));

    assertThat(filter).isEqualTo(SplitBlockBloomFilter.ofBlocks(9).addLong(5).addLong(4));
  }

  @Test
  void refusesToMergeOtherSize() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(4);
    SplitBlockBloomFilter other = SplitBlockBloomFilter.ofBlocks(8).addInt(1);

    assertThat(filter.isCompatibleWith(other)).isFalse();
    assertThatThrownBy(() -> filter.merge(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the filter to merge has 8 blocks and this one 4; create both for the keys of the"
                + " merged filter, with the same expectedKeys and false positive probability");
    assertThat(filter).isEqualTo(SplitBlockBloomFilter.ofBlocks(4));
  }

  @Test
  void addedKeysStayAtTheirLimit() {
    byte[] encoded =
        EncodedFilters.withHeader(
            SplitBlockBloomFilter.ofBlocks(1).encode(), h -> h.putLong(56, Long.MAX_VALUE));
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.decode(encoded);

    assertThat(filter.addInt(1).addedKeys()).isEqualTo(Long.MAX_VALUE);
    assertThat(filter.merge(filter).addedKeys()).isEqualTo(Long.MAX_VALUE);
    assertThat(SplitBlockBloomFilter.decode(filter.encode())).isEqualTo(filter);
  }

  @Test
  void copyIsIndependent() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(10, 0.1).addInt(1);
    SplitBlockBloomFilter copy = filter.copy();
    assertThat(copy).isEqualTo(filter);

    copy.addInt(2);

    assertThat(filter.mightContainInt(2)).isFalse();
    assertThat(filter.addedKeys()).isOne();
    assertThat(copy).isNotEqualTo(filter);
  }

  @Test
  void bitsetIsCopied() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(2).addInt(1);
    Arrays.fill(filter.bitset(), (byte) 0);

    assertThat(filter.mightContainInt(1)).isTrue();
  }

  @Test
  void decodedFilterOwnsItsBits() {
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(2).addInt(1).encode();
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.decode(encoded);
    Arrays.fill(encoded, (byte) 0);

    assertThat(filter.mightContainInt(1)).isTrue();
    assertThat(filter.addInt(2).mightContainInt(2)).isTrue();
  }

  @Test
  void wrappedFilterIsReadOnly() {
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(2).addInt(1).encode();
    byte[] before = encoded.clone();
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.wrap(encoded, 0, encoded.length);
    List<ThrowingCallable> changes =
        List.of(
            () -> filter.addInt(2),
            () -> filter.addLong(2),
            () -> filter.addFloat(2),
            () -> filter.addDouble(2),
            () -> filter.addString("2"),
            () -> filter.addBytes(new byte[] {2}),
            () -> filter.addHash(2),
            () -> filter.merge(SplitBlockBloomFilter.ofBlocks(2)),
            () -> filter.merge(filter));

    for (ThrowingCallable change : changes) {
      assertThatThrownBy(change)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessage(
              "this filter is a read-only view of encoded bytes; copy() gives one that can grow");
    }
    assertThat(encoded).isEqualTo(before);
    assertThat(filter.addedKeys()).isOne();
    assertThat(filter.copy().addInt(2).mightContainInt(2)).isTrue();
    assertThat(encoded).isEqualTo(before);
  }

  @Test
  void wrappedFilterSharesTheBytes() {
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(2).encode();
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.wrap(encoded, 0, encoded.length);
    Arrays.fill(encoded, 96, 160, (byte) -1);

    assertThat(filter.mightContainInt(1)).isTrue();
  }

  @Test
  void refusesRangeOutsideTheArray() {
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(1).encode();

    assertThatThrownBy(() -> SplitBlockBloomFilter.decode(encoded, 1, encoded.length))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("length 128");
    assertThatThrownBy(() -> SplitBlockBloomFilter.wrap(encoded, -1, encoded.length))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("length 128");
  }

  @Test
  void equalsByBitsAndHeader() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(10, 0.1).addInt(1);
    byte[] encoded = filter.encode();

    assertThat(filter)
        .isEqualTo(filter.copy())
        .hasSameHashCodeAs(filter.copy())
        .isEqualTo(SplitBlockBloomFilter.wrap(encoded, 0, encoded.length))
        .hasSameHashCodeAs(SplitBlockBloomFilter.wrap(encoded, 0, encoded.length))
        .isNotEqualTo(SplitBlockBloomFilter.create(10, 0.1).addInt(2))
        .isNotEqualTo(SplitBlockBloomFilter.create(11, 0.1).addInt(1))
        .isNotEqualTo(SplitBlockBloomFilter.create(10, 0.11).addInt(1))
        .isNotEqualTo(SplitBlockBloomFilter.create(10, 0.1).addInt(1).addInt(1))
        .isNotEqualTo(SplitBlockBloomFilter.create(1000, 0.1).addInt(1))
        .isNotEqualTo("filter")
        .isNotEqualTo(null);
    assertThat(SplitBlockBloomFilter.ofBlocks(1)).isEqualTo(SplitBlockBloomFilter.ofBlocks(1));
  }

  @Test
  void describesItselfInOneLine() {
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(2).encode();

    assertThat(SplitBlockBloomFilter.create(1000, 0.01).addInt(1))
        .hasToString(
            "SplitBlockBloomFilter[42 blocks, 1344 bytes, 1 keys added, planned for 1000 keys at a"
                + " false positive probability of 0.01, hash xxh64-v1]");
    assertThat(SplitBlockBloomFilter.wrap(encoded, 0, encoded.length))
        .hasToString(
            "SplitBlockBloomFilter[2 blocks, 64 bytes, 0 keys added, not planned, hash xxh64-v1,"
                + " read-only]");
  }

  @Test
  void manyThreadsMayRead() throws Exception {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(50_000, 0.01);
    LongStream.range(0, 50_000).forEach(filter::addLong);
    long falsePositives =
        LongStream.range(50_000, 100_000).filter(filter::mightContainLong).count();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<List<Long>>> readers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        readers.add(
            () ->
                List.of(
                    LongStream.range(0, 50_000).filter(filter::mightContainLong).count(),
                    LongStream.range(50_000, 100_000).filter(filter::mightContainLong).count()));
      }
      for (Future<List<Long>> counts : threads.invokeAll(readers)) {
        assertThat(counts.get()).containsExactly(50_000L, falsePositives);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void foldKeepsAPlanThatIsPossible() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(10_000, 0.01);
    assertThat(filter.numBlocks()).isEqualTo(412);
    assertThat(SplitBlockBloomFilter.ofBlocks(6).fold(3).falsePositiveProbability()).isNaN();
    assertThat(filter.fold(1)).isEqualTo(filter).isNotSameAs(filter);
    SplitBlockBloomFilter folded = filter.fold(2);
    assertThat(folded.expectedKeys()).isEqualTo(10_000);
    assertThat(folded.falsePositiveProbability()).isBetween(0.1, 0.2);
    SplitBlockBloomFilter hopeless = filter.fold(412);
    assertThat(hopeless.numBlocks()).isEqualTo(1);
    assertThat(hopeless.falsePositiveProbability()).isNaN();
    assertThat(SplitBlockBloomFilter.decode(hopeless.encode())).isEqualTo(hopeless);
  }

  @Test
  void foldRefusesWhatDoesNotDivide() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(12);
    for (int factor : new int[] {-1, 0, 5, 24, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> filter.fold(factor))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("12 blocks", String.valueOf(factor), "divide");
    }
    for (double fpp : new double[] {0, 1, -1, Double.NaN}) {
      assertThatThrownBy(() -> filter.foldTo(fpp)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void measuresOfExtremes() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(5, 0.01);
    assertThat(filter.estimatedKeys()).isZero();
    for (int i = 0; i < 100_000; i++) {
      filter.addInt(i);
    }
    assertThat(filter.fillRatio()).isEqualTo(1);
    assertThat(filter.estimatedKeys()).isEqualTo(100_000);
    assertThat(filter.isSaturated()).isTrue();
    assertThat(SplitBlockBloomFilter.ofBlocks(1).isSaturated()).isFalse();
  }

  @Test
  void batchesCheckTheirRanges() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(1);
    long[] hashes = new long[3];
    assertThat(filter.addHashes(hashes, 1, 1).addedKeys()).isZero();
    assertThat(filter.mightContainHashes(hashes, 3, 3, new int[0])).isZero();
    assertThatThrownBy(() -> filter.addHashes(hashes, 0, 4))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> filter.mightContainHashes(hashes, 2, 1, new int[3]))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> filter.mightContainHashes(hashes, 0, 3, new int[2]))
        .isInstanceOf(IndexOutOfBoundsException.class);
    byte[] encoded = filter.encode();
    SplitBlockBloomFilter readOnly = SplitBlockBloomFilter.wrap(encoded, 0, encoded.length);
    assertThatThrownBy(() -> readOnly.addHashes(hashes, 0, 3))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
