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

/**
 * Adds and probes many hashes in the bitset of one filter. All kernels set the same bits and give
 * the same answers. Stateless.
 */
interface BatchKernel {
  /** Sets the bits of hashes. */
  void add(byte[] storage, int bitsetAt, int numBlocks, long[] hashes, int from, int to);

  /**
   * Finds the hashes whose bits are all set.
   *
   * @param positions receives their positions from {@code count} on; has room for all
   * @param count how many positions there are already
   * @return how many there are now
   */
  int probe(
      byte[] storage,
      int bitsetAt,
      int numBlocks,
      long[] hashes,
      int from,
      int to,
      int[] positions,
      int count);

  /**
   * From so many bytes of bitset on, it pays to read something of every block before the first is
   * needed.
   */
  int touchFromBytes();
}
