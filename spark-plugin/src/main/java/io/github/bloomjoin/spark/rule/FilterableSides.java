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
package io.github.bloomjoin.spark.rule;

import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;

/**
 * Which sides of a join may lose the rows that match nothing.
 *
 * <p>An inner and a left semi join drop such rows of both sides anyway. The sides of other join
 * types are not filtered.
 */
final class FilterableSides {
  private FilterableSides() {}

  static boolean mayFilter(JoinType type, JoinSide probe) {
    // By object: the names of some join types cannot be asked for.
    return type == Inner$.MODULE$ || type == LeftSemi$.MODULE$;
  }
}
