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

/** Where the values of a vector begin, and with them where those before end. */
final class Offsets {
  private final FieldVector vector;
  private final int width;
  private final Window window = new Window();

  Offsets(FieldVector vector, int width) {
    this.vector = vector;
    this.width = width;
  }

  void open() {
    window.open(vector.getOffsetBuffer());
  }

  long get(int position) {
    int at = window.seek((long) position * width, width);

    return width == Integer.BYTES ? window.bytes().getInt(at) : window.bytes().getLong(at);
  }
}
