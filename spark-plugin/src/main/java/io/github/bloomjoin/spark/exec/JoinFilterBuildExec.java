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

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.sizing.FilterSizing;
import io.github.bloomjoin.spark.compat.SparkCompat;
import io.github.bloomjoin.udf.internal.FilterAggregate;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.BindReferences;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.package$;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AQEShuffleReadExec;
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag$;
import scala.util.control.NonFatal;

/**
 * Makes the join filter of a build side from the shuffle that the join reads, too, and broadcasts
 * it. There is no filter where it would have been too large, cannot be trusted or failed to build;
 * everything passes then. It never fails the query.
 *
 * <p>The shuffle has ended by then, so the filter is sized by an exact row count. Partial filters
 * of that size are built by one task for each shuffle partition and merged.
 */
public final class JoinFilterBuildExec extends SparkPlan {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(JoinFilterBuildExec.class);

  /** Above this chance to pass a row without a match, a filter is not worth its probes. */
  private static final double USELESS_FPP = 0.5;

  /** Up to this many bytes of partial filters, an extra stage to merge them costs more. */
  private static final long MAX_DRIVER_MERGE_BYTES = 32L << 20;

  private final Seq<Expression> keys;
  private final double fpp;
  private final long maxFilterBytes;
  private final SparkPlan child;
  private transient volatile Broadcast<byte[]> filter;
  private transient scala.collection.immutable.Map<String, SQLMetric> metrics;

  /**
   * A filter over the keys of a shuffled build side.
   *
   * @param keys the join keys over the child's output
   * @param fpp the false-positive probability to size for, in (0, 1)
   * @param maxFilterBytes the byte budget: a larger filter is not built
   * @param child a shuffle exchange, its stage, or a read of its stage
   */
  public JoinFilterBuildExec(
      Seq<Expression> keys, double fpp, long maxFilterBytes, SparkPlan child) {
    this.keys = keys;
    this.fpp = fpp;
    this.maxFilterBytes = maxFilterBytes;
    this.child = child;
  }

  @Override
  public synchronized scala.collection.immutable.Map<String, SQLMetric> metrics() {
    if (metrics == null) {
      Map<String, SQLMetric> map = new LinkedHashMap<>();
      map.put("numKeys", SQLMetrics.createMetric(sparkContext(), "number of keys"));
      map.put("filterBytes", SQLMetrics.createSizeMetric(sparkContext(), "filter size", -1L));
      map.put(
          "expectedFppPpm",
          SQLMetrics.createMetric(
              sparkContext(), "expected false positives per million rows without a match"));
      map.put("buildTime", SQLMetrics.createTimingMetric(sparkContext(), "time to build", -1L));
      map.put("numSkipped", SQLMetrics.createMetric(sparkContext(), "filters skipped (pass all)"));
      map.put("numFailed", SQLMetrics.createMetric(sparkContext(), "filters failed (pass all)"));
      metrics = ScalaSeqs.mapFrom(map);
    }

    return metrics;
  }

