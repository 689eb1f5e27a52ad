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
package io.github.bloomjoin.spark.exec;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;

/**
 * The form in which a filter is broadcast: its encoding, so placed that no probe spans cache lines.
 */
final class FilterBytes {
  /** With the 16 bytes of an array's header, blocks start at multiples of 32 bytes. */
  private static final int OFFSET = 16;

  private FilterBytes() {}

  static byte[] of(SplitBlockBloomFilter filter) {
    byte[] encoded = filter.encode();
    byte[] bytes = new byte[OFFSET + encoded.length];
    System.arraycopy(encoded, 0, bytes, OFFSET, encoded.length);

    return bytes;
  }

  /**
   * The filter in the bytes, read in place.
   *
   * @throws io.github.bloomjoin.core.filter.FilterFormatException if the bytes are no filter
   */
  static SplitBlockBloomFilter read(byte[] bytes) {
    int offset = Math.min(OFFSET, bytes.length);
    return SplitBlockBloomFilter.wrap(bytes, offset, bytes.length - offset);
  }
}
