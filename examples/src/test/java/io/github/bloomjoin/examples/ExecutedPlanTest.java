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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.physical.IdentityBroadcastMode$;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ExecutedPlanTest {
  private static SparkSession spark;

  /** Nodes want an active session. */
  @BeforeAll
  static void startSpark() {
    spark = TestSession.start();
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @Test
  void pairsAProbeWithTheBuildUnderItsLastChild() {
    SparkPlan otherBuild = node("JoinFilterBuild", Map.of("numKeys", 99L));
    SparkPlan deeperBuild = node("JoinFilterBuild", Map.of("numKeys", 98L));
    SparkPlan build = node("JoinFilterBuild", Map.of("numKeys", 5L), deeperBuild);
    SparkPlan probe =
        node(
            "JoinFilterProbe",
            Map.of("numTested", 10L),
            node("Scan", Map.of(), otherBuild),
            bx(build));

    assertThat(ExecutedPlan.filterUses(node("Join", Map.of(), probe)))
        .containsExactly(new FilterUse(Map.of("numKeys", 5L), Map.of("numTested", 10L)));
  }

  @Test
  void findsABuildInAReusedBroadcast() {
    BroadcastExchangeExec broadcast = bx(node("JoinFilterBuild", Map.of("numKeys", 5L)));
    SparkPlan first =
        node("JoinFilterProbe", Map.of("numTested", 10L), node("Scan", Map.of()), broadcast);
    SparkPlan second =
        node(
            "JoinFilterProbe",
            Map.of("numTested", 20L),
            node("Scan", Map.of()),
            new ReusedExchangeExec(broadcast.output(), broadcast));

    assertThat(ExecutedPlan.filterUses(node("Join", Map.of(), first, second)))
        .containsExactly(
            new FilterUse(Map.of("numKeys", 5L), Map.of("numTested", 10L)),
            new FilterUse(Map.of("numKeys", 5L), Map.of("numTested", 20L)));
  }

  @Test
  void countsTheSameNodeOnceAndEqualNodesTwice() {
    SparkPlan probe = node("JoinFilterProbe", Map.of("numTested", 10L));
    SparkPlan equal = node("JoinFilterProbe", Map.of("numTested", 10L));
    BroadcastExchangeExec exchange = bx(probe);

    assertThat(
            ExecutedPlan.filterUses(
                node(
                    "Join",
                    Map.of(),
                    exchange,
                    new ReusedExchangeExec(exchange.output(), exchange),
                    equal)))
        .hasSize(2);
  }

  private static SparkPlan node(String name, Map<String, Long> metrics, SparkPlan... children) {
    return new FakeNode(name, metrics, children);
  }

  private static BroadcastExchangeExec bx(SparkPlan child) {
    return new BroadcastExchangeExec(IdentityBroadcastMode$.MODULE$, child);
  }
}
