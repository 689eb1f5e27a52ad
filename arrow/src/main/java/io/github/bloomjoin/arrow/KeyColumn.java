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
package io.github.bloomjoin.arrow;

import java.util.Arrays;
import org.apache.arrow.vector.FieldVector;

/** One vector of keys, or of fields of composite keys. */
abstract class KeyColumn {
  /** Rows are hashed in runs of this many, so that what is between two steps stays in the cache. */
  static final int CHUNK = 1024;

  private final FieldVector vector;
  private final String name;
  private final Window validity = new Window();
  private boolean hasNulls;

  KeyColumn(FieldVector vector, String name) {
    this.vector = vector;
    this.name = name;
  }

  /** Its name, after those of the columns it lies in. */
  final String name() {
    return name;
  }

  final int rowCount() {
    return vector.getValueCount();
  }

  /** Looks up where the values lie by now; before anything else is asked about a batch. */
  void open() {
    hasNulls = vector.getNullCount() > 0;
    if (hasNulls) {
      validity.open(vector.getValidityBuffer());
    }
  }

  boolean hasNulls() {
    return hasNulls;
  }

  boolean isNull(int row) {
    if (!hasNulls) {
      return false;
    }
    int at = validity.seek(row >>> 3, 1);

    return ((validity.bytes().get(at) >>> (row & 7)) & 1) == 0;
  }

  /** Returns the hash of the fields so far with this one after them; the row must not be null. */
  abstract long append(int row, long hash);

  /**
   * Adds this field to the keys of a run of rows, at most {@link #CHUNK}: {@code hashes[i]} is that
   * of row {@code from + i}. Passes nulls over.
   */
  void append(int from, int size, long[] hashes) {
    for (int i = 0; i < size; i++) {
      if (!isNull(from + i)) {
        hashes[i] = append(from + i, hashes[i]);
      }
    }
  }

  /** Like {@link #append(int, int, long[])} for the first field of a key. */
  void begin(long seed, int from, int size, long[] hashes) {
    Arrays.fill(hashes, 0, size, seed);
    append(from, size, hashes);
  }

  /** What is said of values that cannot be as they are. */
  final IllegalArgumentException damaged(int row, String what) {
    return new IllegalArgumentException(
        "Column \"" + name + "\" is damaged in row " + row + ": " + what);
  }
}
