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
package io.github.bloomjoin.spark.random;

import java.util.List;
import java.util.Map;

/**
 * What a query did once.
 *
 * @param kind how it ended
 * @param error class and condition of its error, or empty
 * @param rows its rows as text, sorted
 * @param inputs the records it read, by the scans that read them
 * @param tested the rows that filters tested
 * @param dropped the rows that filters dropped
 * @param warnings what the plugin warned of
 * @param plan the plan that ran, or the stack trace of its error
 */
record Outcome(
    Kind kind,
    String error,
    List<String> rows,
    Map<String, Long> inputs,
    long tested,
    long dropped,
    List<String> warnings,
    String plan) {
  enum Kind {
    ENDED,
    /** Not valid SQL under its settings: nothing ran. */
    REFUSED,
    FAILED,
    TIMED_OUT,
    /** More rows than there is memory for. */
    TOO_LARGE
  }

  static Outcome without(Kind kind, String error) {
    return new Outcome(kind, error, List.of(), Map.of(), 0, 0, List.of(), "");
  }

  /** Whether another run can be held against this one. */
  boolean isComparable() {
    return kind == Kind.ENDED || kind == Kind.FAILED;
  }

  /** The records it read. */
  long input() {
    return inputs.values().stream().mapToLong(Long::longValue).sum();
  }

  boolean ended() {
    return kind == Kind.ENDED;
  }

  /** What has to be equal with the plugin on and off, but for the rows. */
  String ending() {
    return kind + (error.isEmpty() ? "" : " " + error);
  }
}
