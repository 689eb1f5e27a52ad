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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.vector.FieldVector;

/** Ints, and the types that are hashed as one and stored in 1, 2 or 4 bytes. */
final class IntColumn extends FixedWidthColumn {
  private final int width;
  private final int[] keys = new int[CHUNK];

  IntColumn(FieldVector vector, String name, int width) {
    super(vector, name, width);
    this.width = width;
  }

  @Override
  long append(int row, long hash) {
    int at = seek(row, 1);

    return KeyHashing.hashInt(get(data().bytes(), at), hash);
  }

  @Override
  void appendAll(int from, int size, long[] hashes) {
    int at = seek(from, size);
    ByteBuffer bytes = data().bytes();
    if (width == Integer.BYTES) {
      bytes
          .slice(at, size * Integer.BYTES)
          .order(ByteOrder.nativeOrder())
          .asIntBuffer()
          .get(keys, 0, size);
    } else {
      for (int i = 0; i < size; i++) {
        keys[i] = get(bytes, at + i * width);
      }
    }
    KeyHashing.appendInts(keys, 0, size, hashes);
  }

  private int get(ByteBuffer bytes, int at) {
    return switch (width) {
      case Byte.BYTES -> bytes.get(at);
      case Short.BYTES -> bytes.getShort(at);
      default -> bytes.getInt(at);
    };
  }
}
