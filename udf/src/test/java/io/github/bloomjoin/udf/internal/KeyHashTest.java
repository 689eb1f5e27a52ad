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

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.core.hash.KeyHashing;
import java.math.BigInteger;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys on Spark's rows hash as the written specification says. */
final class KeyHashTest {
  private record Vector(DataType type, Object value, LongSupplier expected) {}

  static List<Vector> vectors() {
    BigInteger large = new BigInteger("-12345678901234567890123");
    return List.of(
        new Vector(DataTypes.ByteType, (byte) -7, () -> KeyHashing.hashInt(-7)),
        new Vector(DataTypes.ShortType, (short) -7, () -> KeyHashing.hashInt(-7)),
        new Vector(DataTypes.IntegerType, -7, () -> KeyHashing.hashInt(-7)),
        new Vector(DataTypes.LongType, -7L, () -> KeyHashing.hashLong(-7)),
        new Vector(DataTypes.BooleanType, true, () -> KeyHashing.hashInt(1)),
        new Vector(DataTypes.FloatType, -0f, () -> KeyHashing.hashFloat(0)),
        new Vector(DataTypes.DoubleType, Double.NaN, () -> KeyHashing.hashDouble(Double.NaN)),
        new Vector(DataTypes.DateType, -1, () -> KeyHashing.hashInt(-1)),
        new Vector(DataTypes.TimestampType, -5L, () -> KeyHashing.hashLong(-5)),
        new Vector(DataTypes.TimestampNTZType, 5L, () -> KeyHashing.hashLong(5)),
        new Vector(DayTimeIntervalType.DEFAULT(), 99L, () -> KeyHashing.hashLong(99)),
        new Vector(YearMonthIntervalType.DEFAULT(), 99, () -> KeyHashing.hashInt(99)),
        new Vector(
            DataTypes.StringType,
            UTF8String.fromString("Schlüssel"),
            () -> KeyHashing.hashString("Schlüssel")),
        new Vector(
            DataTypes.BinaryType,
            new byte[] {1, -1},
            () -> KeyHashing.hashBytes(new byte[] {1, -1})),
        new Vector(
            DataTypes.createDecimalType(18, 2),
            Decimal.apply(-1234L, 18, 2),
            () -> KeyHashing.hashDecimal(BigInteger.valueOf(-1234), 18)),
        new Vector(
            DataTypes.createDecimalType(30, 2),
            Decimal.apply(new java.math.BigDecimal(large, 2), 30, 2),
            () -> KeyHashing.hashDecimal(large, 30)),
        new Vector(
            DataTypes.createStructType(
                List.of(
                    DataTypes.createStructField("a", DataTypes.IntegerType, true),
                    DataTypes.createStructField("b", DataTypes.LongType, true),
                    DataTypes.createStructField("c", DataTypes.IntegerType, true))),
            new GenericInternalRow(new Object[] {3, null, 4}),
            () -> KeyHashing.hashInt(4, KeyHashing.hashInt(3))),
        new Vector(
            DataTypes.createArrayType(DataTypes.LongType),
            new GenericArrayData(new Object[] {3L, null, 4L}),
            () -> KeyHashing.hashLong(4, KeyHashing.hashLong(3))));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void hashesAsSpecified(Vector vector) {
    assertThat(KeyHash.isHashable(vector.type())).isTrue();
    Expression key = new BoundReference(0, vector.type(), true);
    KeyHash hash = KeyHash.ofBound(ScalaSeqs.of(key));
    InternalRow row = new GenericInternalRow(new Object[] {vector.value()});

    assertThat(hash.next(row)).isTrue();
    assertThat(hash.hash()).isEqualTo(vector.expected().getAsLong());
    assertThat(hash.next(new GenericInternalRow(new Object[] {null}))).isFalse();
  }
}
