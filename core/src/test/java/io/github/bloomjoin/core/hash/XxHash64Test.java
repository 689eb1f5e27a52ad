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
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.column.values.bloomfilter.XxHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shaded.parquet.net.openhft.hashing.LongHashFunction;

final class XxHash64Test {
  private static final long PRIME_32 = 2654435761L;
  private static final long PRIME_64 = 0x9E3779B185EBCA8DL;

  @ParameterizedTest
  @CsvSource({"'',ef46db3751d8e999", "a,d24ec4f1a98c6e5b", "abc,44bc2cf5ad770999"})
  void hashesKnownText(String text, String expected) {
    byte[] bytes = text.getBytes(US_ASCII);

    assertThat(XxHash64.hashBytes(bytes, 0, bytes.length, 0))
        .isEqualTo(Long.parseUnsignedLong(expected, 16));
  }

  /** The self test of the reference implementation, xxhsum of xxHash. */
  @ParameterizedTest
  @CsvSource({
    "0,false,ef46db3751d8e999",
    "0,true,ac75fda2929b17ef",
    "1,false,e934a84adb052768",
    "1,true,5014607643a9b4c3",
    "4,false,9136a0dca57457ee",
    "14,false,8282dcc4994e35c8",
    "14,true,c3bd6bf63deb6df0",
    "222,false,b641ae8cb691c174",
    "222,true,20cb8ab7ae10c14a"
  })
  void agreesWithReferenceSelfTest(int length, boolean seeded, String expected) {
    byte[] buffer = new byte[length];
    long generator = PRIME_32;
    for (int i = 0; i < length; i++) {
      buffer[i] = (byte) (generator >>> 56);
      generator *= PRIME_64;
    }

    assertThat(XxHash64.hashBytes(buffer, 0, length, seeded ? PRIME_32 : 0))
        .isEqualTo(Long.parseUnsignedLong(expected, 16));
  }

  @Test
  void agreesWithParquetForAllShortLengths() {
    XxHash parquet = new XxHash();
    Random random = new Random(1);
    for (int length = 0; length <= 200; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);

      assertThat(XxHash64.hashBytes(bytes, 0, length, 0))
          .as("length %d", length)
          .isEqualTo(parquet.hashBytes(bytes));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 42, -1, Long.MIN_VALUE, 0x123456789abcdefL})
  void agreesWithOtherImplementationForSeedsAndOffsets(long seed) {
    LongHashFunction other = LongHashFunction.xx(seed);
    byte[] bytes = new byte[240];
    new Random(2).nextBytes(bytes);
    for (int length = 0; length <= 200; length++) {
      int offset = length % 37;

      assertThat(XxHash64.hashBytes(bytes, offset, length, seed))
          .as("length %d at %d", length, offset)
          .isEqualTo(other.hashBytes(bytes, offset, length));
    }
  }

  @Test
  void hashesNumbersAsTheirLittleEndianBytes() {
    Random random = new Random(3);
    for (int i = 0; i < 1000; i++) {
      long value = random.nextLong();
      long seed = random.nextLong();
      byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();

      assertThat(XxHash64.hashLong(value, seed)).isEqualTo(XxHash64.hashBytes(bytes, 0, 8, seed));
      assertThat(XxHash64.hashInt((int) value, seed))
          .isEqualTo(XxHash64.hashBytes(bytes, 0, 4, seed));
    }
  }

  @Test
  void readsNothingOutsideTheRange() {
    byte[] bytes = new byte[100];
    new Random(4).nextBytes(bytes);
    long hash = XxHash64.hashBytes(bytes, 10, 77, 5);
    Arrays.fill(bytes, 0, 10, (byte) 0);
    Arrays.fill(bytes, 87, 100, (byte) 0);

    assertThat(XxHash64.hashBytes(bytes, 10, 77, 5)).isEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource({"-1,1", "0,-1", "0,11", "11,0", "10,1", "2147483647,2147483647"})
  void refusesRangeOutsideTheArray(int offset, int length) {
    assertThatThrownBy(() -> XxHash64.hashBytes(new byte[10], offset, length, 0))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("length 10");
  }

  @ParameterizedTest
  @CsvSource({"false,LITTLE_ENDIAN", "false,BIG_ENDIAN", "true,LITTLE_ENDIAN", "true,BIG_ENDIAN"})
  void hashesBufferAsItsBytes(boolean direct, String order) {
    byte[] bytes = new byte[300];
    new Random(6).nextBytes(bytes);
    ByteOrder byteOrder =
        order.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ByteBuffer whole = direct ? ByteBuffer.allocateDirect(307) : ByteBuffer.allocate(307);
    // A slice at an odd address: nothing may assume that the bytes lie aligned.
    ByteBuffer buffer = whole.slice(7, 300).put(bytes).order(byteOrder);
    buffer.limit(290).position(123);
    for (int length = 0; length <= 200; length++) {
      int offset = length % 37;

      assertThat(XxHash64.hashBytes(buffer, offset, length, length))
          .as("length %d at %d", length, offset)
          .isEqualTo(XxHash64.hashBytes(bytes, offset, length, length));
    }
    assertThat(XxHash64.hashBytes(buffer.asReadOnlyBuffer(), 3, 70, 1))
        .isEqualTo(XxHash64.hashBytes(bytes, 3, 70, 1));
    assertThat(buffer.position()).isEqualTo(123);
    assertThat(buffer.limit()).isEqualTo(290);
    assertThat(buffer.order()).isEqualTo(byteOrder);
  }

  @ParameterizedTest
  @CsvSource({"-1,1", "0,-1", "0,11", "11,0", "10,1", "2147483647,2147483647"})
  void refusesRangeOutsideTheLimit(int offset, int length) {
    ByteBuffer buffer = ByteBuffer.allocate(20).limit(10);

    assertThatThrownBy(() -> XxHash64.hashBytes(buffer, offset, length, 0))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("length 10");
  }
}
