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
import java.util.stream.Collectors;

/** A query with its settings, which one seed makes. */
record RandomCase(long seed, Sql query, Map<String, String> settings) {
  /** Queries with one quotient by this share their tables, which cost more than queries. */
  private static final int QUERIES_PER_SCHEMA = 50;

  static long schemaSeed(long seed) {
    return Math.floorDiv(seed, QUERIES_PER_SCHEMA);
  }

  /**
   * The case of a seed over the tables of its schema.
   *
   * @param attempt which of several, of which all but the last were no valid SQL
   */
  static RandomCase draw(long seed, int attempt, List<RandomTable> tables) {
    Draw draw = new Draw(seed * 31 + attempt);
    Map<String, String> settings = RandomSettings.draw(draw);
    return new RandomCase(seed, new QueryGenerator(draw, tables).query(), settings);
  }

  RandomCase with(Sql newQuery) {
    return new RandomCase(seed, newQuery, settings);
  }

  RandomCase with(Map<String, String> newSettings) {
    return new RandomCase(seed, query, newSettings);
  }

  /** The case as it could be typed into a SQL shell. */
  String script() {
    return settings.entrySet().stream()
            .map(setting -> "SET " + setting.getKey() + "=" + setting.getValue() + ";\n")
            .collect(Collectors.joining())
        + query.text()
        + ";\n";
  }
}
