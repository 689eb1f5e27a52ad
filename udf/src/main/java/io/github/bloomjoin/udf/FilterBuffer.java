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
package io.github.bloomjoin.udf;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/**
 * The buffer of a {@link BloomFilterAggregator}: a filter that travels between tasks in its own
 * checked format. Spark creates and moves it; there is nothing in it for callers.
 */
public final class FilterBuffer implements Externalizable {
  private static final long serialVersionUID = 1L;

  private SplitBlockBloomFilter filter;

  /** For deserialisation only. */
  public FilterBuffer() {}

  FilterBuffer(SplitBlockBloomFilter filter) {
    this.filter = filter;
  }

  SplitBlockBloomFilter filter() {
    return filter;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    byte[] bytes = filter.encode();
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    filter = SplitBlockBloomFilter.decode(bytes);
  }
}
