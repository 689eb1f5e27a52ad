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
package io.github.bloomjoin.spark.exec;

import io.github.bloomjoin.spark.compat.SparkCompat;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.physical.BroadcastDistribution;
import org.apache.spark.sql.catalyst.plans.physical.Distribution;
import org.apache.spark.sql.catalyst.plans.physical.IdentityBroadcastMode$;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.catalyst.plans.physical.UnspecifiedDistribution$;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag$;

/**
 * Drops the rows of a join's probe side whose keys are not in the join filter, before they are
 * shuffled. Everything else about the rows stays: columns, order, partitions.
 *
 * <p>A row whose key has a null field is dropped, since it matches nothing under {@code =}. Without
 * a filter all rows pass untested.
 */
public final class JoinFilterProbeExec extends SparkPlan {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(JoinFilterProbeExec.class);

  /** How many keys the text of a plan names. */
  private static final int MAX_FIELDS = 25;

  private final Seq<Expression> keys;
  private final SparkPlan child;
  private final SparkPlan filter;
  private transient scala.collection.immutable.Map<String, SQLMetric> metrics;

  /**
   * A probe of the filter's broadcast with the child's rows.
   *
   * @param keys the join keys over the child's output, in the order of the build side's
   * @param child the side to filter; the first child, so that the logical plan is found through it
   * @param filter a broadcast exchange of a {@link JoinFilterBuildExec} or a {@link
   *     JoinFilterPendingExec}, or its stage
   */
  public JoinFilterProbeExec(Seq<Expression> keys, SparkPlan child, SparkPlan filter) {
    this.keys = keys;
    this.child = child;
    this.filter = filter;
  }

  @Override
  public synchronized scala.collection.immutable.Map<String, SQLMetric> metrics() {
    if (metrics == null) {
      Map<String, SQLMetric> map = new LinkedHashMap<>();
      // The name that the Spark UI draws beside the arrow to the next node.
      map.put("numOutputRows", SQLMetrics.createMetric(sparkContext(), "number of output rows"));
      map.put("numTested", SQLMetrics.createMetric(sparkContext(), "rows tested"));
      map.put("numDropped", SQLMetrics.createMetric(sparkContext(), "rows dropped"));
      map.put("numPassedUntested", SQLMetrics.createMetric(sparkContext(), "rows passed untested"));
      metrics = ScalaSeqs.mapFrom(map);
    }

    return metrics;
  }

  @Override
  public RDD<InternalRow> doExecute() {
    Broadcast<byte[]> broadcast = awaitFilter();
    ProbeTask task =
        new ProbeTask(
            keys,
            child.output(),
            broadcast,
            longMetric("numOutputRows"),
            longMetric("numTested"),
            longMetric("numDropped"),
            longMetric("numPassedUntested"));

    return new JavaRDD<>(child.execute(), ClassTag$.MODULE$.<InternalRow>apply(InternalRow.class))
        .mapPartitions(task::probe, true)
        .rdd();
  }

  /**
   * The filter's broadcast, or null if there is none. Under adaptive execution it has ended by now;
   * else it runs beside this thread and ends with the build side's shuffle, which the join waits
   * for anyway. Spark's broadcast timeout is not for a filter: it would fail a query for a help.
   */
  private Broadcast<byte[]> awaitFilter() {
    BroadcastExchangeExec exchange = exchange();
    try {
      exchange.relationFuture().get();
    } catch (ExecutionException e) {
      if (SparkCompat.isCancellation(e)) {
        throw Throwables.sneaky(e.getCause());
      }

      LOG.warn("Join filter on {} failed; its rows pass untested", keys, e.getCause());
      return null;
    } catch (InterruptedException e) {
      throw Throwables.sneaky(e);
    }

    if (exchange.child() instanceof JoinFilterBuildExec build) {
      return build.filter();
    }

    LOG.info("Join filter on {} came too late for its plan; its rows pass untested", keys);
    return null;
  }

  private BroadcastExchangeExec exchange() {
    SparkPlan plan = filter instanceof QueryStageExec stage ? stage.plan() : filter;
    return (BroadcastExchangeExec)
        (plan instanceof ReusedExchangeExec reused ? reused.child() : plan);
  }

  @Override
  public Seq<SparkPlan> children() {
    return ScalaSeqs.of(child, filter);
  }

  @Override
  public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
    return new JoinFilterProbeExec(keys, newChildren.apply(0), newChildren.apply(1));
  }

  @Override
  public Seq<Attribute> output() {
    return child.output();
  }

  @Override
  public Partitioning outputPartitioning() {
    return child.outputPartitioning();
  }

  @Override
  public Seq<SortOrder> outputOrdering() {
    return child.outputOrdering();
  }

  @Override
  public Seq<Distribution> requiredChildDistribution() {
    return ScalaSeqs.of(
        UnspecifiedDistribution$.MODULE$,
        new BroadcastDistribution(IdentityBroadcastMode$.MODULE$));
  }

  @Override
  public scala.collection.Iterator<Object> stringArgs() {
    // A plan's text stops at a reused exchange, which is all that a re-plan leaves of the build.
    return filter instanceof QueryStageExec stage && stage.plan() instanceof ReusedExchangeExec
        ? ScalaSeqs.<Object>of(keys, exchange().child().simpleString(MAX_FIELDS)).iterator()
        : ScalaSeqs.<Object>of(keys).iterator();
  }

  @Override
  public int productArity() {
    return 3;
  }

  @Override
  public Object productElement(int n) {
    return switch (n) {
      case 0 -> keys;
      case 1 -> child;
      case 2 -> filter;
      default -> throw new IndexOutOfBoundsException(n);
    };
  }

  @Override
  public boolean canEqual(Object that) {
    return that instanceof JoinFilterProbeExec;
  }

  @Override
  public boolean equals(Object that) {
    return that instanceof JoinFilterProbeExec other
        && keys.equals(other.keys)
        && child.equals(other.child)
        && filter.equals(other.filter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, child, filter);
  }
}
