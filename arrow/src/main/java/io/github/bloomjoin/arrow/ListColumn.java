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
import org.apache.arrow.vector.complex.FixedSizeListVector;

/** Arrays: their elements chained in order, nulls among them passed over. */
final class ListColumn extends KeyColumn {
  private final KeyColumn elements;

  /** Null where all arrays are of one size. */
  private final Offsets offsets;

  private final int fixedSize;

  private ListColumn(
      FieldVector vector, String name, KeyColumn elements, Offsets offsets, int fixedSize) {
    super(vector, name);
    this.elements = elements;
    this.offsets = offsets;
    this.fixedSize = fixedSize;
  }

  static ListColumn of(FieldVector vector, String name, KeyColumn elements, int offsetWidth) {
    return new ListColumn(vector, name, elements, new Offsets(vector, offsetWidth), 0);
  }

  static ListColumn ofFixedSize(FixedSizeListVector vector, String name, KeyColumn elements) {
    return new ListColumn(vector, name, elements, null, vector.getListSize());
  }

  @Override
  void open() {
    super.open();
    elements.open();
    if (offsets != null) {
      offsets.open();
    }
  }

  @Override
  long append(int row, long hash) {
    long start = offsets == null ? (long) row * fixedSize : offsets.get(row);
    long end = offsets == null ? start + fixedSize : offsets.get(row + 1);
    if (start < 0 || end < start || end > elements.rowCount()) {
      throw damaged(
          row,
          "elements " + start + " to " + end + " of " + elements.rowCount() + " that there are");
    }
    long chained = hash;
    for (int element = (int) start; element < end; element++) {
      if (!elements.isNull(element)) {
        chained = elements.append(element, chained);
      }
    }

    return chained;
  }
}
