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
package io.github.bloomjoin.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.bloomjoin.udf.internal.FilterAggregate;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query that is cancelled while its filter is built ends; it does not go on without a filter. */
class CancellationTest extends JoinFilterTestBase {
  private static volatile CountDownLatch building;

  /** Returns its argument; in a task that builds a filter, waits there until it is killed. */
  private static Long gate(Long key) throws InterruptedException {
    boolean inBuild =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames.anyMatch(
                        frame -> frame.getClassName().equals(FilterAggregate.class.getName())));
    if (inBuild) {
      building.countDown();
      Thread.sleep(TimeUnit.MINUTES.toMillis(10));
    }

    return key;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void endsTheQuery(boolean adaptive) throws InterruptedException {
    createTables();
    set("spark.sql.adaptive.enabled", adaptive);
    building = new CountDownLatch(1);
    spark.udf().register("gate", (UDF1<Long, Long>) CancellationTest::gate, DataTypes.LongType);
    var context = spark.sparkContext();
    String group = "cancelled-" + adaptive;
    Thread canceller =
        new Thread(
            () -> {
              try {
                building.await();
              } catch (InterruptedException e) {
                return;
              }
              context.cancelJobGroup(group);
            });
    canceller.start();
    context.setJobGroup(group, "a query to cancel", true);
    try {
      Throwable thrown =
          catchThrowable(
              () -> run("SELECT id, v, w FROM large JOIN small ON k = gate(k2) WHERE g = 7"));
      assertThat(building.getCount()).as("the build has begun").isZero();
      assertThat(thrown).isNotNull().hasStackTraceContaining("cancelled");
    } finally {
      context.clearJobGroup();
      canceller.interrupt();
      canceller.join();
    }
  }
}
