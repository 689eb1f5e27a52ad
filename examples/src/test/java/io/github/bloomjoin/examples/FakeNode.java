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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** A plan node with a name, children and metrics; two with the same of all three are equal. */
final class FakeNode extends SparkPlan {
  private static final long serialVersionUID = 1L;

  private final transient String name;
  private final transient Map<String, Long> values;
  private final transient List<SparkPlan> children;

  FakeNode(String name, Map<String, Long> values, SparkPlan... children) {
    this.name = name;
    this.values = values;
    this.children = List.of(children);
  }

  @Override
  public String nodeName() {
    return name;
  }

  @Override
  public scala.collection.immutable.Map<String, SQLMetric> metrics() {
    Map<String, SQLMetric> metrics = new HashMap<>();
    values.forEach(
        (key, value) -> {
          SQLMetric metric = new SQLMetric("sum", 0);
          metric.set(value);
          metrics.put(key, metric);
        });
    return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(metrics));
  }

  @Override
  public Seq<SparkPlan> children() {
    return CollectionConverters.asScala(children).toList();
  }

  @Override
  public Seq<Attribute> output() {
    return CollectionConverters.asScala(List.<Attribute>of()).toList();
  }

  @Override
  public RDD<InternalRow> doExecute() {
    throw new UnsupportedOperationException("a fake does not run");
  }

  @Override
  public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
    return new FakeNode(
        name, values, CollectionConverters.asJava(newChildren).toArray(SparkPlan[]::new));
  }

  @Override
  public int productArity() {
    return 2;
  }

  @Override
  public Object productElement(int index) {
    return index == 0 ? name : children();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof FakeNode;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FakeNode that
        && name.equals(that.name)
        && values.equals(that.values)
        && children.equals(that.children);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, values, children);
  }
}
