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

import io.github.bloomjoin.core.hash.KeyHashing;
import org.apache.arrow.vector.FieldVector;

/** Strings and binary values that lie one after the other, found by their offsets. */
final class VariableWidthColumn extends KeyColumn {
  private final FieldVector vector;
  private final Offsets offsets;
  private final Window data = new Window();

  VariableWidthColumn(FieldVector vector, String name, int offsetWidth) {
    super(vector, name);
    this.vector = vector;
    offsets = new Offsets(vector, offsetWidth);
  }

  @Override
  void open() {
    super.open();
    offsets.open();
    data.open(vector.getDataBuffer());
  }

  @Override
  long append(int row, long hash) {
    long start = offsets.get(row);
    long length = offsets.get(row + 1) - start;
    if (start < 0 || length < 0 || length > Integer.MAX_VALUE) {
      throw damaged(row, "a value from byte " + start + " of length " + length);
    }
    int at = data.seek(start, (int) length);

    return KeyHashing.hashBytes(data.bytes(), at, (int) length, hash);
  }

  /** Its own loop over the same code: what is called by it is known to the compiler. */
  @Override
  void append(int from, int size, long[] hashes) {
    boolean nulls = hasNulls();
    for (int i = 0; i < size; i++) {
      if (!nulls || !isNull(from + i)) {
        hashes[i] = append(from + i, hashes[i]);
      }
    }
  }
}
