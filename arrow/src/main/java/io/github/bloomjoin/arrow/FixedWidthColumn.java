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

import org.apache.arrow.vector.FieldVector;

/** Values of one width, hashed a run at a time; what lies in the place of a null does no harm. */
abstract class FixedWidthColumn extends KeyColumn {
  private final FieldVector vector;
  private final int width;
  private final Window data = new Window();
  private final long[] before = new long[CHUNK];

  FixedWidthColumn(FieldVector vector, String name, int width) {
    super(vector, name);
    this.vector = vector;
    this.width = width;
  }

  @Override
  void open() {
    super.open();
    data.open(vector.getDataBuffer());
  }

  @Override
  final void append(int from, int size, long[] hashes) {
    if (!hasNulls()) {
      appendAll(from, size, hashes);
      return;
    }
    System.arraycopy(hashes, 0, before, 0, size);
    appendAll(from, size, hashes);
    for (int i = 0; i < size; i++) {
      if (isNull(from + i)) {
        hashes[i] = before[i];
      }
    }
  }

  /** Adds this field to a run of keys; those of nulls may become anything. */
  abstract void appendAll(int from, int size, long[] hashes);

  /** Where in {@link #data()} the first of so many values lies. */
  final int seek(int row, int size) {
    return data.seek((long) row * width, size * width);
  }

  final Window data() {
    return data;
  }
}
