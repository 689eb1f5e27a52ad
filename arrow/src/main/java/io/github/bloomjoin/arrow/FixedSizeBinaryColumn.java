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
import org.apache.arrow.vector.FixedSizeBinaryVector;

/** Binary values of one length. */
final class FixedSizeBinaryColumn extends KeyColumn {
  private final FixedSizeBinaryVector vector;
  private final int width;
  private final Window data = new Window();

  FixedSizeBinaryColumn(FixedSizeBinaryVector vector, String name) {
    super(vector, name);
    this.vector = vector;
    width = vector.getByteWidth();
  }

  @Override
  void open() {
    super.open();
    data.open(vector.getDataBuffer());
  }

  @Override
  long append(int row, long hash) {
    int at = data.seek((long) row * width, width);

    return KeyHashing.hashBytes(data.bytes(), at, width, hash);
  }
}
