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

import io.github.bloomjoin.core.hash.KeyHashing;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.XxHash64;
import org.apache.spark.sql.catalyst.util.UnsafeRowUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import scala.collection.immutable.Seq;

/**
 * Hashes join keys on Spark's rows, after the specification that {@link KeyHashing} names: the
 * generated code of Spark's own {@code xxhash64} expression with seed 0, which equals XXH64 of
 * Parquet's plain encoding for single numeric, string and binary keys and chains the fields of
 * composite keys.
 *
 * <p>A key with a null field equals no other key under {@code =}; it has no hash.
 *
 * <p>Not thread-safe: one instance serves one task.
 */
public final class KeyHash {
  private final UnsafeProjection projection;
  private UnsafeRow current;

  private KeyHash(UnsafeProjection projection) {
    this.projection = projection;
  }

  /**
   * A hasher for keys that are already bound to their input row.
   *
   * @param boundKeys at least one expression, each of a {@linkplain #isHashable hashable} type
   */
  public static KeyHash ofBound(Seq<Expression> boundKeys) {
    return new KeyHash(UnsafeProjection.create(ScalaSeqs.of(hashOrNull(boundKeys))));
  }

  /**
   * A hasher for keys over rows of the given attributes.
   *
   * @param keys at least one expression, each of a {@linkplain #isHashable hashable} type
   * @param input the attributes of the rows that will be hashed
   */
  public static KeyHash of(Seq<Expression> keys, Seq<Attribute> input) {
    return new KeyHash(UnsafeProjection.create(ScalaSeqs.of(hashOrNull(keys)), input));
  }

  /**
   * Moves to the key of {@code row}.
   *
   * @return false if a field of the key is null, so that the key equals no key and has no hash
   */
  public boolean next(InternalRow row) {
    current = projection.apply(row);
    return !current.isNullAt(0);
  }

  /** The hash of the key that the last {@link #next} call moved to, if that returned true. */
  public long hash() {
    return current.getLong(0);
  }

  /**
   * Whether equal values of the type always have equal hashes, so that a filter can never lose a
   * match. False for strings under a collation that calls different bytes equal, for maps, variants
   * and every type not known to be safe.
   */
  public static boolean isHashable(DataType type) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        if (!isHashable(field.dataType())) {
          return false;
        }
      }

      return struct.fields().length > 0;
    }
    if (type instanceof ArrayType array) {
      return isHashable(array.elementType());
    }
    if (type instanceof StringType) {
      return UnsafeRowUtils.isBinaryStable(type);
    }

    return type instanceof BooleanType
        || type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof DecimalType
        || type instanceof BinaryType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType
        || type instanceof YearMonthIntervalType
        || type instanceof DayTimeIntervalType;
  }

  private static Expression hashOrNull(Seq<Expression> keys) {
    Expression hash = new XxHash64(keys, KeyHashing.SEED);
    Expression anyNull = null;
    for (Expression key : ScalaSeqs.toJava(keys)) {
      if (key.nullable()) {
        Expression isNull = new IsNull(key);
        anyNull = anyNull == null ? isNull : new Or(anyNull, isNull);
      }
    }

    return anyNull == null ? hash : new If(anyNull, Literal.create(null, DataTypes.LongType), hash);
  }
}
