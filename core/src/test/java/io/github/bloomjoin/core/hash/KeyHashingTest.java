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
package io.github.bloomjoin.core.hash;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

final class KeyHashingTest {
  private static final BlockSplitBloomFilter PARQUET = new BlockSplitBloomFilter(32);

  @Test
  void agreesWithParquet() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      int intKey = random.nextInt();
      long longKey = random.nextLong();
      float floatKey = (float) random.nextGaussian();
      double doubleKey = random.nextGaussian();
      String stringKey = Long.toString(longKey, 36);

      assertThat(KeyHashing.hashInt(intKey)).isEqualTo(PARQUET.hash(intKey));
      assertThat(KeyHashing.hashLong(longKey)).isEqualTo(PARQUET.hash(longKey));
      assertThat(KeyHashing.hashFloat(floatKey)).isEqualTo(PARQUET.hash(floatKey));
      assertThat(KeyHashing.hashDouble(doubleKey)).isEqualTo(PARQUET.hash(doubleKey));
      assertThat(KeyHashing.hashString(stringKey))
          .isEqualTo(PARQUET.hash(Binary.fromString(stringKey)));
    }
  }

  @Test
  void agreesWithParquetOnExtremes() {
    for (int key : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThat(KeyHashing.hashInt(key)).isEqualTo(PARQUET.hash(key));
    }
    for (long key : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(KeyHashing.hashLong(key)).isEqualTo(PARQUET.hash(key));
    }
    for (float key : new float[] {0, Float.MIN_VALUE, Float.NEGATIVE_INFINITY, Float.NaN}) {
      assertThat(KeyHashing.hashFloat(key)).isEqualTo(PARQUET.hash(key));
    }
    for (double key : new double[] {0, Double.MIN_VALUE, Double.NEGATIVE_INFINITY, Double.NaN}) {
      assertThat(KeyHashing.hashDouble(key)).isEqualTo(PARQUET.hash(key));
    }
  }

  @Test
  void agreesWithParquetForBytesOfAllShortLengths() {
    Random random = new Random(2);
    for (int length = 0; length <= 200; length++) {
      byte[] key = new byte[length];
      random.nextBytes(key);

      assertThat(KeyHashing.hashBytes(key))
          .as("length %d", length)
          .isEqualTo(PARQUET.hash(Binary.fromConstantByteArray(key)));
    }
  }

  @Test
  void hashesNegativeZeroAsZero() {
    assertThat(KeyHashing.hashFloat(-0.0f)).isEqualTo(KeyHashing.hashFloat(0.0f));
    assertThat(KeyHashing.hashDouble(-0.0)).isEqualTo(KeyHashing.hashDouble(0.0));
    assertThat(KeyHashing.hashFloat(-0.0f, 9)).isEqualTo(KeyHashing.hashFloat(0.0f, 9));
    assertThat(KeyHashing.hashDouble(-0.0, 9)).isEqualTo(KeyHashing.hashDouble(0.0, 9));
  }

  @Test
  void hashesEveryNaNAsOne() {
    for (int bits : new int[] {0x7f800001, 0x7fc12345, 0xffc00000, 0xffffffff}) {
      assertThat(KeyHashing.hashFloat(Float.intBitsToFloat(bits)))
          .isEqualTo(KeyHashing.hashInt(0x7fc00000));
    }
    for (long bits : new long[] {0x7ff0000000000001L, 0x7ff8000012345678L, -1L}) {
      assertThat(KeyHashing.hashDouble(Double.longBitsToDouble(bits)))
          .isEqualTo(KeyHashing.hashLong(0x7ff8000000000000L));
    }
  }

  @Test
  void hashesStringAsItsUtf8Bytes() {
    for (String key : new String[] {"", "a", "Straße", "\u2192 \ud83d\ude00", "x".repeat(1000)}) {
      assertThat(KeyHashing.hashString(key)).isEqualTo(KeyHashing.hashBytes(key.getBytes(UTF_8)));
    }
    assertThat(KeyHashing.hashString("a\ud800b")).isEqualTo(KeyHashing.hashString("a?b"));
  }

  @Test
  void chainsFieldsThroughTheSeed() {
    long previous = 0x1234_5678_9abc_def0L;
    byte[] bytes = "field".getBytes(US_ASCII);

    assertThat(KeyHashing.hashInt(7, previous)).isEqualTo(XxHash64.hashInt(7, previous));
    assertThat(KeyHashing.hashLong(7, previous)).isEqualTo(XxHash64.hashLong(7, previous));
    assertThat(KeyHashing.hashFloat(1, previous)).isEqualTo(XxHash64.hashInt(0x3f800000, previous));
    assertThat(KeyHashing.hashDouble(1, previous))
        .isEqualTo(XxHash64.hashLong(0x3ff0000000000000L, previous));
    assertThat(KeyHashing.hashBytes(bytes, previous))
        .isEqualTo(XxHash64.hashBytes(bytes, 0, 5, previous));
    assertThat(KeyHashing.hashBytes(ByteBuffer.wrap(bytes), 1, 3, previous))
        .isEqualTo(XxHash64.hashBytes(bytes, 1, 3, previous));
    assertThat(KeyHashing.hashString("field", previous))
        .isEqualTo(KeyHashing.hashBytes(bytes, previous));
  }

  @Test
  void tellsFieldOrderAndBoundariesApart() {
    assertThat(KeyHashing.hashInt(2, KeyHashing.hashInt(1)))
        .isNotEqualTo(KeyHashing.hashInt(1, KeyHashing.hashInt(2)));
    assertThat(KeyHashing.hashString("b", KeyHashing.hashString("a")))
        .isNotEqualTo(KeyHashing.hashString("", KeyHashing.hashString("ab")))
        .isNotEqualTo(KeyHashing.hashString("ab"));
    assertThat(KeyHashing.hashInt(1)).isNotEqualTo(KeyHashing.hashLong(1));
  }

  @Test
  void refusesNull() {
    assertThatThrownBy(() -> KeyHashing.hashString(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> KeyHashing.hashBytes(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void hasNameThatFitsTheFormat() {
    assertThat(KeyHashing.NAME).isEqualTo("xxh64-v1").hasSizeLessThanOrEqualTo(24);
    assertThat(KeyHashing.SEED).isZero();
  }

  @Test
  void batchesAreTheSameAsOneByOne() {
    int[] ints = {0, -1, 7, Integer.MIN_VALUE, Integer.MAX_VALUE};
    long[] longs = {0, -1, 7, Long.MIN_VALUE, Long.MAX_VALUE};
    float[] floats = {0, -0.0f, Float.intBitsToFloat(0xffc12345), Float.MIN_VALUE, 1.5f};
    double[] doubles = {0, -0.0, Double.longBitsToDouble(0xfff8000000012345L), -1e300, 1.5};
    long[] hashes = new long[5];
    for (int i = 0; i < hashes.length; i++) {
      KeyHashing.hashInts(ints, i, i + 1, hashes);
      assertThat(hashes[i]).isEqualTo(KeyHashing.hashInt(ints[i]));
      KeyHashing.hashFloats(floats, i, i + 1, hashes);
      assertThat(hashes[i]).isEqualTo(KeyHashing.hashFloat(floats[i]));
      KeyHashing.hashDoubles(doubles, i, i + 1, hashes);
      assertThat(hashes[i]).isEqualTo(KeyHashing.hashDouble(doubles[i]));
    }

    KeyHashing.hashLongs(longs, 0, 5, hashes);
    KeyHashing.appendInts(ints, 0, 5, hashes);
    KeyHashing.appendLongs(longs, 0, 5, hashes);
    KeyHashing.appendFloats(floats, 0, 5, hashes);
    KeyHashing.appendDoubles(doubles, 0, 5, hashes);
    for (int i = 0; i < hashes.length; i++) {
      long chained = KeyHashing.hashLong(longs[i]);
      chained = KeyHashing.hashInt(ints[i], chained);
      chained = KeyHashing.hashLong(longs[i], chained);
      chained = KeyHashing.hashFloat(floats[i], chained);
      chained = KeyHashing.hashDouble(doubles[i], chained);
      assertThat(hashes[i]).isEqualTo(chained);
    }
  }

  @Test
  void batchesLeaveWhatIsOutsideTheRange() {
    long[] hashes = {1, 2, 3};
    KeyHashing.hashLongs(new long[3], 1, 2, hashes);
    assertThat(hashes).containsExactly(1, KeyHashing.hashLong(0), 3);
    assertThatThrownBy(() -> KeyHashing.hashLongs(new long[4], 0, 4, hashes))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> KeyHashing.appendInts(new int[2], 0, 3, hashes))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(hashes).containsExactly(1, KeyHashing.hashLong(0), 3);
  }
}
