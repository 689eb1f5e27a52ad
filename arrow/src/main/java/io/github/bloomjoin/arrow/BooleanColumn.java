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
import org.apache.arrow.vector.BitVector;

/** Booleans, stored as bits and hashed as 0 or 1. */
final class BooleanColumn extends KeyColumn {
  private final BitVector vector;
  private final Window data = new Window();

  BooleanColumn(BitVector vector, String name) {
    super(vector, name);
    this.vector = vector;
  }

  @Override
  void open() {
    super.open();
    data.open(vector.getDataBuffer());
  }

  @Override
  long append(int row, long hash) {
    int at = data.seek(row >>> 3, 1);

    return KeyHashing.hashInt((data.bytes().get(at) >>> (row & 7)) & 1, hash);
  }
}
