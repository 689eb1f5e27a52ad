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

/**
 * What a query does with the plugin on and not with it off.
 *
 * @param detail what was seen on both sides
 * @param off how it ran with the plugin off
 * @param on how it ran with the plugin on
 */
record Difference(Kind kind, String detail, Outcome off, Outcome on) {
  enum Kind {
    /** Other rows. */
    ROWS,
    /** An error, or another one. */
    ERRORS,
    /** It ended well, but fails without the plugin. */
    NO_ERROR,
    /** It did not end in time. */
    HANGS,
    /** More records were read from files and caches. */
    READS_MORE,
    /** Rows are right, but the plugin warns that it gave up. */
    WARNS,
    /** The plugin has no part in it: rows or errors differ from run to run without it. */
    NOT_DETERMINISTIC
  }
}
