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
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthViewVector;

/**
 * Strings and binary values behind views of 16 bytes, which hold short values and point to long
 * ones; see Arrow's <a
 * href="https://arrow.apache.org/docs/format/Columnar.html#variable-size-binary-view-layout">columnar
 * format</a>.
 */
final class ViewColumn extends KeyColumn {
  private static final int WIDTH = BaseVariableWidthViewVector.ELEMENT_SIZE;
  private static final int MAX_INLINE = BaseVariableWidthViewVector.INLINE_SIZE;
  private static final int INLINE_AT = 4;
  private static final int BUFFER_AT = 8;
  private static final int OFFSET_AT = 12;

  private final BaseVariableWidthViewVector vector;
  private final Window views = new Window();
  private Window[] data = {};

  ViewColumn(BaseVariableWidthViewVector vector, String name) {
    super(vector, name);
    this.vector = vector;
  }

  @Override
  void open() {
    super.open();
    views.open(vector.getDataBuffer());
    List<ArrowBuf> buffers = vector.getDataBuffers();
    if (data.length != buffers.size()) {
      data = new Window[buffers.size()];
      for (int i = 0; i < data.length; i++) {
        data[i] = new Window();
      }
    }
    for (int i = 0; i < data.length; i++) {
      data[i].open(buffers.get(i));
    }
  }

  @Override
  long append(int row, long hash) {
    int view = views.seek((long) row * WIDTH, WIDTH);
    int length = views.bytes().getInt(view);
    if (length < 0) {
      throw damaged(row, "a value of length " + length);
    }
    if (length <= MAX_INLINE) {
      return KeyHashing.hashBytes(views.bytes(), view + INLINE_AT, length, hash);
    }
    int buffer = views.bytes().getInt(view + BUFFER_AT);
    if (buffer < 0 || buffer >= data.length) {
      throw damaged(row, "a value in buffer " + buffer + " of " + data.length);
    }
    int at = data[buffer].seek(views.bytes().getInt(view + OFFSET_AT), length);

    return KeyHashing.hashBytes(data[buffer].bytes(), at, length, hash);
  }
}
