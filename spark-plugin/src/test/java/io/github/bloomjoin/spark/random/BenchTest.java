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

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.spark.FaultExtension;
import io.github.bloomjoin.testing.SparkTestBase;
import java.time.Duration;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bench finds a broken plugin, and says where. */
class BenchTest extends SparkTestBase {
  @AfterEach
  void noFault() {
    FaultExtension.none();
  }

  @Test
  void findsAFilterThatLosesKeys() {
    // All keys of the build side are null to the filter: it is empty.
    FaultExtension.inject(
        build ->
            build.mapExpressions(
                key -> key instanceof Attribute ? Literal.create(null, key.dataType()) : key));
    Bench bench = new Bench(spark, Duration.ofSeconds(15));
    bench.run(0, 50, Duration.ofDays(1), 1);

    assertThat(bench.found()).as(bench.counts().toString()).hasSize(1);
    Shrinker.Shrunk shrunk = bench.found().get(0);
    long seed = shrunk.randomCase().seed();
    assertThat(shrunk.difference().kind()).isEqualTo(Difference.Kind.ROWS);
    assertThat(shrunk.randomCase().script().length()).isLessThan(shrunk.before().script().length());
    assertThat(bench.reports().get(0))
        .contains(
            "-Dbloomjoin.random.seed=" + seed, "only off: [", "JoinFilterProbe", "SET spark.");
  }
}
