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
import java.nio.ByteOrder;
import org.apache.arrow.vector.Float8Vector;

/** Doubles. */
final class DoubleColumn extends FixedWidthColumn {
  private final double[] keys = new double[CHUNK];

  DoubleColumn(Float8Vector vector, String name) {
    super(vector, name, Double.BYTES);
  }

  @Override
  long append(int row, long hash) {
    int at = seek(row, 1);

    return KeyHashing.hashDouble(data().bytes().getDouble(at), hash);
  }

  @Override
  void appendAll(int from, int size, long[] hashes) {
    int at = seek(from, size);
    data()
        .bytes()
        .slice(at, size * Double.BYTES)
        .order(ByteOrder.nativeOrder())
        .asDoubleBuffer()
        .get(keys, 0, size);
    KeyHashing.appendDoubles(keys, 0, size, hashes);
  }
}
