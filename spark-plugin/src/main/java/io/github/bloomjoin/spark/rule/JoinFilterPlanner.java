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

import io.github.bloomjoin.spark.compat.SparkCompat;
import io.github.bloomjoin.spark.conf.BloomJoinConf;
import io.github.bloomjoin.spark.cost.JoinFilterCost;
import io.github.bloomjoin.spark.cost.SideEstimate;
import io.github.bloomjoin.spark.cost.SkipReason;
import io.github.bloomjoin.spark.exec.JoinFilterBuildExec;
import io.github.bloomjoin.spark.exec.JoinFilterProbeExec;
import io.github.bloomjoin.udf.internal.KeyHash;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.physical.IdentityBroadcastMode$;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec;
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.execution.joins.ShuffledJoin;
import org.apache.spark.sql.internal.SQLConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;

/**
 * Decides for each shuffled join of one plan whether and which of its sides gets a filter, and
 * builds the plan that has them.
 *
 * <p>The filter becomes a plan child of the probe side's exchange:
 *
 * <pre>
 *   Exchange(Probe(probe side, BroadcastExchange(Build(shuffle of the build side))))
 * </pre>
 *
 * <p>The build side's shuffle stands in the plan twice then, once here and once below the join, and
 * runs once. With adaptive execution it is the same stage in both places. A build side that is no
 * stage yet gets a {@linkplain PendingFilters pending filter}, which brings the next planning as
 * soon as it is one. Without adaptive execution the filter gets a copy of the exchange, which Spark
 * finds equal and reuses.
 *
 * <p>A build side is the sibling of the probe side's exchange, never an ancestor, so that waiting
 * cannot form a cycle.
 */
