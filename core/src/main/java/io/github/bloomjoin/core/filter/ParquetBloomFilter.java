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

import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.util.Objects;

/**
 * A Bloom filter as it stands in a Parquet file: the header of the <a
 * href="https://github.com/apache/parquet-format/blob/master/BloomFilter.md">specification</a> in
 * Thrift's compact protocol, then the bitset.
 *
 * <p>It answers as a {@link SplitBlockBloomFilter} of the same bits, but for floating-point keys:
 * writers of Parquet files hash the bits of a key as they are. So 0.0 is contained if either zero
 * is, and a NaN might always be.
 *
 * <p>Int, date, byte and short columns hold int keys, bigint columns long keys; other logical types
 * over these are for the caller to bring to the form in which they were written. Immutable and safe
 * for use by many threads.
 */
public final class ParquetBloomFilter implements BloomFilter {
  /** Field 1 of the header, an i32: the bytes of the bitset. */
  private static final byte NUM_BYTES_FIELD = 0x15;

  /**
   * Fields 2 to 4 of the header, the algorithm, the hash and the compression, each a union whose
   * first and only member is an empty struct; and the end of the header.
   */
  private static final byte[] REST_OF_HEADER = {
    0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0
  };

  private static final int BYTES_PER_BLOCK = SplitBlockBloomFilter.BYTES_PER_BLOCK;
  private static final int MAX_VARINT_BYTES = 5;

  private final SplitBlockBloomFilter filter;

  private ParquetBloomFilter(SplitBlockBloomFilter filter) {
    this.filter = filter;
  }

  /**
   * Reads a filter that fills a range of bytes, in time linear in its length.
   *
   * @param bytes the header and the bitset as in a file, not null; copied
   * @param offset where the header starts
   * @param length the bytes of header and bitset
   * @return the filter
   * @throws FilterFormatException if the bytes are anything but one whole, uncompressed split-block
   *     Bloom filter by XXH64 of up to {@link FilterSizing#MAX_BLOCKS} blocks; nothing large is
   *     allocated before that is sure
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public static ParquetBloomFilter read(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0 || bytes[offset] != NUM_BYTES_FIELD) {
      throw new FilterFormatException(
          0, "there is no header of a Parquet Bloom filter; the bytes are something else");
    }
    int at = 1;
    long encoded = 0;
    for (int shift = 0; ; shift += 7) {
      if (at >= length || at > MAX_VARINT_BYTES) {
        throw new FilterFormatException(
            at, "the number of bytes has no end; the bytes were cut short or damaged");
      }
      byte next = bytes[offset + at];
      at++;
      encoded |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        break;
      }
    }
    // Thrift's zigzag form puts the sign into the lowest bit.
    long numBytes = (encoded >>> 1) ^ -(encoded & 1);
    if (numBytes < BYTES_PER_BLOCK
        || numBytes % BYTES_PER_BLOCK != 0
        || numBytes / BYTES_PER_BLOCK > FilterSizing.MAX_BLOCKS) {
      throw new FilterFormatException(
          1,
          "the bitset has "
              + numBytes
              + " bytes but must have a multiple of 32, up to 1 GiB; the bytes were damaged");
    }
    for (byte expected : REST_OF_HEADER) {
      if (at >= length || bytes[offset + at] != expected) {
        throw new FilterFormatException(
            at,
            "the header does not say an uncompressed split-block Bloom filter by XXH64; no other is"
                + " known here, or the bytes were damaged");
      }
      at++;
    }
    if (length - at != numBytes) {
      throw new FilterFormatException(
          at,
          "the bitset should have "
              + numBytes
              + " bytes but "
              + (length - at)
              + " follow; the bytes were cut short, or something follows");
    }

    return new ParquetBloomFilter(
        SplitBlockBloomFilter.ofBitset(bytes, offset + at, (int) (numBytes / BYTES_PER_BLOCK)));
  }

  /**
   * Writes the bits of a filter as they stand in a Parquet file, in time linear in the bytes. A
   * reader that wants a power of two gets one from {@link FilterSizing#powerOfTwoBlocks}.
   *
   * @param filter a filter of the column's keys in their Parquet form, not null
   * @return header and bitset
   * @throws IllegalArgumentException if the filter is seeded: Parquet has no seed
   */
  public static byte[] write(SplitBlockBloomFilter filter) {
    if (!filter.hashName().equals(KeyHashing.NAME)) {
      throw new IllegalArgumentException(
          "the filter's hash is "
              + filter.hashName()
              + "; readers of Parquet know "
              + KeyHashing.NAME
              + " only, create the filter without a seed");
    }
    byte[] bitset = filter.bitset();
    byte[] header = new byte[1 + MAX_VARINT_BYTES + REST_OF_HEADER.length];
    header[0] = NUM_BYTES_FIELD;
    int at = 1;
    long rest = (long) bitset.length << 1;
    for (; rest > 0x7f; rest >>>= 7) {
      header[at] = (byte) (rest | 0x80);
      at++;
    }
    header[at] = (byte) rest;
    at++;
    System.arraycopy(REST_OF_HEADER, 0, header, at, REST_OF_HEADER.length);
    at += REST_OF_HEADER.length;
    byte[] bytes = new byte[at + bitset.length];
    System.arraycopy(header, 0, bytes, 0, at);
    System.arraycopy(bitset, 0, bytes, at, bitset.length);

    return bytes;
  }

  /**
   * Returns the bits as a filter of ours, for keys that are hashed apart. It does not know of the
   * two zeros and of NaN.
   *
   * @return a filter of its own, without a plan and without a number of added keys
   */
  public SplitBlockBloomFilter toSplitBlock() {
    return filter.copy();
  }

  @Override
  public boolean mightContainInt(int key) {
    return filter.mightContainInt(key);
  }

  @Override
  public boolean mightContainLong(long key) {
    return filter.mightContainLong(key);
  }

  @Override
  public boolean mightContainFloat(float key) {
    if (key == 0) {
      return filter.mightContainInt(Float.floatToRawIntBits(0f))
          || filter.mightContainInt(Float.floatToRawIntBits(-0f));
    }

    return Float.isNaN(key) || filter.mightContainFloat(key);
  }

  @Override
  public boolean mightContainDouble(double key) {
    if (key == 0) {
      return filter.mightContainLong(Double.doubleToRawLongBits(0.0))
          || filter.mightContainLong(Double.doubleToRawLongBits(-0.0));
    }

    return Double.isNaN(key) || filter.mightContainDouble(key);
  }

  @Override
  public boolean mightContainString(String key) {
    return filter.mightContainString(key);
  }

  @Override
  public boolean mightContainBytes(byte[] key) {
    return filter.mightContainBytes(key);
  }

  /**
   * Returns the name of Parquet's hashing.
   *
   * @return {@code parquet-xxh64}
   */
  @Override
  public String hashName() {
    return "parquet-xxh64";
  }

  @Override
  public long numBytes() {
    return filter.numBytes();
  }
}
