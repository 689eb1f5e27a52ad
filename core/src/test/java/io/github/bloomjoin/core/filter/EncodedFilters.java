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
package io.github.bloomjoin.core.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** Encoded filters made to order, written from the specification and not by the codec. */
final class EncodedFilters {
  static final int HEADER_BYTES = 96;

  private EncodedFilters() {}

  /** A copy with a changed header whose checksum is right again. */
  static byte[] withHeader(byte[] encoded, Consumer<ByteBuffer> change) {
    byte[] changed = encoded.clone();
    ByteBuffer buffer = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
    change.accept(buffer);
    buffer.putInt(92, checksum(changed, 0, 92));
    return changed;
  }

  /** A filter without a plan of given bits. */
  static byte[] ofBitset(byte[] bitset) {
    byte[] encoded = new byte[HEADER_BYTES + bitset.length];
    System.arraycopy(bitset, 0, encoded, HEADER_BYTES, bitset.length);
    ByteBuffer buffer = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
    int i = 0;
    for (char c : "BLMJNFLT".toCharArray()) {
      buffer.put(i++, (byte) c);
    }
    buffer.putShort(8, (short) 1);
    buffer.putShort(10, (short) 96);
    i = 16;
    for (char c : "xxh64-v1".toCharArray()) {
      buffer.put(i++, (byte) c);
    }
    buffer.putInt(40, bitset.length / 32);
    buffer.putLong(64, 0x7ff8000000000000L);
    buffer.putInt(88, checksum(bitset, 0, bitset.length));
    buffer.putInt(92, checksum(encoded, 0, 92));
    return encoded;
  }

  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
