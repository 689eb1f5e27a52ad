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

/** Writes a difference for the one who has to mend it. */
final class Report {
  private Report() {}

  static String of(Shrinker.Shrunk shrunk) {
    long seed = shrunk.randomCase().seed();
    Difference difference = shrunk.difference();
    return """
        Seed %d: %s
        Run it again:
          %s

        Made small:
        %s
        %s

        Plan with the plugin off:
        %s
        Plan with the plugin on:
        %s
        """
        .formatted(
            seed,
            difference.kind(),
            command(seed),
            shrunk.randomCase().script(),
            difference.detail(),
            difference.off().plan(),
            difference.on().plan());
  }

  static String command(long seed) {
    return "mvn -B -pl spark-plugin -am -Dsurefire.failIfNoSpecifiedTests=false"
        + " -Dtest=RandomQueryTest -Dbloomjoin.random.queries=1 -Dbloomjoin.random.seed="
        + seed
        + " test";
  }
}
