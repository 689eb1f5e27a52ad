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

import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.execution.ReusedSubqueryExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Reads the join filters out of a plan that has run.
 *
 * <p>Knows the plugin's nodes by their names only, as anyone can see them in {@code EXPLAIN} and in
 * the web UI.
 */
final class ExecutedPlan {
  private static final String PROBE = "JoinFilterProbe";
  private static final String BUILD = "JoinFilterBuild";

  private ExecutedPlan() {}

  /** Each probe node under {@code root} once, stages, reused exchanges and subqueries included. */
  static List<FilterUse> filterUses(SparkPlan root) {
    List<FilterUse> uses = new ArrayList<>();
    for (SparkPlan node : nodes(root)) {
      if (node.nodeName().equals(PROBE)) {
        uses.add(new FilterUse(buildMetrics(node), metrics(node)));
      }
    }
    return uses;
  }

  /** A probe's last child brings the filter. */
  private static Map<String, Long> buildMetrics(SparkPlan probe) {
    List<SparkPlan> children = ScalaSeqs.toJava(probe.children());
    if (children.isEmpty()) {
      return Map.of();
    }
    return nodes(children.get(children.size() - 1)).stream()
        .filter(node -> node.nodeName().equals(BUILD))
        .findFirst()
        .map(ExecutedPlan::metrics)
        .orElse(Map.of());
  }

  private static Map<String, Long> metrics(SparkPlan node) {
    Map<String, Long> values = new HashMap<>();
    CollectionConverters.asJava(node.metrics())
        .forEach((name, metric) -> values.put(name, metric.value()));
    return values;
  }

  /** All nodes, each once, parents before children. */
  private static List<SparkPlan> nodes(SparkPlan root) {
    List<SparkPlan> ordered = new ArrayList<>();
    collect(root, Collections.newSetFromMap(new IdentityHashMap<>()), ordered);
    return ordered;
  }

  private static void collect(SparkPlan node, Set<SparkPlan> seen, List<SparkPlan> ordered) {
    if (seen.add(node)) {
      ordered.add(node);
      below(node).forEach(child -> collect(child, seen, ordered));
      ScalaSeqs.toJava(node.subqueries()).forEach(child -> collect(child, seen, ordered));
    }
  }

  /** The children of a node, or what a leaf that stands for another plan hides. */
  private static List<SparkPlan> below(SparkPlan node) {
    if (node instanceof AdaptiveSparkPlanExec adaptive) {
      return List.of(adaptive.executedPlan());
    } else if (node instanceof QueryStageExec stage) {
      return List.of(stage.plan());
    } else if (node instanceof ReusedExchangeExec reused) {
      return List.of(reused.child());
    } else if (node instanceof ReusedSubqueryExec reused) {
      return List.of(reused.child());
    } else {
      return ScalaSeqs.toJava(node.children());
    }
  }
}