  @Override
  public Tuple2<Object, scala.collection.Iterator<InternalRow>> executeCollectIterator() {
    long start = System.nanoTime();
    try {
      Optional<SplitBlockBloomFilter> built = buildFilter();
      if (built.isPresent()) {
        filter =
            sparkContext()
                .broadcast(FilterBytes.of(built.get()), ClassTag$.MODULE$.apply(byte[].class));
      }
    } catch (Throwable e) {
      if (!isOurs(e)) {
        throw Throwables.sneaky(e);
      }

      LOG.warn("Join filter on {} failed to build; the join runs without it", keys, e);
      longMetric("numFailed").set(1);
    }
    longMetric("buildTime").set(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    postMetrics();

    return FilterRow.of(filter == null ? 0 : longMetric("filterBytes").value());
  }

  /** The filter, once it is built; null if there is none. */
  Broadcast<byte[]> filter() {
    return filter;
  }

  /** Whether an error is the filter's own affair. A cancelled query must end, not go on without. */
  private static boolean isOurs(Throwable e) {
    return !SparkCompat.isCancellation(e)
        && (NonFatal.apply(e) || e instanceof OutOfMemoryError || e instanceof LinkageError);
  }

  private Optional<SplitBlockBloomFilter> buildFilter() throws Exception {
    long rows = shuffledRows(child);
    long numBytes = FilterSizing.numBytes(rows, fpp);
    if (numBytes > maxFilterBytes) {
      return skip(
          "for "
              + rows
              + " rows it needs "
              + numBytes
              + " bytes, over the limit of "
              + maxFilterBytes
              + " (spark.bloomjoin.maxFilterBytes or spark.sql.maxBroadcastTableSize)");
    }
    RDD<InternalRow> input = child.execute();
    if (SparkCompat.isIndeterminate(input)) {
      return skip("a retry of the build side may bring other rows");
    }

    Seq<Expression> bound =
        BindReferences.bindReferences(keys, package$.MODULE$.AttributeSeq(child.output()));
    SplitBlockBloomFilter filter = merge(input, new FilterAggregate(bound, rows, fpp), numBytes);
    double expectedFpp = filter.expectedFalsePositiveProbability();
    longMetric("numKeys").set(filter.addedKeys());
    longMetric("filterBytes").set(filter.numBytes());
    longMetric("expectedFppPpm").set(Math.round(expectedFpp * 1e6));
    if (expectedFpp > USELESS_FPP) {
      return skip("it would pass " + expectedFpp + " of the rows that match nothing");
    }

    return Optional.of(filter);
  }

  private Optional<SplitBlockBloomFilter> skip(String reason) {
    LOG.info("Join filter on {} is skipped: {}", keys, reason);
    longMetric("numSkipped").set(1);

    return Optional.empty();
  }

  /** The exact number of rows of the shuffle, running it first where that was not done. */
  private static long shuffledRows(SparkPlan plan) throws Exception {
    if (plan instanceof AQEShuffleReadExec read) {
      return shuffledRows(read.child());
    }
    if (plan instanceof ReusedExchangeExec reused) {
      return shuffledRows(reused.child());
    }
    if (plan instanceof ShuffleQueryStageExec stage) {
      return rows(stage.getRuntimeStatistics());
    }
    if (plan instanceof ShuffleExchangeLike exchange) {
      SparkCompat.awaitShuffle(exchange);
      return rows(exchange.runtimeStatistics());
    }

    throw new IllegalStateException("a join filter is built from a shuffle, not from " + plan);
  }

  private static long rows(Statistics measured) {
    return measured.rowCount().get().toLong();
  }

  private static SplitBlockBloomFilter merge(
      RDD<InternalRow> input, FilterAggregate aggregate, long numBytes) {
    int numPartials = input.getNumPartitions();
    if (numPartials == 0) {
      return aggregate.createAggregationBuffer();
    }

    // Bytes, as they are known to every serialiser that Spark can be set to.
    JavaRDD<byte[]> partials =
        new JavaRDD<>(input, ClassTag$.MODULE$.<InternalRow>apply(InternalRow.class))
            .mapPartitions(rows -> List.of(partial(aggregate, rows)).iterator());
    byte[] merged =
        numPartials * numBytes <= MAX_DRIVER_MERGE_BYTES
            ? partials.reduce(JoinFilterBuildExec::mergeEncoded)
            : partials.treeReduce(JoinFilterBuildExec::mergeEncoded, 2);

    return SplitBlockBloomFilter.decode(merged);
  }

  private static byte[] partial(FilterAggregate aggregate, java.util.Iterator<InternalRow> rows) {
    SplitBlockBloomFilter buffer = aggregate.createAggregationBuffer();
    while (rows.hasNext()) {
      buffer = aggregate.update(buffer, rows.next());
    }

    return aggregate.serialize(buffer);
  }

  private static byte[] mergeEncoded(byte[] left, byte[] right) {
    return SplitBlockBloomFilter.decode(left)
        .merge(SplitBlockBloomFilter.wrap(right, 0, right.length))
        .encode();
  }

  private void postMetrics() {
    SQLMetrics.postDriverMetricUpdates(
        sparkContext(),
        sparkContext().getLocalProperty(SQLExecution.EXECUTION_ID_KEY()),
        metrics().values().toSeq());
  }

  @Override
  public RDD<InternalRow> doExecute() {
    throw new UnsupportedOperationException(
        "A join filter is broadcast, never read as a distributed result: " + this);
  }

  @Override
  public void resetMetrics() {
    // As with Spark's broadcast: what is built is not built again, so its numbers stay true.
  }

  @Override
  public Seq<SparkPlan> children() {
    return ScalaSeqs.of(child);
  }

  @Override
  public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
    return new JoinFilterBuildExec(keys, fpp, maxFilterBytes, newChildren.apply(0));
  }

  @Override
  public Seq<Attribute> output() {
    return FilterRow.OUTPUT;
  }

  @Override
  public AttributeSet producedAttributes() {
    return outputSet();
  }

  @Override
  public scala.collection.Iterator<Object> stringArgs() {
    return ScalaSeqs.<Object>of(keys, "fpp=" + fpp).iterator();
  }

  @Override
  public int productArity() {
    return 4;
  }

  @Override
  public Object productElement(int n) {
    return switch (n) {
      case 0 -> keys;
      case 1 -> fpp;
      case 2 -> maxFilterBytes;
      case 3 -> child;
      default -> throw new IndexOutOfBoundsException(n);
    };
  }

  @Override
  public boolean canEqual(Object that) {
    return that instanceof JoinFilterBuildExec;
  }

  @Override
  public boolean equals(Object that) {
    return that instanceof JoinFilterBuildExec other
        && keys.equals(other.keys)
        && Double.compare(fpp, other.fpp) == 0
        && maxFilterBytes == other.maxFilterBytes
        && child.equals(other.child);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, fpp, maxFilterBytes, child);
  }
}
