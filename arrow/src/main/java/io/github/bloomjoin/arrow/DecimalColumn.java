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
import io.github.bloomjoin.core.hash.XxHash64;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.apache.arrow.vector.DecimalVector;

/** Decimals of 128 bits: those of few digits are hashed as long, the others by their bytes. */
final class DecimalColumn extends FixedWidthColumn {
  /** So many digits always fit a long. */
  private static final int MAX_LONG_DIGITS = 18;

  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  private static final int LOW = LITTLE ? 0 : Long.BYTES;
  private static final int HIGH = LITTLE ? Long.BYTES : 0;

  private final boolean isLong;
  private final long[] keys = new long[CHUNK];
  private final ByteBuffer bigEndian = ByteBuffer.allocate(DecimalVector.TYPE_WIDTH);

  DecimalColumn(DecimalVector vector, String name) {
    super(vector, name, DecimalVector.TYPE_WIDTH);
    isLong = vector.getPrecision() <= MAX_LONG_DIGITS;
  }

  @Override
  long append(int row, long hash) {
    int at = seek(row, 1);

    return isLong
        ? KeyHashing.hashLong(data().bytes().getLong(at + LOW), hash)
        : hashBytes(data().bytes(), at, hash);
  }

  @Override
  void appendAll(int from, int size, long[] hashes) {
    Objects.checkFromIndexSize(0, size, hashes.length);
    int at = seek(from, size);
    ByteBuffer bytes = data().bytes();
    if (isLong) {
      for (int i = 0; i < size; i++) {
        keys[i] = bytes.getLong(at + i * DecimalVector.TYPE_WIDTH + LOW);
      }
      KeyHashing.appendLongs(keys, 0, size, hashes);
    } else {
      for (int i = 0; i < size; i++) {
        hashes[i] = hashBytes(bytes, at + i * DecimalVector.TYPE_WIDTH, hashes[i]);
      }
    }
  }

  /** Hashes what {@code BigInteger.toByteArray} would give, without making it. */
  private long hashBytes(ByteBuffer bytes, int at, long hash) {
    long low = bytes.getLong(at + LOW);
    long high = bytes.getLong(at + HIGH);
    bigEndian.putLong(0, high).putLong(Long.BYTES, low);
    // The sign needs one bit besides those that differ from it.
    long magnitude = high ^ (high >> 63);
    int bits =
        magnitude != 0
            ? 128 - Long.numberOfLeadingZeros(magnitude)
            : 64 - Long.numberOfLeadingZeros(low ^ (high >> 63));
    int length = bits / Byte.SIZE + 1;

    return XxHash64.hashBytes(bigEndian.array(), DecimalVector.TYPE_WIDTH - length, length, hash);
  }
}
