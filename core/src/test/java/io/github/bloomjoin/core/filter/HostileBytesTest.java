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
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are not a filter are refused with a position and a reason, and cost nothing. */
final class HostileBytesTest {
  private static final byte[] ENCODED =
      SplitBlockBloomFilter.create(60, 0.01).addLong(1).addLong(2).encode();

  @Test
  void refusesTruncationAtEveryByte() {
    for (int length = 0; length < ENCODED.length; length++) {
      byte[] cut = Arrays.copyOf(ENCODED, length);
      FilterFormatException failure = refusal(cut);

      assertThat(failure.offset()).as("cut to %d bytes", length).isEqualTo(length);
      assertThat(refusalByWrap(cut)).hasMessage(failure.getMessage());
    }
  }

  @Test
  void refusesTruncationWithinLargerArray() {
    assertThatThrownBy(() -> SplitBlockBloomFilter.decode(ENCODED, 0, ENCODED.length - 1))
        .isInstanceOf(FilterFormatException.class)
        .hasMessageContaining("the rest was cut off");
    assertThatThrownBy(() -> SplitBlockBloomFilter.wrap(ENCODED, 0, ENCODED.length - 32))
        .isInstanceOf(FilterFormatException.class)
        .hasMessageContaining("the rest was cut off");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 32, 1000})
  void refusesTrailingBytes(int trailing) {
    FilterFormatException failure = refusal(Arrays.copyOf(ENCODED, ENCODED.length + trailing));

    assertThat(failure.offset()).isEqualTo(ENCODED.length);
    assertThat(failure.reason())
        .isEqualTo(
            "there are "
                + (ENCODED.length + trailing)
                + " bytes but a filter of 3 blocks has 192; pass the bytes of the filter alone,"
                + " nothing after it");
  }

  @Test
  void refusesEveryChangeOfEveryHeaderByte() {
    for (int at = 0; at < EncodedFilters.HEADER_BYTES; at++) {
      for (int change = 1; change < 256; change++) {
        byte[] changed = ENCODED.clone();
        changed[at] ^= (byte) change;

        assertThat(refusal(changed)).isNotNull();
        assertThat(refusalByWrap(changed)).isNotNull();
      }
    }
  }

  @Test
  void refusesEveryFlippedBitOfTheBitset() {
    for (int bit = EncodedFilters.HEADER_BYTES * 8; bit < ENCODED.length * 8; bit++) {
      byte[] changed = ENCODED.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      FilterFormatException failure = refusal(changed);

      assertThat(failure.offset()).isEqualTo(88);
      assertThat(failure.reason()).startsWith("the bitset checksum is ");
    }
  }

  @Test
  void wrapLeavesTheBitsetUnread() {
    byte[] changed = ENCODED.clone();
    changed[100] ^= 1;

    assertThatNoException()
        .isThrownBy(() -> SplitBlockBloomFilter.wrap(changed, 0, changed.length));
  }

  static Stream<Arguments> headers() {
    return Stream.of(
        header(0, "the bytes start with \"\\x00LMJNFLT\" instead of", h -> h.put(0, (byte) 0)),
        header(8, "the format version is 0 but", h -> h.putShort(8, (short) 0)),
        header(8, "the format version is 3 but", h -> h.putShort(8, (short) 3)),
        header(8, "the format version is 65535 but", h -> h.putShort(8, (short) -1)),
        header(10, "the header has 0 bytes but", h -> h.putShort(10, (short) 0)),
        header(10, "the header has 128 bytes but", h -> h.putShort(10, (short) 128)),
        header(12, "flags has the value 0x1 but", h -> h.putInt(12, 1)),
        header(12, "flags has the value 0x80000000", h -> h.putInt(12, 1 << 31)),
        header(
            16,
            "the hash is named \"xxh64-v2\" but version 1 has only \"xxh64-v1\"",
            h -> h.put(23, (byte) '2')),
        header(16, "\"xxh64-v1\" but version 2 has only", h -> h.putShort(8, (short) 2)),
        header(16, "the hash is named \"xxh64-v1 \" but", h -> h.put(24, (byte) ' ')),
        header(16, "the hash is named \"\" but", h -> h.put(16, new byte[24])),
        header(16, "\\xff\" but", h -> h.put(39, (byte) -1)),
        header(40, "numBlocks is 0 but must be 1 to 33554432", h -> h.putInt(40, 0)),
        header(40, "numBlocks is 4294967295 but", h -> h.putInt(40, -1)),
        header(40, "numBlocks is 2147483648 but", h -> h.putInt(40, Integer.MIN_VALUE)),
        header(40, "numBlocks is 2147483647 but", h -> h.putInt(40, Integer.MAX_VALUE)),
        header(40, "numBlocks is 33554433 but", h -> h.putInt(40, FilterSizing.MAX_BLOCKS + 1)),
        // 2^27 blocks are 2^32 bytes: nothing if counted in an int.
        header(40, "numBlocks is 134217731 but", h -> h.putInt(40, (1 << 27) + 3)),
        header(192, "a filter of 33554432 blocks has 1073741920", h -> h.putInt(40, 1 << 25)),
        header(192, "a filter of 4 blocks has 224; the rest", h -> h.putInt(40, 4)),
        header(160, "a filter of 2 blocks has 160; pass", h -> h.putInt(40, 2)),
        header(44, "a reserved field has the value 0x1 but", h -> h.putInt(44, 1)),
        header(48, "expectedKeys is 18446744073709551615 but", h -> h.putLong(48, -1)),
        header(56, "addedKeys is 9223372036854775808 but", h -> h.putLong(56, Long.MIN_VALUE)),
        header(64, "probability is 0.0 (0x0000000000000000)", h -> h.putDouble(64, 0)),
        header(64, "probability is -0.0 (0x80", h -> h.putDouble(64, -0.0)),
        header(64, "probability is 1.0 (0x3ff", h -> h.putDouble(64, 1)),
        header(64, "probability is -0.01 (0xbf", h -> h.putDouble(64, -0.01)),
        header(64, "probability is Infinity", h -> h.putDouble(64, Double.POSITIVE_INFINITY)),
        header(64, "is NaN (0x7ff8000000000001)", h -> h.putLong(64, 0x7ff8000000000001L)),
        header(64, "is NaN (0xfff8000000000000)", h -> h.putLong(64, 0xfff8000000000000L)),
        header(48, "expectedKeys is 60 but must be 0", h -> h.putLong(64, 0x7ff8000000000000L)),
        header(72, "the seed has the value 0x1 but", h -> h.putLong(72, 1)),
        header(80, "a reserved field has the value 0x80", h -> h.putLong(80, Long.MIN_VALUE)));
  }

  private static Arguments header(long offset, String reason, Consumer<ByteBuffer> change) {
    return Arguments.of(offset, reason, change);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("headers")
  void refusesHeaderWithRightChecksum(long offset, String reason, Consumer<ByteBuffer> change) {
    byte[] changed = EncodedFilters.withHeader(ENCODED, change);
    FilterFormatException failure = refusal(changed);

    assertThat(failure.offset()).isEqualTo(offset);
    assertThat(failure.reason()).contains(reason);
    assertThat(failure)
        .hasMessage("not a readable filter: at byte " + offset + ", " + failure.reason());
    assertThat(refusalByWrap(changed)).hasMessage(failure.getMessage());
  }

  @Test
  void refusesHeaderChecksum() {
    byte[] changed = ENCODED.clone();
    changed[50] ^= 1;
    FilterFormatException failure = refusal(changed);

    assertThat(failure.offset()).isEqualTo(92);
    assertThat(failure.reason()).startsWith("the header checksum is ");
  }

  @Test
  void countsPositionsFromTheStartOfTheFilter() {
    byte[] larger = new byte[ENCODED.length + 40];
    System.arraycopy(ENCODED, 0, larger, 40, ENCODED.length);
    larger[40 + 8] = 9;

    assertThatThrownBy(() -> SplitBlockBloomFilter.decode(larger, 40, ENCODED.length))
        .isInstanceOfSatisfying(
            FilterFormatException.class, failure -> assertThat(failure.offset()).isEqualTo(8))
        .hasMessageContaining("the format version is 9 but");
  }

  @Test
  void refusesRandomBytes() {
    Random random = new Random(1);
    for (int i = 0; i < 5000; i++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);

      assertThat(refusal(bytes)).isNotNull();
    }
  }

  /** Random fields behind a right checksum: some are a filter after all, none does harm. */
  @Test
  void survivesRandomFields() {
    Random random = new Random(2);
    int[] fields = {0, 8, 12, 16, 24, 32, 40, 44, 48, 56, 64, 72, 80, 88};
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] changed =
          EncodedFilters.withHeader(
              ENCODED,
              header -> {
                int field = fields[random.nextInt(fields.length)];
                int width = random.nextInt(4);
                switch (width) {
                  case 0 -> header.put(field, (byte) random.nextInt());
                  case 1 -> header.putShort(field, (short) random.nextInt());
                  case 2 -> header.putInt(field, random.nextInt());
                  default -> header.putLong(Math.min(field, 84), random.nextLong());
                }
              });
      Throwable failure = catchThrowable(() -> SplitBlockBloomFilter.decode(changed));
      if (failure == null) {
        SplitBlockBloomFilter filter = SplitBlockBloomFilter.decode(changed);
        assertThat(filter.encode()).isEqualTo(changed);
        assertThat(filter.mightContainLong(1)).isTrue();
      } else {
        assertThat(failure).isInstanceOf(FilterFormatException.class);
        refused++;
      }
    }
    assertThat(refused).isBetween(1000, 19_900);
  }

  @Test
  void allocatesNothingForClaimedSize() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] claim =
        EncodedFilters.withHeader(ENCODED, header -> header.putInt(40, FilterSizing.MAX_BLOCKS));
    assertThat(refusal(claim)).isNotNull();

    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10; i++) {
      assertThat(refusal(claim)).isNotNull();
      assertThat(refusalByWrap(claim)).isNotNull();
    }

    // The claim is a gibibyte each.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isBetween(1L, 10_000_000L);
  }

  @Test
  void wrapAllocatesNothingForTheBits() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(1 << 16).addInt(1).encode();
    SplitBlockBloomFilter.wrap(encoded, 0, encoded.length);

    long before = threads.getCurrentThreadAllocatedBytes();
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.wrap(encoded, 0, encoded.length);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isBetween(1L, 100_000L);
    assertThat(filter.mightContainInt(1)).isTrue();
  }

  private static FilterFormatException refusal(byte[] bytes) {
    return refusalOf(() -> SplitBlockBloomFilter.decode(bytes));
  }

  private static FilterFormatException refusalByWrap(byte[] bytes) {
    return refusalOf(() -> SplitBlockBloomFilter.wrap(bytes, 0, bytes.length));
  }

  private static FilterFormatException refusalOf(Runnable reading) {
    Throwable failure = catchThrowable(reading::run);
    assertThat(failure).isInstanceOf(FilterFormatException.class);
    return (FilterFormatException) failure;
  }
}
