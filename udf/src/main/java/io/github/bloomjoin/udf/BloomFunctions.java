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
package io.github.bloomjoin.udf;

import io.github.bloomjoin.core.sizing.FilterSizing;
import io.github.bloomjoin.udf.internal.ColumnCompat;
import io.github.bloomjoin.udf.internal.FilterAggregate;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.Expression;

/** Column functions on Bloom filters, in the manner of {@code org.apache.spark.sql.functions}. */
public final class BloomFunctions {
  private BloomFunctions() {}

  /**
   * Aggregate function: the encoded Bloom filter of the keys of all rows, as binary. A row whose
   * key has a null field adds nothing; over no rows the filter is empty. The key fields are hashed
   * as one composite key, in order.
   *
   * <p>The columns belong to a classic session; a Spark Connect client cannot send them.
   *
   * @param expectedKeys the number of distinct keys, at least 0
   * @param fpp the false-positive probability at that number of keys, in (0, 1)
   * @param keys the fields of the key, at least one
   * @throws IllegalArgumentException if {@code expectedKeys} or {@code fpp} is out of range
   */
  public static Column bloomFilterBuild(long expectedKeys, double fpp, Column... keys) {
    // Fails here, with a message on the driver, rather than in the first task.
    FilterSizing.numBlocks(expectedKeys, fpp);
    List<Expression> expressions = new ArrayList<>(keys.length);
    for (Column key : keys) {
      expressions.add(ColumnCompat.expression(key));
    }

    return ColumnCompat.aggregateColumn(
        new FilterAggregate(ScalaSeqs.from(expressions), expectedKeys, fpp));
  }
}
