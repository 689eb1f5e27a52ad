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

/** Why a join is left without a filter. Each reason has a sentence for the user. */
public enum SkipReason {
  /** The join type must keep every row of the side that would be filtered. */
  JOIN_TYPE("this join type is not filtered"),
  /** A side does not end in a shuffle of its own, right below the join. */
  NO_SHUFFLE("one side of the join is not shuffled for it"),
  /** The probe side's shuffle has been started. */
  ALREADY_SHUFFLED("the side to filter is already being shuffled"),
  /** A key has a type whose equal values can hash differently. */
  KEY_TYPE("a join key has a type that cannot be hashed safely"),
  /** A key does not give the same value twice. */
  KEY_NOT_DETERMINISTIC("a join key is not deterministic"),
  /**
   * Spark can fail such a join when it turns into a broadcast join, which filters make likelier.
   */
  SUBQUERY_IN_KEY("a join of the query has a subquery in its keys"),
  /** A retry of the build side could bring other keys than those in the filter. */
  BUILD_SIDE_NOT_DETERMINISTIC("the build side is not deterministic"),
  /** Stateful and micro-batch plans are left alone. */
  STREAMING("streaming queries are not filtered"),
  /**
   * Spark would run the probe side's shuffle once for several places; a filter would break that.
   */
  SHUFFLE_REUSED("the side to filter is shuffled once for several places of the query"),
  /** Without reuse, the build side or the filter would be run more than once. */
  EXCHANGE_REUSE_DISABLED("spark.sql.exchange.reuse is false"),
  /** Each level of filters doubles the part of the plan below it. */
  TOO_MANY_FILTERS(
      "without adaptive execution: the build side waits for too many filters of its own"),
  /** Too little to shuffle. */
  PROBE_SIDE_TOO_SMALL("the side to filter is too small"),
  /** The build side is too large in relation to the probe side. */
  BUILD_SIDE_TOO_LARGE("the build side is too large in relation to the side to filter"),
  /** The filter would exceed the byte budget. */
  FILTER_TOO_LARGE(
      "the filter would be larger than spark.bloomjoin.maxFilterBytes, or than Spark broadcasts"),
  /** A side has no size estimate. */
  SIZE_UNKNOWN("the size of a side is unknown");

  private final String sentence;

  SkipReason(String sentence) {
    this.sentence = sentence;
  }

  /** The reason in words, without a full stop. */
  public String sentence() {
    return sentence;
  }
}