final class JoinFilterPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(JoinFilterPlanner.class);

  /** Three levels of build sides that are filtered themselves, where plans hold copies. */
  private static final int MAX_FILTERS_BELOW_BUILD = 7;

  private record Candidate(JoinSide probe, JoinSide build, double buildBytes) {}

  /** Header, row and some to spare: what a broadcast holds besides the bits of its filter. */
  private static final long BROADCAST_OVERHEAD_BYTES = 512;

  private final BloomJoinConf conf;
  private final long maxFilterBytes;
  private final boolean adaptive;

  /**
   * Equal joins that wait for a filter can turn into broadcast joins then, before their probe side
   * is shuffled once for all of them; each would run it for itself.
   */
  private final boolean mayTurnIntoBroadcastJoin;

  private final boolean exchangeReuseEnabled;
  private final JoinFilterCost cost;
  private final PendingFilters pending = new PendingFilters();
  private SparkPlan root;
  private ShuffleUses uses;

  /**
   * A planner for one plan.
   *
   * @param adaptive whether the plan is one of adaptive execution, which plans again as stages end
   */
  JoinFilterPlanner(BloomJoinConf conf, SQLConf sqlConf, boolean adaptive) {
    this.conf = conf;
    this.adaptive = adaptive;
    this.maxFilterBytes =
        Math.min(
            conf.maxFilterBytes(),
            SparkCompat.maxBroadcastBytes(sqlConf) - BROADCAST_OVERHEAD_BYTES);
    this.mayTurnIntoBroadcastJoin = adaptive && SparkCompat.adaptiveBroadcastBytes(sqlConf) > 0;
    this.exchangeReuseEnabled = sqlConf.exchangeReuseEnabled();
    this.cost = new JoinFilterCost(conf, maxFilterBytes);
  }

  SparkPlan plan(SparkPlan plan) {
    if (PlanFacts.hasSubqueryInJoinKey(plan)) {
      LOG.debug("No join is filtered, {}", describe(SkipReason.SUBQUERY_IN_KEY));
      return plan;
    }

    root = plan;
    return visit(plan);
  }

  /** Bottom-up, so that a build side's copy holds the filters of its own joins. */
  private SparkPlan visit(SparkPlan original) {
    List<SparkPlan> children = ScalaSeqs.toJava(original.children());
    List<SparkPlan> visited = new ArrayList<>(children.size());
    boolean changed = false;
    for (SparkPlan child : children) {
      SparkPlan newChild = visit(child);
      changed |= newChild != child;
      visited.add(newChild);
    }
    SparkPlan node = changed ? original.withNewChildren(ScalaSeqs.from(visited)) : original;

    return node instanceof ShuffledJoin join
        ? filterJoin(node, join, (ShuffledJoin) original)
        : node;
  }

  private SparkPlan filterJoin(SparkPlan node, ShuffledJoin join, ShuffledJoin original) {
    JoinSide left = JoinSide.leftOf(join);
    JoinSide right = JoinSide.rightOf(join);
    if (!left.isPlannedShuffle() && !right.isPlannedShuffle()) {
      return node;
    }
    if (left.isFiltered() || right.isFiltered()) {
      // The extension was listed twice, or Spark runs the rule again on a plan that has its
      // filters.
      return node;
    }

    Candidate best = null;
    for (JoinSide probe : List.of(left, right)) {
      JoinSide build = probe.left() ? right : left;
      Optional<SkipReason> reason = reasonAgainst(join, probe, build, original);
      if (reason.isPresent()) {
        log(node, probe, reason, () -> "");
        continue;
      }
      SideEstimate buildEstimate = SideEstimate.of(sideOf(build));
      SideEstimate probeEstimate = SideEstimate.of(sideOf(probe));
      reason = cost.reasonAgainst(buildEstimate, probeEstimate);
      log(
          node,
          probe,
          reason,
          () -> " (build side " + buildEstimate + ", side to filter " + probeEstimate + ")");
      if (reason.isEmpty() && (best == null || buildEstimate.bytes() < best.buildBytes())) {
        best = new Candidate(probe, build, buildEstimate.bytes());
      }
    }

    return best == null ? node : withFilter(node, best.probe(), best.build());
  }

  private Optional<SkipReason> reasonAgainst(
      ShuffledJoin join, JoinSide probe, JoinSide build, ShuffledJoin original) {
    if (!FilterableSides.mayFilter(join.joinType(), probe)) {
      return Optional.of(SkipReason.JOIN_TYPE);
    }
    if (!probe.isPlannedShuffle()) {
      return Optional.of(
          probe.source() instanceof ShuffleQueryStageExec
              ? SkipReason.ALREADY_SHUFFLED
              : SkipReason.NO_SHUFFLE);
    }
    if (!build.isPlannedShuffle() && !(build.source() instanceof ShuffleQueryStageExec)) {
      return Optional.of(SkipReason.NO_SHUFFLE);
    }
    if (!exchangeReuseEnabled) {
      return Optional.of(SkipReason.EXCHANGE_REUSE_DISABLED);
    }
    Optional<SkipReason> keys = reasonAgainstKeys(probe.keys(), build.keys());
    if (keys.isPresent()) {
      return keys;
    }
    if (isStreaming((SparkPlan) join)) {
      return Optional.of(SkipReason.STREAMING);
    }
    if (!PlanFacts.isDeterministic(build.source())) {
      return Optional.of(SkipReason.BUILD_SIDE_NOT_DETERMINISTIC);
    }
    if (!adaptive && PlanFacts.countFilters(build.source()) > MAX_FILTERS_BELOW_BUILD) {
      return Optional.of(SkipReason.TOO_MANY_FILTERS);
    }
    if (uses == null) {
      uses = new ShuffleUses(root);
    }
    // Asked of the plan as Spark made it: the filters below do not count.
    JoinSide originalProbe = probe.left() ? JoinSide.leftOf(original) : JoinSide.rightOf(original);
    if (!uses.staysReusable(originalProbe.source())
        || (mayTurnIntoBroadcastJoin && !uses.isOnlyOne(originalProbe.source()))
        || MarkSharedSides.isShared((SparkPlan) join, probe.left())) {
      return Optional.of(SkipReason.SHUFFLE_REUSED);
    }

    return Optional.empty();
  }

  private static Optional<SkipReason> reasonAgainstKeys(
      Seq<Expression> probeKeys, Seq<Expression> buildKeys) {
    List<Expression> probe = ScalaSeqs.toJava(probeKeys);
    List<Expression> build = ScalaSeqs.toJava(buildKeys);
    for (int i = 0; i < probe.size(); i++) {
      if (!probe.get(i).deterministic() || !build.get(i).deterministic()) {
        return Optional.of(SkipReason.KEY_NOT_DETERMINISTIC);
      }
      if (!KeyHash.isHashable(probe.get(i).dataType())
          || !DataTypeUtils.sameType(probe.get(i).dataType(), build.get(i).dataType())) {
        return Optional.of(SkipReason.KEY_TYPE);
      }
    }

    return Optional.empty();
  }

  private static boolean isStreaming(SparkPlan join) {
    return join.logicalLink().isDefined() && join.logicalLink().get().isStreaming();
  }

  /** What the estimate of a side is made for: the input of its exchange, or the stage that ran. */
  private static SparkPlan sideOf(JoinSide side) {
    return side.source() instanceof ShuffleExchangeExec exchange ? exchange.child() : side.source();
  }

  private SparkPlan withFilter(SparkPlan join, JoinSide probe, JoinSide build) {
    // Adaptive execution finds by identity which logical node a stage stands for. Ours stand for
    // none, so they get a node that is in no query.
    LogicalPlan noLogicalPlan = new OneRowRelation();
    SparkPlan filter = linked(filterOf(build, noLogicalPlan), noLogicalPlan);
    SparkPlan broadcast =
        linked(new BroadcastExchangeExec(IdentityBroadcastMode$.MODULE$, filter), noLogicalPlan);
    ShuffleExchangeExec exchange = (ShuffleExchangeExec) probe.source();
    SparkPlan filtered =
        SparkCompat.withChild(
            exchange, new JoinFilterProbeExec(probe.keys(), exchange.child(), broadcast));
    SparkPlan newChild = probe.withSource(filtered);

    return join.withNewChildren(
        probe.left()
            ? ScalaSeqs.of(newChild, build.child())
            : ScalaSeqs.of(build.child(), newChild));
  }

  private SparkPlan filterOf(JoinSide build, LogicalPlan noLogicalPlan) {
    if (build.source() instanceof ShuffleQueryStageExec stage) {
      // An instance of its own, which the query's logical plan does not know.
      return buildOn(build, stage.newReuseInstance(stage.id(), stage.output()));
    }
    if (adaptive) {
      return pending.of(build);
    }

    return buildOn(
        build, linked(SparkCompat.copyOf((ShuffleExchangeExec) build.source()), noLogicalPlan));
  }

  private SparkPlan buildOn(JoinSide build, SparkPlan source) {
    return new JoinFilterBuildExec(build.keys(), conf.fpp(), maxFilterBytes, source);
  }

  /** Sets the link of this node alone: children shared with the query keep their own. */
  private static SparkPlan linked(SparkPlan node, LogicalPlan logicalPlan) {
    node.setTagValue(SparkPlan.LOGICAL_PLAN_TAG(), logicalPlan);
    return node;
  }

  private static void log(
      SparkPlan join, JoinSide probe, Optional<SkipReason> reason, Supplier<String> sizes) {
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{} of {}: {}{}",
          probe.left() ? "Left side" : "Right side",
          join.simpleString(25),
          reason.map(r -> "not filtered, " + describe(r)).orElse("can be filtered"),
          sizes.get());
    }
  }

  private static String describe(SkipReason reason) {
    return reason + ": " + reason.sentence();
  }
}
