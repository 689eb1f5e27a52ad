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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.SplitBlockAlgorithm;
import org.apache.parquet.format.Uncompressed;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.XxHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters travel between Parquet files and here. */
final class ParquetBloomFilterTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 64, 77, 1024, 40_000})
  void readsAndWritesWhatParquetDoes(int numBlocks) throws IOException {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(numBlocks);
    for (int i = 0; i < 1000; i++) {
      filter.addInt(i).addLong(i).addString("s" + i).addBytes(new byte[i % 9]).addFloat(i + 0.5f);
    }
    byte[] bytes = ParquetBloomFilter.write(filter);

    assertThat(bytes).isEqualTo(parquets(filter.bitset()));
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    BloomFilterHeader header = Util.readBloomFilterHeader(in);
    assertThat(header.getNumBytes()).isEqualTo(numBlocks * 32);
    assertThat(new BlockSplitBloomFilter(in.readAllBytes()).findHash(hash(filter, 5))).isTrue();

    ParquetBloomFilter read = read(bytes);
    assertThat(read.toSplitBlock().bitset()).isEqualTo(filter.bitset());
    assertThat(read.numBytes()).isEqualTo(numBlocks * 32L);
    for (int i = 0; i < 2000; i++) {
      assertThat(read.mightContainInt(i)).isEqualTo(filter.mightContainInt(i));
      assertThat(read.mightContainLong(i)).isEqualTo(filter.mightContainLong(i));
      assertThat(read.mightContainString("s" + i)).isEqualTo(filter.mightContainString("s" + i));
      assertThat(read.mightContainFloat(i + 0.5f)).isEqualTo(filter.mightContainFloat(i + 0.5f));
      assertThat(read.mightContainBytes(new byte[i % 99]))
          .isEqualTo(filter.mightContainBytes(new byte[i % 99]));
    }
  }

  private static long hash(SplitBlockBloomFilter filter, int key) {
    return new BlockSplitBloomFilter(filter.bitset()).hash(key);
  }

  @Test
  void findsBothZerosAndEveryNaN() {
    for (double zero : new double[] {0.0, -0.0}) {
      BlockSplitBloomFilter doubles = new BlockSplitBloomFilter(new byte[32 * 100]);
      doubles.insertHash(doubles.hash(zero));
      ParquetBloomFilter read = read(parquets(bitset(doubles)));
      assertThat(read.mightContainDouble(0.0)).isTrue();
      assertThat(read.mightContainDouble(-0.0)).isTrue();
      assertThat(read.mightContainDouble(1.0)).isFalse();

      BlockSplitBloomFilter floats = new BlockSplitBloomFilter(new byte[32 * 100]);
      floats.insertHash(floats.hash((float) zero));
      read = read(parquets(bitset(floats)));
      assertThat(read.mightContainFloat(0f)).isTrue();
      assertThat(read.mightContainFloat(-0f)).isTrue();
      assertThat(read.mightContainFloat(1f)).isFalse();
    }
    ParquetBloomFilter empty = read(parquets(new byte[320]));
    assertThat(empty.mightContainDouble(0.0)).isFalse();
    assertThat(empty.mightContainFloat(-0f)).isFalse();
    assertThat(empty.mightContainDouble(Double.NaN)).isTrue();
    assertThat(empty.mightContainFloat(Float.NaN)).isTrue();
  }

  @Test
  void refusesBytesThatAreCutShortOrTooMany() {
    byte[] bytes = parquets(new byte[320]);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(FilterFormatException.class);
    }
    assertThatThrownBy(() -> read(Arrays.copyOf(bytes, bytes.length + 32)))
        .isInstanceOf(FilterFormatException.class);
  }

  @Test
  void refusesEveryOtherHeader() {
    byte[] bytes = parquets(new byte[320]);
    int headerBytes = bytes.length - 320;
    for (int at = 0; at < headerBytes; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] other = bytes.clone();
        other[at] ^= (byte) (1 << bit);
        assertThatThrownBy(() -> read(other)).isInstanceOf(FilterFormatException.class);
      }
    }
  }

  @Test
  void refusesAbsurdSizes() {
    for (int numBytes : new int[] {0, -32, 31, 33, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 30}) {
      byte[] bytes = header(numBytes);
      assertThatThrownBy(() -> read(bytes)).isInstanceOf(FilterFormatException.class);
    }
    byte[] endless = new byte[40];
    Arrays.fill(endless, (byte) 0xff);
    endless[0] = 0x15;
    assertThatThrownBy(() -> read(endless)).isInstanceOf(FilterFormatException.class);
  }

  @Property
  void anyBytesAreReadOrRefused(@ForAll @Size(max = 80) byte[] bytes) {
    if (bytes.length > 0) {
      bytes[0] = 0x15;
    }
    try {
      assertThat(read(bytes).numBytes()).isPositive();
    } catch (FilterFormatException e) {
      assertThat(e.offset()).isBetween(0L, 80L);
    }
  }

  private static byte[] bitset(BlockSplitBloomFilter filter) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      filter.writeTo(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] parquets(byte[] bitset) {
    byte[] header = header(bitset.length);
    byte[] bytes = Arrays.copyOf(header, header.length + bitset.length);
    System.arraycopy(bitset, 0, bytes, header.length, bitset.length);
    return bytes;
  }

  private static byte[] header(int numBytes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      Util.writeBloomFilterHeader(
          new BloomFilterHeader(
              numBytes,
              BloomFilterAlgorithm.BLOCK(new SplitBlockAlgorithm()),
              BloomFilterHash.XXHASH(new XxHash()),
              BloomFilterCompression.UNCOMPRESSED(new Uncompressed())),
          bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  /** From the middle of a larger array. */
  private static ParquetBloomFilter read(byte[] bytes) {
    byte[] larger = new byte[bytes.length + 9];
    System.arraycopy(bytes, 0, larger, 5, bytes.length);
    return ParquetBloomFilter.read(larger, 5, bytes.length);
  }
}
