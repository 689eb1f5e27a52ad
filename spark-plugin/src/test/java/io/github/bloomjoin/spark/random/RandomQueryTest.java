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

import io.github.bloomjoin.testing.SparkTestBase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Random queries give the same rows, or the same errors, with the plugin on as with it off, and
 * read no more.
 *
 * <p>The defaults always run the same queries. {@code -Dbloomjoin.random.seed}, {@code
 * -Dbloomjoin.random.queries} and {@code -Dbloomjoin.random.minutes} run others; a failure names
 * the seed of its query. {@code -Dbloomjoin.random.verbose=true} prints each query, and {@code
 * -Dbloomjoin.random.shrinkMinutes} gives more or less time to make a query smaller.
 */
class RandomQueryTest extends SparkTestBase {
  private static final long SEED = Long.getLong("bloomjoin.random.seed", 0);
  private static final int MINUTES = Integer.getInteger("bloomjoin.random.minutes", 0);
  private static final int SHRINK_MINUTES = Integer.getInteger("bloomjoin.random.shrinkMinutes", 2);
  private static final long QUERIES =
      Long.getLong("bloomjoin.random.queries", MINUTES > 0 ? Long.MAX_VALUE : 12);

  /** Below so many queries, shares are chance. */
  private static final int ENOUGH_QUERIES = 12;

  @Test
  void sameRowsOnAndOff() {
    Bench bench = new Bench(spark, Duration.ofMinutes(SHRINK_MINUTES));
    Duration maxTime = MINUTES > 0 ? Duration.ofMinutes(MINUTES) : Duration.ofDays(1);
    bench.run(SEED, QUERIES, maxTime, MINUTES > 0 ? 20 : 3);

    assertThat(bench.reports()).as(bench.counts().toString()).isEmpty();
    if (bench.counts().queries >= ENOUGH_QUERIES) {
      assertThat(bench.counts().percent(bench.counts().fired)).isGreaterThanOrEqualTo(30);
      assertThat(bench.counts().percent(bench.counts().dropped)).isGreaterThanOrEqualTo(30);
    }
  }
}
