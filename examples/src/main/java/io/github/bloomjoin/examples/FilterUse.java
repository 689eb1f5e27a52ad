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
package io.github.bloomjoin.examples;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * One join filter at work: how it was built, and what it did to the rows of one probe side.
 *
 * @param build metrics of the node that built the filter, by name; empty if it was not found
 * @param probe metrics of the node that tested rows, by name
 */
record FilterUse(Map<String, Long> build, Map<String, Long> probe) {
  private static final double MILLION = 1e6;

  long numKeys() {
    return build.getOrDefault("numKeys", 0L);
  }

  long filterBytes() {
    return build.getOrDefault("filterBytes", 0L);
  }

  long buildMillis() {
    return build.getOrDefault("buildTime", 0L);
  }

  /** Filters that were given up or could not be built, and so let everything pass. */
  long numGivenUp() {
    return build.getOrDefault("numSkipped", 0L) + build.getOrDefault("numFailed", 0L);
  }

  long numTested() {
    return probe.getOrDefault("numTested", 0L);
  }

  long numDropped() {
    return probe.getOrDefault("numDropped", 0L);
  }

  long numPassedUntested() {
    return probe.getOrDefault("numPassedUntested", 0L);
  }

  /** The false positive probability that the filter expects of itself, or nothing without one. */
  OptionalDouble predictedFpp() {
    Long ppm = build.get("expectedFppPpm");
    return ppm == null || numGivenUp() > 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(ppm / MILLION);
  }

  /**
   * The share of rows without a partner that passed all the same.
   *
   * @param numMatching rows of this probe side that have a partner
   * @return nothing if no row without a partner was tested, if rows passed untested, or if {@code
   *     numMatching} cannot belong to this probe side because fewer rows passed
   */
  OptionalDouble measuredFpp(long numMatching) {
    long absent = numTested() - numMatching;
    long falsePositives = numTested() - numDropped() - numMatching;
    if (absent <= 0 || falsePositives < 0 || numPassedUntested() > 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of((double) falsePositives / absent);
  }
}
