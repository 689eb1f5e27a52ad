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

import io.github.bloomjoin.core.hash.KeyHashing;

/**
 * What a filter was made as, which added keys do not change.
 *
 * @param numBlocks blocks of 32 bytes
 * @param expectedKeys distinct keys planned for, 0 without a plan
 * @param fpp the false positive probability planned for, NaN without a plan
 * @param seed the seed of the hashes; {@link KeyHashing#SEED} for a filter that is not seeded
 */
record FilterSpec(int numBlocks, long expectedKeys, double fpp, long seed) {
  boolean isPlanned() {
    return !Double.isNaN(fpp);
  }

  boolean isSeeded() {
    return seed != KeyHashing.SEED;
  }

  String hashName() {
    return isSeeded() ? KeyHashing.SEEDED_NAME : KeyHashing.NAME;
  }
}
