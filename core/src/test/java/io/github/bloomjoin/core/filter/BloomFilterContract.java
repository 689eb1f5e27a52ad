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

import io.github.bloomjoin.core.hash.KeyHashing;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link BloomFilter} keeps to, whatever its bytes are. */
abstract class BloomFilterContract {
  private static final int NUM_KEYS = 1000;

  /** A filter of {@link #NUM_KEYS} keys at about 1 %, filled by {@code add}. */
  abstract BloomFilter filterOf(int numKeys, Consumer<SplitBlockBloomFilter> add);

  /** The name that the filter's hash has. */
  String hashName() {
    return KeyHashing.NAME;
  }

  @Test
  final void holdsInts() {
    BloomFilter filter = filterOf(NUM_KEYS, f -> keys().forEach(f::addInt));
    check(filter::mightContainInt);
  }

  @Test
  final void holdsLongs() {
    BloomFilter filter = filterOf(NUM_KEYS, f -> keys().forEach(i -> f.addLong(longKey(i))));
    check(i -> filter.mightContainLong(longKey(i)));
  }

  @Test
  final void holdsFloats() {
    BloomFilter filter = filterOf(NUM_KEYS, f -> keys().forEach(i -> f.addFloat(i / 4f)));
    check(i -> filter.mightContainFloat(i / 4f));
  }

  @Test
  final void holdsDoubles() {
    BloomFilter filter = filterOf(NUM_KEYS, f -> keys().forEach(i -> f.addDouble(i / 3.0)));
    check(i -> filter.mightContainDouble(i / 3.0));
  }

  @Test
  final void holdsStrings() {
    BloomFilter filter = filterOf(NUM_KEYS, f -> keys().forEach(i -> f.addString("key-" + i)));
    check(i -> filter.mightContainString("key-" + i));
  }

  @Test
  final void holdsBytes() {
    BloomFilter filter = filterOf(NUM_KEYS, f -> keys().forEach(i -> f.addBytes(bytesKey(i))));
    check(i -> filter.mightContainBytes(bytesKey(i)));
  }

  @Test
  final void holdsZeroAndNaNInEveryForm() {
    BloomFilter filter =
        filterOf(4, f -> f.addFloat(0f).addFloat(Float.NaN).addDouble(-0.0).addDouble(Double.NaN));

    assertThat(filter.mightContainFloat(-0f)).isTrue();
    assertThat(filter.mightContainFloat(Float.intBitsToFloat(0xffc00001))).isTrue();
    assertThat(filter.mightContainDouble(0.0)).isTrue();
    assertThat(filter.mightContainDouble(Double.longBitsToDouble(-1L))).isTrue();
  }

  @Test
  final void holdsNothingWhenEmpty() {
    BloomFilter filter = filterOf(0, f -> {});

    assertThat(keys().filter(filter::mightContainInt)).isEmpty();
    assertThat(filter.mightContainString("")).isFalse();
    assertThat(filter.mightContainBytes(new byte[0])).isFalse();
  }

  @Test
  final void tellsTypesApart() {
    BloomFilter filter = filterOf(NUM_KEYS, f -> keys().forEach(f::addInt));

    assertThat(keys().filter(filter::mightContainLong).count()).isLessThan(NUM_KEYS / 20);
  }

  @Test
  final void refusesNull() {
    BloomFilter filter = filterOf(0, f -> {});

    assertThatThrownBy(() -> filter.mightContainString(null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> filter.mightContainBytes(null))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  final void namesItsHash() {
    assertThat(filterOf(0, f -> {}).hashName()).isEqualTo(hashName());
  }

  @Test
  final void countsItsBytes() {
    assertThat(filterOf(NUM_KEYS, f -> {}).numBytes()).isBetween(1200L, 1400L);
  }

  private static IntStream keys() {
    return IntStream.range(0, NUM_KEYS);
  }

  private static long longKey(int i) {
    return i * 0x1_0000_0001L;
  }

  private static byte[] bytesKey(int i) {
    return ByteBuffer.allocate(4 + i % 50).putInt(i).array();
  }

  private static void check(IntPredicate mightContain) {
    assertThat(keys().filter(mightContain).count()).isEqualTo(NUM_KEYS);
    // 10 of 1000 are expected; 5 standard deviations above that are 26.
    assertThat(IntStream.range(NUM_KEYS, 2 * NUM_KEYS).filter(mightContain).count()).isLessThan(27);
  }
}
