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

import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;

final class SplitBlockBloomFilterContractTest {
  private static SplitBlockBloomFilter build(int numKeys, Consumer<SplitBlockBloomFilter> add) {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(numKeys, 0.01);
    add.accept(filter);
    return filter;
  }

  @Nested
  final class Built extends BloomFilterContract {
    @Override
    BloomFilter filterOf(int numKeys, Consumer<SplitBlockBloomFilter> add) {
      return build(numKeys, add);
    }
  }

  @Nested
  final class Decoded extends BloomFilterContract {
    @Override
    BloomFilter filterOf(int numKeys, Consumer<SplitBlockBloomFilter> add) {
      return SplitBlockBloomFilter.decode(build(numKeys, add).encode());
    }
  }

  @Nested
  final class Wrapped extends BloomFilterContract {
    @Override
    BloomFilter filterOf(int numKeys, Consumer<SplitBlockBloomFilter> add) {
      byte[] encoded = build(numKeys, add).encode();
      byte[] larger = new byte[encoded.length + 30];
      System.arraycopy(encoded, 0, larger, 13, encoded.length);
      return SplitBlockBloomFilter.wrap(larger, 13, encoded.length);
    }
  }

  @Nested
  final class Copied extends BloomFilterContract {
    @Override
    BloomFilter filterOf(int numKeys, Consumer<SplitBlockBloomFilter> add) {
      return build(numKeys, add).copy();
    }
  }

  @Nested
  final class Seeded extends BloomFilterContract {
    @Override
    BloomFilter filterOf(int numKeys, Consumer<SplitBlockBloomFilter> add) {
      SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(numKeys, 0.01, -7);
      add.accept(filter);
      return SplitBlockBloomFilter.decode(filter.encode());
    }

    @Override
    String hashName() {
      return "xxh64-v1-seeded";
    }
  }
}
