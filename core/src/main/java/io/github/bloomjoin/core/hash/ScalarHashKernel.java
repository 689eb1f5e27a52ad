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
package io.github.bloomjoin.core.hash;

/** One key after the other, in plain Java. */
final class ScalarHashKernel implements HashKernel {
  @Override
  public void hashInts(int[] keys, int from, int to, long[] hashes) {
    for (int i = from; i < to; i++) {
      hashes[i] = KeyHashing.hashInt(keys[i], KeyHashing.SEED);
    }
  }

  @Override
  public void appendInts(int[] fields, int from, int to, long[] hashes) {
    for (int i = from; i < to; i++) {
      hashes[i] = KeyHashing.hashInt(fields[i], hashes[i]);
    }
  }

  @Override
  public void hashLongs(long[] keys, int from, int to, long[] hashes) {
    for (int i = from; i < to; i++) {
      hashes[i] = KeyHashing.hashLong(keys[i], KeyHashing.SEED);
    }
  }

  @Override
  public void appendLongs(long[] fields, int from, int to, long[] hashes) {
    for (int i = from; i < to; i++) {
      hashes[i] = KeyHashing.hashLong(fields[i], hashes[i]);
    }
  }
}
