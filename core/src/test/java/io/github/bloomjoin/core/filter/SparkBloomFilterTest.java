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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.spark.util.sketch.BloomFilter.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Spark's own filters give the same answers here as there. */
final class SparkBloomFilterTest {
  private static final int NUM_KEYS = 3_000;

  @ParameterizedTest
  @EnumSource(Version.class)
  void answersAsSparkDoes(Version version) throws IOException {
    for (long numBits : new long[] {64, 640, 30_000, 1 << 20}) {
      for (int seed : version == Version.V1 ? new int[] {0} : new int[] {0, 7, -1}) {
        org.apache.spark.util.sketch.BloomFilter sparks = sparks(version, numBits, seed);
        SparkBloomFilter ours = read(encode(sparks));

        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 3 * NUM_KEYS; i++) {
          long key = i < NUM_KEYS ? i * 0x1_0000_0001L : random.nextLong();
          byte[] bytes = bytes(i);
          assertThat(ours.mightContainLong(key)).isEqualTo(sparks.mightContainLong(key));
          assertThat(ours.mightContainInt(i)).isEqualTo(sparks.mightContainLong(i));
          assertThat(ours.mightContainBytes(bytes)).isEqualTo(sparks.mightContainBinary(bytes));
          assertThat(ours.mightContainString("ключ" + i))
              .isEqualTo(sparks.mightContainString("ключ" + i));
        }
        assertThat(ours.mightContainFloat(1)).isTrue();
        assertThat(ours.mightContainDouble(1)).isTrue();
        assertThat(ours.numBytes()).isEqualTo(sparks.bitSize() / 8);
        assertThat(ours.hashName())
            .isEqualTo("spark-" + version.name().toLowerCase(java.util.Locale.ROOT));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void refusesBytesThatAreCutShortOrTooMany(Version version) throws IOException {
    byte[] encoded = encode(sparks(version, 640, 0));
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = Arrays.copyOf(encoded, length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(FilterFormatException.class);
    }
    byte[] longer = Arrays.copyOf(encoded, encoded.length + 1);
    assertThatThrownBy(() -> read(longer))
        .isInstanceOf(FilterFormatException.class)
        .hasMessageContainingAll("the number of words is 10", "81 bytes follow");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void refusesAbsurdHeaders(Version version) throws IOException {
    byte[] encoded = encode(sparks(version, 640, 0));
    int words = version == Version.V1 ? 8 : 12;
    for (int at : new int[] {0, 4, words}) {
      for (int value : new int[] {0, -1, 3, Integer.MIN_VALUE, Integer.MAX_VALUE, 16_777_217}) {
        if (at != 4 || value != 3) {
          byte[] bytes = encoded.clone();
          ByteBuffer.wrap(bytes).putInt(at, value);
          assertThatThrownBy(() -> read(bytes))
              .isInstanceOfSatisfying(
                  FilterFormatException.class,
                  e -> {
                    assertThat(e.offset()).isEqualTo(at);
                    assertThat(e.reason()).contains(String.valueOf(value));
                  });
        }
      }
    }
  }

  @Property
  void anyBytesAreReadOrRefused(
      @ForAll @Size(max = 60) byte[] bytes, @ForAll @IntRange(max = 3) int version) {
    if (bytes.length >= 4) {
      ByteBuffer.wrap(bytes).putInt(version);
    }
    try {
      assertThat(read(bytes).numBytes()).isPositive();
    } catch (FilterFormatException e) {
      assertThat(e.offset()).isBetween(0L, 60L);
    }
  }

  private static org.apache.spark.util.sketch.BloomFilter sparks(
      Version version, long numBits, int seed) {
    org.apache.spark.util.sketch.BloomFilter filter =
        org.apache.spark.util.sketch.BloomFilter.create(version, NUM_KEYS, numBits, seed);
    IntStream.range(0, NUM_KEYS / 3)
        .forEach(
            i -> {
              filter.putLong(i * 0x1_0000_0001L);
              filter.putBinary(bytes(i));
              filter.putString("ключ" + i);
            });
    return filter;
  }

  private static byte[] bytes(int i) {
    byte[] bytes = new byte[i % 23];
    new SplittableRandom(i).nextBytes(bytes);
    return bytes;
  }

  private static byte[] encode(org.apache.spark.util.sketch.BloomFilter filter) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    filter.writeTo(bytes);
    return bytes.toByteArray();
  }

  /** From the middle of a larger array. */
  private static SparkBloomFilter read(byte[] bytes) {
    byte[] larger = new byte[bytes.length + 9];
    System.arraycopy(bytes, 0, larger, 5, bytes.length);
    return SparkBloomFilter.read(larger, 5, bytes.length);
  }
}
