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
import org.apache.arrow.vector.Float4Vector;

/** Floats. */
final class FloatColumn extends FixedWidthColumn {
  private final float[] keys = new float[CHUNK];

  FloatColumn(Float4Vector vector, String name) {
    super(vector, name, Float.BYTES);
  }

  @Override
  long append(int row, long hash) {
    int at = seek(row, 1);

    return KeyHashing.hashFloat(data().bytes().getFloat(at), hash);
  }

  @Override
  void appendAll(int from, int size, long[] hashes) {
    int at = seek(from, size);
    data()
        .bytes()
        .slice(at, size * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer()
        .get(keys, 0, size);
    KeyHashing.appendFloats(keys, 0, size, hashes);
  }
}
