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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** A vector of random keys; {@code hashes} holds how each chains onto a hash, null for a null. */
record KeyData(FieldVector vector, List<LongUnaryOperator> hashes) implements AutoCloseable {
  static KeyData of(
      KeyKind kind, int rows, boolean nulls, BufferAllocator allocator, Random random) {
    FieldVector vector = kind.field("k").createVector(allocator);
    return new KeyData(vector, fill(vector, kind, rows, nulls, random));
  }

  /** Fills a vector anew. */
  static List<LongUnaryOperator> fill(
      FieldVector vector, KeyKind kind, int rows, boolean nulls, Random random) {
    vector.reset();
    vector.setInitialCapacity(Math.max(rows, 1));
    vector.allocateNew();
    List<LongUnaryOperator> hashes = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int dice = nulls ? random.nextInt(6) : 2;
      LongUnaryOperator hash = dice == 0 ? null : kind.put(vector, row, random);
      if (dice <= 1) {
        // Half of the nulls lie over a value that must not be seen.
        vector.setNull(row);
        hash = null;
      }
      hashes.add(hash);
    }
    vector.setValueCount(rows);
    return hashes;
  }

  boolean isNull(int row) {
    return hashes.get(row) == null;
  }

  /** The hash with this field after it, if there is one. */
  long chain(int row, long hash) {
    return isNull(row) ? hash : hashes.get(row).applyAsLong(hash);
  }

  @Override
  public void close() {
    vector.close();
  }
}
