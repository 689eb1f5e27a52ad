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

import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.Objects;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.execution.SparkPlan;
import scala.Tuple2;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * Stands for a join filter whose build side adaptive execution has not begun to run. It gives no
 * filter: when it ends, Spark plans again, and the plan made then has the {@link
 * JoinFilterBuildExec} on the running build side. Where Spark keeps the old plan all the same, the
 * probe side runs unfiltered.
 *
 * <p>The build side cannot stand here itself. Adaptive execution would run it once, as it should,
 * but in two stages that both report its failure, and an error of a query would then come wrapped.
 */
public final class JoinFilterPendingExec extends SparkPlan {
  private static final long serialVersionUID = 1L;

  private final String keys;
  private final long planning;
  private final Seq<SparkPlan> waitsFor;

  /**
   * A filter to come.
   *
   * @param keys the build side's join keys, for the reader of a plan
   * @param planning a number for each time a plan is made, so that Spark takes none of an earlier
   *     one for it, which has ended and would bring no new plan
   * @param waitsFor what has to end before the build side can start; empty if it can start now
   */
  public JoinFilterPendingExec(String keys, long planning, Seq<SparkPlan> waitsFor) {
    this.keys = keys;
    this.planning = planning;
    this.waitsFor = waitsFor;
  }

  @Override
  public Tuple2<Object, scala.collection.Iterator<InternalRow>> executeCollectIterator() {
    return FilterRow.of(0);
  }

  @Override
  public RDD<InternalRow> doExecute() {
    throw new UnsupportedOperationException(
        "A join filter is broadcast, never read as a distributed result: " + this);
  }

  @Override
  public Seq<SparkPlan> children() {
    return waitsFor;
  }

  @Override
  public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
    return new JoinFilterPendingExec(keys, planning, newChildren);
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
    return ScalaSeqs.<Object>of(keys).iterator();
  }

  @Override
  public int productArity() {
    return 3;
  }

  @Override
  public Object productElement(int n) {
    return switch (n) {
      case 0 -> keys;
      case 1 -> planning;
      case 2 -> waitsFor;
      default -> throw new IndexOutOfBoundsException(n);
    };
  }

  @Override
  public boolean canEqual(Object that) {
    return that instanceof JoinFilterPendingExec;
  }

  @Override
  public boolean equals(Object that) {
    return that instanceof JoinFilterPendingExec other
        && keys.equals(other.keys)
        && planning == other.planning
        && waitsFor.equals(other.waitsFor);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, planning, waitsFor);
  }
}
