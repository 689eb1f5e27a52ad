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
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.unsafe.Platform;

/** The form in which a filter is broadcast: one row with one binary column, null for no filter. */
final class FilterRow {
  private static final int BITS_OF_SIZE = 32;

  private FilterRow() {}

  static UnsafeRow of(Optional<SplitBlockBloomFilter> filter) {
    UnsafeRowWriter writer = new UnsafeRowWriter(1);
    writer.resetRowWriter();
    if (filter.isPresent()) {
      writer.write(0, filter.get().encode());
    } else {
      writer.setNullAt(0);
    }

    // The writer grows by doubling: keep what was written.
    return writer.getRow().copy();
  }

  /** Whether there is no filter in the rows, so that everything passes. */
  static boolean isAbsent(InternalRow[] rows) {
    return rows.length != 1 || rows[0].isNullAt(0);
  }

  /**
   * The filter in the row, read in place without a copy where the row lies on the heap.
   *
   * @throws io.github.bloomjoin.core.filter.FilterFormatException if the bytes are no filter
   */
  static SplitBlockBloomFilter read(InternalRow row) {
    if (row instanceof UnsafeRow unsafe && unsafe.getBaseObject() instanceof byte[] bytes) {
      long offsetAndSize = unsafe.getLong(0);
      long offset =
          unsafe.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET + (offsetAndSize >>> BITS_OF_SIZE);
      return SplitBlockBloomFilter.wrap(bytes, Math.toIntExact(offset), (int) offsetAndSize);
    }

    byte[] bytes = row.getBinary(0);
    return SplitBlockBloomFilter.wrap(bytes, 0, bytes.length);
  }
}
