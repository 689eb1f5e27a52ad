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

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Values that stand once in a dictionary and are referred to by their index; they hash as the
 * values do. As the first field of a key, each of them is hashed once for all rows.
 */
final class DictionaryColumn extends KeyColumn {
  private final BaseIntVector indices;
  private final Supplier<FieldVector> dictionary;
  private final Function<FieldVector, KeyColumn> columns;

  /** The values; of another vector when the dictionary was replaced. */
  private KeyColumn values;

  private FieldVector valuesVector;

  /** The hashes of the values as first fields, if {@code hashed} since the batch was opened. */
  private long[] hashes = {};

  private boolean hashed;

  DictionaryColumn(
      FieldVector indices,
      String name,
      Supplier<FieldVector> dictionary,
      Function<FieldVector, KeyColumn> columns) {
    super(indices, name);
    this.indices = (BaseIntVector) indices;
    this.dictionary = dictionary;
    this.columns = columns;
    lookUp();
  }

  private void lookUp() {
    FieldVector now = dictionary.get();
    if (now != valuesVector) {
      values = columns.apply(now);
      valuesVector = now;
    }
  }

  @Override
  void open() {
    super.open();
    lookUp();
    values.open();
    hashed = false;
  }

  @Override
  boolean hasNulls() {
    return super.hasNulls() || values.hasNulls();
  }

  @Override
  boolean isNull(int row) {
    return super.isNull(row) || (values.hasNulls() && values.isNull(entry(row)));
  }

  @Override
  long append(int row, long hash) {
    return values.append(entry(row), hash);
  }

  @Override
  void begin(long seed, int from, int size, long[] hashes) {
    // A dictionary may hold far more than the rows of this batch refer to.
    if (values.rowCount() > rowCount()) {
      super.begin(seed, from, size, hashes);
      return;
    }
    hashValues(seed);
    for (int i = 0; i < size; i++) {
      // A null among the values has the seed there already.
      hashes[i] = super.isNull(from + i) ? seed : this.hashes[entry(from + i)];
    }
  }

  private void hashValues(long seed) {
    if (hashed) {
      return;
    }
    int count = values.rowCount();
    if (hashes.length < count) {
      hashes = new long[count];
    }
    long[] chunk = new long[Math.min(count, CHUNK)];
    int size;
    for (int from = 0; from < count; from += size) {
      size = Math.min(count - from, CHUNK);
      values.begin(seed, from, size, chunk);
      System.arraycopy(chunk, 0, hashes, from, size);
    }
    hashed = true;
  }

  private int entry(int row) {
    long index = indices.getValueAsLong(row);
    if (index < 0 || index >= values.rowCount()) {
      throw damaged(
          row, "index " + index + " into a dictionary of " + values.rowCount() + " values");
    }

    return (int) index;
  }
}
