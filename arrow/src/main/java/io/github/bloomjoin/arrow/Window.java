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

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;

/**
 * An Arrow buffer of any size seen through a {@link ByteBuffer}, which is checked at every access
 * and reaches no further than 2 GiB, so it is moved where it is needed.
 */
final class Window {
  private static final int DEFAULT_BYTES = 1 << 30;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final int maxBytes;
  private ArrowBuf buffer;
  private long start;
  private ByteBuffer bytes = NOTHING;

  Window() {
    this(DEFAULT_BYTES);
  }

  Window(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Looks at another buffer, or at the same one whose memory may be another by now. */
  void open(ArrowBuf buffer) {
    this.buffer = Objects.requireNonNull(buffer);
    start = 0;
    bytes = NOTHING;
  }

  /**
   * Makes sure that a range can be read from {@link #bytes()}.
   *
   * @return where in {@link #bytes()} the range begins
   * @throws IndexOutOfBoundsException if the range is not within the buffer
   */
  int seek(long index, int length) {
    long at = index - start;
    if (at < 0 || length < 0 || at + length > bytes.limit()) {
      move(index, length);
      return 0;
    }

    return (int) at;
  }

  private void move(long index, int length) {
    // Arrow's own check can be switched off.
    Objects.checkFromIndexSize(index, length, buffer.capacity());
    int size = (int) Math.max(length, Math.min(buffer.capacity() - index, maxBytes));
    bytes = buffer.nioBuffer(index, size).order(ByteOrder.nativeOrder());
    start = index;
  }

  /** The part of the buffer that was sought last, in the byte order of Arrow's memory. */
  ByteBuffer bytes() {
    return bytes;
  }
}
