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

import java.util.List;
import org.apache.arrow.vector.complex.StructVector;

/** Structs: their fields chained in order, nulls among them passed over. */
final class StructColumn extends KeyColumn {
  private final KeyColumn[] fields;

  StructColumn(StructVector vector, String name, List<KeyColumn> fields) {
    super(vector, name);
    this.fields = fields.toArray(KeyColumn[]::new);
  }

  @Override
  void open() {
    super.open();
    for (KeyColumn field : fields) {
      field.open();
      if (field.rowCount() < rowCount()) {
        throw field.damaged(
            field.rowCount(), "it ends there, of the " + rowCount() + " rows of its struct");
      }
    }
  }

  @Override
  long append(int row, long hash) {
    long chained = hash;
    for (KeyColumn field : fields) {
      if (!field.isNull(row)) {
        chained = field.append(row, chained);
      }
    }

    return chained;
  }

  @Override
  void append(int from, int size, long[] hashes) {
    if (hasNulls()) {
      // A field may hold anything in the place of a null struct.
      super.append(from, size, hashes);
      return;
    }
    for (KeyColumn field : fields) {
      field.append(from, size, hashes);
    }
  }
}
