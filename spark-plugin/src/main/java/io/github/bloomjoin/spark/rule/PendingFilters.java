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

import io.github.bloomjoin.spark.exec.JoinFilterBuildExec;
import io.github.bloomjoin.spark.exec.JoinFilterPendingExec;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec;

/**
 * The pending filters of one planning of an adaptive query.
 *
 * <p>A pending filter has to end when its build side's shuffle has become a stage: Spark plans
 * again then. It must not end over and over while nothing else does, since each end costs a
 * planning. So it waits for what the build side waits for, and ends at once only if the build side,
 * or another shuffle below it, starts together with it and will be a stage by the next planning.
 */
final class PendingFilters {
  private static final AtomicLong PLANNINGS = new AtomicLong();

  private final long planning = PLANNINGS.incrementAndGet();

  JoinFilterPendingExec of(JoinSide build) {
    String keys =
        ScalaSeqs.toJava(build.keys()).stream()
            .map(Expression::sql)
            .collect(Collectors.joining(", ", "[", "]"));
    Set<SparkPlan> waitsFor = new LinkedHashSet<>();
    collect(build.source(), waitsFor);

    return new JoinFilterPendingExec(keys, planning, ScalaSeqs.from(List.copyOf(waitsFor)));
  }

  /** What runs, or waits for something that runs, below a shuffle that has not started. */
  private static void collect(SparkPlan plan, Set<SparkPlan> waitsFor) {
    if (plan instanceof QueryStageExec stage) {
      if (!stage.isMaterialized()) {
        waitsFor.add(stage);
      }
    } else if (plan instanceof BroadcastExchangeExec broadcast
        && broadcast.child() instanceof JoinFilterBuildExec) {
      // May be running: Spark looks for it among its stages, whatever the plan says.
      waitsFor.add(plan);
    } else {
      for (SparkPlan child : ScalaSeqs.toJava(plan.children())) {
        collect(child, waitsFor);
      }
    }
  }
}
