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

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.testing.Plans;
import io.github.bloomjoin.testing.SparkTestBase;
import io.github.bloomjoin.udf.internal.FilterAggregate;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.physical.IdentityBroadcastMode$;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import scala.reflect.ClassTag$;

/** What Catalyst takes for granted of every node, and Scala's case classes give for free. */
class NodeContractTest extends SparkTestBase {
  static List<TreeNode<?>> nodes() {
    return new NodeContractTest().create(1);
  }

  private List<TreeNode<?>> create(int seed) {
    SparkPlan probeSide = Plans.executedPlan(spark.range(10L * seed).toDF("a"));
    SparkPlan buildSide = Plans.executedPlan(spark.range(20L * seed).toDF("b"));
    JoinFilterBuildExec build =
        new JoinFilterBuildExec(keys(buildSide), 0.01 / seed, 1024L * seed, buildSide);
    JoinFilterProbeExec probe =
        new JoinFilterProbeExec(
            keys(probeSide),
            probeSide,
            new BroadcastExchangeExec(IdentityBroadcastMode$.MODULE$, build));
    JoinFilterPendingExec pending = new JoinFilterPendingExec("[b]", seed, ScalaSeqs.of(buildSide));
    FilterAggregate aggregate =
        new FilterAggregate(keys(buildSide), 100L * seed, 0.01, seed, 2 * seed);

    return List.of(build, probe, pending, aggregate);
  }

  private static scala.collection.immutable.Seq<Expression> keys(SparkPlan plan) {
    return ScalaSeqs.from(ScalaSeqs.toJava(plan.output()));
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void productMirrorsAPublicConstructor(TreeNode<?> node) throws Exception {
    Object[] elements = new Object[node.productArity()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = node.productElement(i);
    }
    Constructor<?> constructor =
        Arrays.stream(node.getClass().getConstructors())
            .filter(c -> c.getParameterCount() == elements.length)
            .findFirst()
            .orElseThrow();

    assertThat(constructor.newInstance(elements)).isEqualTo(node).hasSameHashCodeAs(node);
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void cloneIsEqualAndAnotherObject(TreeNode<?> node) {
    Object copy = node.clone();

    assertThat(copy).isEqualTo(node).isNotSameAs(node);
  }

  @ParameterizedTest
  @MethodSource("nodes")
  @SuppressWarnings({"unchecked", "rawtypes"})
  void newChildrenGiveANewNode(TreeNode<?> node) {
    TreeNode raw = node;
    Object childrenBefore = raw.children();
    TreeNode other =
        create(2).stream().filter(n -> n.getClass() == node.getClass()).findFirst().orElseThrow();

    TreeNode changed = raw.withNewChildren(other.children());

    assertThat(changed.children()).isEqualTo(other.children());
    assertThat(changed).isNotEqualTo(node);
    assertThat(raw.children()).isEqualTo(childrenBefore);
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void differsInEachElement(TreeNode<?> node) {
    for (TreeNode<?> other : create(2)) {
      assertThat(node).isNotEqualTo(other);
    }
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void canonicalFormIsTheSameForEqualMeaning(TreeNode<?> node) {
    TreeNode<?> again =
        create(1).stream().filter(n -> n.getClass() == node.getClass()).findFirst().orElseThrow();

    if (node instanceof SparkPlan plan) {
      assertThat(plan.canonicalized()).isEqualTo(((SparkPlan) again).canonicalized());
    }
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void survivesJavaSerialisation(TreeNode<?> node) {
    var serializer = SparkEnv.get().closureSerializer().newInstance();
    Object copy =
        serializer.deserialize(
            serializer.serialize(node, ClassTag$.MODULE$.apply(Object.class)),
            ClassTag$.MODULE$.apply(Object.class));

    assertThat(copy).isInstanceOf(node.getClass());
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void printsItsKeys(TreeNode<?> node) {
    assertThat(node.simpleString(25)).containsPattern("[\\[(][ab]");
    assertThat(node.simpleString(25)).doesNotStartWith("!");
  }
}
