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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.testing.SparkTestBase;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.junit.jupiter.api.Test;
import scala.reflect.ClassTag$;

/** What the probe does with filters that are absent, broken or empty. */
class ProbeTaskTest extends SparkTestBase {
  private final SQLMetric output = SQLMetrics.createMetric(spark.sparkContext(), "output");
  private final SQLMetric tested = SQLMetrics.createMetric(spark.sparkContext(), "tested");
  private final SQLMetric dropped = SQLMetrics.createMetric(spark.sparkContext(), "dropped");
  private final SQLMetric untested = SQLMetrics.createMetric(spark.sparkContext(), "untested");

  @Test
  void keepsWhatMayMatchAndDropsNulls() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(10, 0.0001);
    filter.addLong(3).addLong(5);

    assertThat(probe(FilterBytes.of(filter), 1L, 3L, null, 4L, 5L)).containsExactly(3L, 5L);
  }

  @Test
  void dropsAllByAnEmptyFilter() {
    SplitBlockBloomFilter empty = SplitBlockBloomFilter.create(0, 0.01);

    assertThat(probe(FilterBytes.of(empty), 1L, null, 3L)).isEmpty();
  }

  @Test
  void passesAllWithoutAFilter() {
    assertThat(longs(task(null).probe(rows(1L, null)))).containsExactly(1L, null);
  }

  @Test
  void passesAllByABroadcastThatIsLost() {
    Broadcast<byte[]> broadcast =
        broadcast(FilterBytes.of(SplitBlockBloomFilter.create(10, 0.01).addLong(3)));
    broadcast.destroy();

    assertThat(longs(task(broadcast).probe(rows(1L, 3L)))).containsExactly(1L, 3L);
  }

  @Test
  void passesAllByBytesThatAreNoFilter() {
    byte[] encoded = FilterBytes.of(SplitBlockBloomFilter.create(10, 0.01).addLong(3));
    for (int spoiled : new int[] {16, 24, 57, 109}) {
      byte[] bytes = encoded.clone();
      bytes[spoiled] ^= 1;
      assertThat(probe(bytes, 1L, 3L)).containsExactly(1L, 3L);
    }
    for (int length : new int[] {0, 15, 16, 17, 111, encoded.length - 1}) {
      assertThat(probe(Arrays.copyOf(encoded, length), 1L, 3L)).containsExactly(1L, 3L);
    }
  }

  @Test
  void readsTheFilterInPlace() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(1000, 0.01).addLong(3);
    byte[] bytes = FilterBytes.of(filter);

    assertThat(FilterBytes.read(bytes)).isEqualTo(filter);
    assertThatThrownBy(() -> FilterBytes.read(bytes).addLong(4))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void countsWhenAsked() {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(10, 0.0001).addLong(3);
    Iterator<InternalRow> rows = task(broadcast(FilterBytes.of(filter))).probe(rows(3L));
    assertThat(rows.hasNext()).isTrue();
    assertThat(rows.hasNext()).isTrue();
    assertThat(rows.next().getLong(0)).isEqualTo(3);
    assertThat(rows.hasNext()).isFalse();
    assertThatThrownBy(rows::next).isInstanceOf(NoSuchElementException.class);
  }

  private List<Long> probe(byte[] filter, Long... keys) {
    return longs(task(broadcast(filter)).probe(rows(keys)));
  }

  private ProbeTask task(Broadcast<byte[]> broadcast) {
    Attribute key =
        new AttributeReference(
            "k",
            DataTypes.LongType,
            true,
            Metadata.empty(),
            NamedExpression.newExprId(),
            ScalaSeqs.of());
    return new ProbeTask(
        ScalaSeqs.of(key), ScalaSeqs.of(key), broadcast, output, tested, dropped, untested);
  }

  private Broadcast<byte[]> broadcast(byte[] bytes) {
    return spark.sparkContext().broadcast(bytes, ClassTag$.MODULE$.apply(byte[].class));
  }

  private static Iterator<InternalRow> rows(Long... keys) {
    List<InternalRow> rows = new ArrayList<>();
    for (Long key : keys) {
      rows.add(new GenericInternalRow(new Object[] {key}));
    }

    return rows.iterator();
  }

  private static List<Long> longs(Iterator<InternalRow> rows) {
    List<Long> longs = new ArrayList<>();
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      longs.add(row.isNullAt(0) ? null : row.getLong(0));
    }

    return longs;
  }
}
