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
package io.github.bloomjoin.spark.cost;

import io.github.bloomjoin.core.sizing.FilterSizing;
import io.github.bloomjoin.spark.conf.BloomJoinConf;
import java.util.Optional;

/** Decides from sizes whether a filter pays. */
public final class JoinFilterCost {
  /**
   * A measured size is that of rows as they are shuffled, an estimate mostly that of compressed
   * files. TPC-H's tables, cut to a few columns, differ by 5 to 7.
   */
  private static final double MEMORY_TO_FILE_BYTES = 5;

  private final BloomJoinConf conf;
  private final long maxFilterBytes;

  /**
   * A cost model with the limits of the given settings.
   *
   * @param maxFilterBytes the largest filter: that of the settings, or less where Spark broadcasts
   *     less
   */
  public JoinFilterCost(BloomJoinConf conf, long maxFilterBytes) {
    this.conf = conf;
    this.maxFilterBytes = maxFilterBytes;
  }

  /**
   * Whether a filter from the build side would bring more than it costs.
   *
   * @return the reason against it, or empty
   */
  public Optional<SkipReason> reasonAgainst(SideEstimate build, SideEstimate probe) {
    if (Double.isNaN(build.bytes()) || Double.isNaN(probe.bytes())) {
      return Optional.of(SkipReason.SIZE_UNKNOWN);
    }
    if (probe.bytes() < conf.minProbeBytes()) {
      return Optional.of(SkipReason.PROBE_SIDE_TOO_SMALL);
    }
    double limit =
        build.mayLackKeys() ? conf.maxBuildToProbeRatio() : conf.maxUnfilteredBuildToProbeRatio();
    double probeBytes =
        build.exact() && !probe.exact() ? probe.bytes() * MEMORY_TO_FILE_BYTES : probe.bytes();
    if (build.bytes() > probeBytes * limit) {
      return Optional.of(SkipReason.BUILD_SIDE_TOO_LARGE);
    }
    // An estimated row count is often far off; the build decides again when it knows.
    long numBytes =
        build.exact() && build.rows().isPresent()
            ? FilterSizing.numBytes(build.rows().getAsLong(), conf.fpp())
            : 0;
    if (numBytes > maxFilterBytes) {
      return Optional.of(SkipReason.FILTER_TOO_LARGE);
    }

    return Optional.empty();
  }
}
