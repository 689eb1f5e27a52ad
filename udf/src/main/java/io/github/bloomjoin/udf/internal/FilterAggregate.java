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
package io.github.bloomjoin.udf.internal;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.ImperativeAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * Aggregates keys into an encoded {@link SplitBlockBloomFilter}: a partial filter per task, merged
 * bit by bit. A row whose key has a null field adds nothing. The result is never null; over no rows
 * it is an empty filter.
 *
 * <p>All partial filters are allocated at the size of the whole, since filters that were each sized
 * for their own keys cannot be merged without losing their precision.
 */
public final class FilterAggregate extends TypedImperativeAggregate<SplitBlockBloomFilter>
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Seq<Expression> keys;
  private final long expectedKeys;
  private final double fpp;
  private final int mutableAggBufferOffset;
  private final int inputAggBufferOffset;
  private transient KeyHash keyHash;

  /**
   * An aggregate over the given keys.
   *
   * @param keys the fields of the key, at least one
   * @param expectedKeys the number of distinct keys over all rows, at least 0
   * @param fpp the false-positive probability at that number of keys, in (0, 1)
   */
  public FilterAggregate(Seq<Expression> keys, long expectedKeys, double fpp) {
    this(keys, expectedKeys, fpp, 0, 0);
  }

  /** Mirrors the product elements, as Catalyst copies nodes by their public constructor. */
  public FilterAggregate(
      Seq<Expression> keys,
      long expectedKeys,
      double fpp,
      int mutableAggBufferOffset,
      int inputAggBufferOffset) {
    this.keys = keys;
    this.expectedKeys = expectedKeys;
    this.fpp = fpp;
    this.mutableAggBufferOffset = mutableAggBufferOffset;
    this.inputAggBufferOffset = inputAggBufferOffset;
  }

  @Override
  public SplitBlockBloomFilter createAggregationBuffer() {
    return SplitBlockBloomFilter.create(expectedKeys, fpp);
  }

  @Override
  public SplitBlockBloomFilter update(SplitBlockBloomFilter buffer, InternalRow input) {
    if (keyHash == null) {
      keyHash = KeyHash.ofBound(keys);
    }
    if (keyHash.next(input)) {
      buffer.addHash(keyHash.hash());
    }

    return buffer;
  }

  @Override
  public SplitBlockBloomFilter merge(SplitBlockBloomFilter buffer, SplitBlockBloomFilter input) {
    return buffer.merge(input);
  }

  @Override
  public byte[] eval(SplitBlockBloomFilter buffer) {
    return buffer.encode();
  }

  @Override
  public byte[] serialize(SplitBlockBloomFilter buffer) {
    return buffer.encode();
  }

  @Override
  public SplitBlockBloomFilter deserialize(byte[] storageFormat) {
    return SplitBlockBloomFilter.decode(storageFormat);
  }

  @Override
  public TypeCheckResult checkInputDataTypes() {
    if (keys.isEmpty()) {
      return new TypeCheckResult.TypeCheckFailure(prettyName() + " needs at least one key");
    }
    for (Expression key : ScalaSeqs.toJava(keys)) {
      if (!KeyHash.isHashable(key.dataType())) {
        return new TypeCheckResult.TypeCheckFailure(
            prettyName()
                + " cannot hash the key "
                + key.sql()
                + " of type "
                + key.dataType().sql()
                + ": equal values of that type can differ in their bytes, or it cannot be compared"
                + " at all; cast it to a type such as BIGINT, STRING or BINARY");
      }
    }
    return TypeCheckResult.TypeCheckSuccess$.MODULE$;
  }

  @Override
  public DataType dataType() {
    return DataTypes.BinaryType;
  }

  @Override
  public boolean nullable() {
    return false;
  }

  @Override
  public String prettyName() {
    return "bloom_filter_build";
  }

  @Override
  public Seq<Expression> children() {
    return keys;
  }

  @Override
  public Expression withNewChildrenInternal(IndexedSeq<Expression> newChildren) {
    return new FilterAggregate(
        newChildren.toList(), expectedKeys, fpp, mutableAggBufferOffset, inputAggBufferOffset);
  }

  @Override
  public int mutableAggBufferOffset() {
    return mutableAggBufferOffset;
  }

  @Override
  public int inputAggBufferOffset() {
    return inputAggBufferOffset;
  }

  @Override
  public ImperativeAggregate withNewMutableAggBufferOffset(int newOffset) {
    return new FilterAggregate(keys, expectedKeys, fpp, newOffset, inputAggBufferOffset);
  }

  @Override
  public ImperativeAggregate withNewInputAggBufferOffset(int newOffset) {
    return new FilterAggregate(keys, expectedKeys, fpp, mutableAggBufferOffset, newOffset);
  }

  @Override
  public int productArity() {
    return 5;
  }

  @Override
  public Object productElement(int n) {
    return switch (n) {
      case 0 -> keys;
      case 1 -> expectedKeys;
      case 2 -> fpp;
      case 3 -> mutableAggBufferOffset;
      case 4 -> inputAggBufferOffset;
      default -> throw new IndexOutOfBoundsException(n);
    };
  }

  @Override
  public boolean canEqual(Object that) {
    return that instanceof FilterAggregate;
  }

  @Override
  public boolean equals(Object that) {
    return that instanceof FilterAggregate other
        && keys.equals(other.keys)
        && expectedKeys == other.expectedKeys
        && Double.compare(fpp, other.fpp) == 0
        && mutableAggBufferOffset == other.mutableAggBufferOffset
        && inputAggBufferOffset == other.inputAggBufferOffset;
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, expectedKeys, fpp, mutableAggBufferOffset, inputAggBufferOffset);
  }

  @Override
  public String toString() {
    List<Expression> list = ScalaSeqs.toJava(keys);
    StringBuilder text = new StringBuilder(prettyName()).append('(');
    for (int i = 0; i < list.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(list.get(i));
    }

    return text.append(')').toString();
  }
}
