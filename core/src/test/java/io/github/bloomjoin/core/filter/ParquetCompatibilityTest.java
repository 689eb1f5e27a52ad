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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bits of a filter are those of the Parquet specification, as parquet-java has them. */
final class ParquetCompatibilityTest {
  private static final int NUM_KEYS = 2000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64, 512, 4096, 3, 77, 1000, 1023})
  void sameKeysGiveSameBits(int numBlocks) throws IOException {
    SplitBlockBloomFilter filter = ofKeys(numBlocks);

    assertThat(filter.bitset()).isEqualTo(bitsetOf(parquetOfKeys(numBlocks)));
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 512, 77, 1000})
  void parquetReadsOurBits(int numBlocks) {
    SplitBlockBloomFilter filter = ofKeys(numBlocks);
    BlockSplitBloomFilter parquet = new BlockSplitBloomFilter(filter.bitset());

    assertSameAnswers(filter, parquet);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 512, 77, 1000})
  void readsBitsOfParquet(int numBlocks) throws IOException {
    BlockSplitBloomFilter parquet = parquetOfKeys(numBlocks);
    SplitBlockBloomFilter filter =
        SplitBlockBloomFilter.decode(EncodedFilters.ofBitset(bitsetOf(parquet)));

    assertSameAnswers(filter, parquet);
  }

  private static void assertSameAnswers(
      SplitBlockBloomFilter filter, BlockSplitBloomFilter parquet) {
    Random random = new Random(5);
    int present = 0;
    int absent = 0;
    for (int i = 0; i < 50_000; i++) {
      long hash = i < NUM_KEYS ? parquet.hash(i) : random.nextLong();
      boolean expected = parquet.findHash(hash);
      assertThat(filter.mightContainHash(hash)).isEqualTo(expected);
      if (expected) {
        present++;
      } else {
        absent++;
      }
    }
    assertThat(present).isGreaterThanOrEqualTo(NUM_KEYS);
    assertThat(absent).isPositive();
  }

  private static SplitBlockBloomFilter ofKeys(int numBlocks) {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(numBlocks);
    for (int i = 0; i < NUM_KEYS; i++) {
      filter.addInt(i);
    }
    for (int i = 0; i < 20; i++) {
      filter
          .addLong(i * 0x123456789L)
          .addFloat(i / 3f)
          .addDouble(i / 3.0)
          .addString("key" + i)
          .addBytes(new byte[i]);
    }
    return filter;
  }

  private static BlockSplitBloomFilter parquetOfKeys(int numBlocks) {
    // The constructor that takes a size rounds it up to a power of two, this one does not.
    BlockSplitBloomFilter filter = new BlockSplitBloomFilter(new byte[numBlocks * 32]);
    for (int i = 0; i < NUM_KEYS; i++) {
      filter.insertHash(filter.hash(i));
    }
    for (int i = 0; i < 20; i++) {
      filter.insertHash(filter.hash(i * 0x123456789L));
      filter.insertHash(filter.hash(i / 3f));
      filter.insertHash(filter.hash(i / 3.0));
      filter.insertHash(filter.hash(Binary.fromString("key" + i)));
      filter.insertHash(filter.hash(Binary.fromConstantByteArray(new byte[i])));
    }
    return filter;
  }

  private static byte[] bitsetOf(BlockSplitBloomFilter filter) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    filter.writeTo(bytes);
    return bytes.toByteArray();
  }
}
