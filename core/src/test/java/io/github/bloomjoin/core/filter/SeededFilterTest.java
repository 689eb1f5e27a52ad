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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bloomjoin.core.hash.KeyHashing;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class SeededFilterTest {
  private static final long SEED = 0x0123_4567_89ab_cdefL;
  private static final byte[] ENCODED = filled(SEED).encode();

  @Test
  void anotherSeedHasOtherFalsePositives() {
    assertThat(falsePositives(SEED)).isNotEmpty().isNotEqualTo(falsePositives(SEED + 1));
    assertThat(falsePositives(SEED)).isNotEqualTo(falsePositives(KeyHashing.SEED));
  }

  @Test
  void hashesBeginWithTheSeed() {
    long composite = KeyHashing.hashString("b", KeyHashing.hashInt(1, SEED));
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(10, 0.001, SEED).addHash(composite);
    long[] hashes = new long[3];
    Arrays.fill(hashes, filter.seed());
    KeyHashing.appendLongs(new long[] {5, 6, 7}, 0, 3, hashes);
    filter.addHashes(hashes, 0, 2);

    assertThat(filter.seed()).isEqualTo(SEED);
    assertThat(filter.mightContainHash(composite)).isTrue();
    assertThat(filter.mightContainLong(5)).isTrue();
    assertThat(filter.mightContainLong(6)).isTrue();
    assertThat(filter.mightContainLong(7)).isFalse();
  }

  @Test
  void mergesOnlyItsOwnSeed() {
    SplitBlockBloomFilter filter = filled(SEED);
    SplitBlockBloomFilter other = filled(SEED + 1);
    byte[] before = filter.encode();

    assertThat(filter.isCompatibleWith(other)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> filter.merge(other))
        .withMessageContaining("another seed")
        .withMessageNotContaining(Long.toString(SEED));
    assertThatIllegalArgumentException().isThrownBy(() -> filter.merge(filled(KeyHashing.SEED)));
    assertThat(filter.encode()).isEqualTo(before);
    assertThat(filter.merge(filled(SEED)).addedKeys()).isEqualTo(100);
  }

  @Test
  void equalsOnlyItsOwnSeed() {
    SplitBlockBloomFilter empty = SplitBlockBloomFilter.ofBlocks(3, SEED);

    assertThat(empty).isEqualTo(SplitBlockBloomFilter.ofBlocks(3, SEED));
    assertThat(empty).isNotEqualTo(SplitBlockBloomFilter.ofBlocks(3, SEED + 1));
    assertThat(empty).isNotEqualTo(SplitBlockBloomFilter.ofBlocks(3));
  }

  @Test
  void keepsTheSeed() {
    SplitBlockBloomFilter large = SplitBlockBloomFilter.ofBlocks(60, SEED).addLong(1);

    assertThat(large.copy().seed()).isEqualTo(SEED);
    assertThat(large.fold(5)).isEqualTo(SplitBlockBloomFilter.ofBlocks(12, SEED).addLong(1));
    assertThat(large.foldTo(0.01).seed()).isEqualTo(SEED);
    assertThat(SplitBlockBloomFilter.decode(ENCODED)).isEqualTo(filled(SEED));
    assertThat(SplitBlockBloomFilter.wrap(ENCODED, 0, ENCODED.length)).isEqualTo(filled(SEED));
  }

  @Test
  void tellsNobodyTheSeed() {
    assertThat(filled(SEED).toString())
        .contains("hash xxh64-v1-seeded")
        .doesNotContain(Long.toString(SEED), Long.toHexString(SEED));
  }

  @Test
  void isNothingForParquet() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ParquetBloomFilter.write(filled(SEED)))
        .withMessageContaining("xxh64-v1-seeded");
  }

  @Test
  void withoutASeedIsVersionOne() {
    assertThat(filled(KeyHashing.SEED))
        .isEqualTo(filledInto(SplitBlockBloomFilter.create(50, 0.01)));
    assertThat(filled(KeyHashing.SEED).encode()[8]).isEqualTo((byte) 1);
    assertThat(ENCODED[8]).isEqualTo((byte) 2);
  }

  static Stream<Arguments> headers() {
    return Stream.of(
        header(72, "the seed is 0 but must not be", h -> h.putLong(72, 0)),
        header(80, "a reserved field has the value 0x1 but", h -> h.putLong(80, 1)),
        header(12, "flags has the value 0x1 but must be 0 in version 2", h -> h.putInt(12, 1)),
        header(16, "the hash is named \"xxh64-v1\" but version 2", h -> h.put(24, new byte[7])),
        header(16, "the hash is named \"xxh64-v1-seeded\" but", h -> h.putShort(8, (short) 1)),
        header(8, "only 1 and 2 are known", h -> h.putShort(8, (short) 3)),
        header(10, "97 bytes but version 2 has 96", h -> h.putShort(10, (short) 97)));
  }

  private static Arguments header(long offset, String reason, Consumer<ByteBuffer> change) {
    return Arguments.of(offset, reason, change);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("headers")
  void refusesHeaderWithRightChecksum(long offset, String reason, Consumer<ByteBuffer> change) {
    byte[] changed = EncodedFilters.withHeader(ENCODED, change);

    assertThatThrownBy(() -> SplitBlockBloomFilter.decode(changed))
        .isInstanceOfSatisfying(
            FilterFormatException.class,
            failure -> {
              assertThat(failure.offset()).isEqualTo(offset);
              assertThat(failure.reason()).contains(reason);
            });
  }

  private static long[] falsePositives(long seed) {
    SplitBlockBloomFilter filter = filled(seed);
    return LongStream.range(50, 5000).filter(filter::mightContainLong).toArray();
  }

  private static SplitBlockBloomFilter filled(long seed) {
    return filledInto(SplitBlockBloomFilter.create(50, 0.01, seed));
  }

  private static SplitBlockBloomFilter filledInto(SplitBlockBloomFilter filter) {
    LongStream.range(0, 50).forEach(filter::addLong);
    return filter;
  }
}
