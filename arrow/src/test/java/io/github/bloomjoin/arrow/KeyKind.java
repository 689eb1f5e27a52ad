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
package io.github.bloomjoin.arrow;

import io.github.bloomjoin.core.hash.KeyHashing;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** A type of vector that holds keys, with random values of it and what they must hash to. */
record KeyKind(String name, ArrowType type, List<KeyKind> children, Filler filler) {
  /** Puts a random value into a row that is not null, and tells how it chains onto a hash. */
  interface Filler {
    LongUnaryOperator put(FieldVector vector, int row, Random random);
  }

  private static final float[] FLOATS = {0.0f, -0.0f, Float.NaN, Float.intBitsToFloat(0x7fc00001)};

  private static final double[] DOUBLES = {
    0.0, -0.0, Double.NaN, Double.longBitsToDouble(0xfff8000000000001L)
  };

  static final KeyKind INT =
      new KeyKind(
          "int",
          new ArrowType.Int(32, true),
          (vector, row, random) -> {
            int value = random.nextInt(20) == 0 ? Integer.MIN_VALUE : random.nextInt();
            ((IntVector) vector).setSafe(row, value);
            return hash -> KeyHashing.hashInt(value, hash);
          });

  static final KeyKind LONG =
      new KeyKind(
          "long",
          new ArrowType.Int(64, true),
          (vector, row, random) -> {
            long value = random.nextLong();
            ((BigIntVector) vector).setSafe(row, value);
            return hash -> KeyHashing.hashLong(value, hash);
          });

  static final KeyKind STRING =
      new KeyKind(
          "string",
          ArrowType.Utf8.INSTANCE,
          (vector, row, random) -> {
            byte[] value = bytes(random);
            ((VarCharVector) vector).setSafe(row, value);
            return hash -> KeyHashing.hashBytes(value, hash);
          });

  private KeyKind(String name, ArrowType type, Filler filler) {
    this(name, type, List.of(), filler);
  }

  /** Every type that holds keys, and some that hold others of them. */
  static Stream<KeyKind> all() {
    List<KeyKind> atomic = atomic();
    List<KeyKind> all = new ArrayList<>(atomic);
    all.add(struct(atomic.toArray(KeyKind[]::new)));
    all.add(struct(INT, struct(STRING, list(LONG)), STRING));
    all.add(struct());
    all.add(list(INT));
    all.add(list(STRING));
    all.add(list(struct(INT, STRING)));
    all.add(list(list(LONG)));
    all.add(largeList(STRING));
    all.add(fixedSizeList(INT, 3));
    all.add(fixedSizeList(STRING, 2));
    all.add(fixedSizeList(INT, 0));

    return all.stream();
  }

  private static List<KeyKind> atomic() {
    return List.of(
        INT,
        LONG,
        STRING,
        new KeyKind(
            "boolean",
            ArrowType.Bool.INSTANCE,
            (vector, row, random) -> {
              int value = random.nextInt(2);
              ((BitVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashInt(value, hash);
            }),
        new KeyKind(
            "byte",
            new ArrowType.Int(8, true),
            (vector, row, random) -> {
              byte value = (byte) random.nextInt();
              ((TinyIntVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashInt(value, hash);
            }),
        new KeyKind(
            "short",
            new ArrowType.Int(16, true),
            (vector, row, random) -> {
              short value = (short) random.nextInt();
              ((SmallIntVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashInt(value, hash);
            }),
        new KeyKind(
            "date",
            new ArrowType.Date(DateUnit.DAY),
            (vector, row, random) -> {
              int value = random.nextInt();
              ((DateDayVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashInt(value, hash);
            }),
        new KeyKind(
            "year-month interval",
            new ArrowType.Interval(IntervalUnit.YEAR_MONTH),
            (vector, row, random) -> {
              int value = random.nextInt();
              ((IntervalYearVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashInt(value, hash);
            }),
        timestamp("timestamp", "UTC"),
        timestamp("timestamp without time zone", null),
        new KeyKind(
            "day-time interval",
            new ArrowType.Duration(TimeUnit.MICROSECOND),
            (vector, row, random) -> {
              long value = random.nextLong();
              ((DurationVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashLong(value, hash);
            }),
        new KeyKind(
            "float",
            new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE),
            (vector, row, random) -> {
              int special = random.nextInt(10);
              float value = special < FLOATS.length ? FLOATS[special] : random.nextFloat();
              ((Float4Vector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashFloat(value, hash);
            }),
        new KeyKind(
            "double",
            new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
            (vector, row, random) -> {
              int special = random.nextInt(10);
              double value = special < DOUBLES.length ? DOUBLES[special] : random.nextDouble();
              ((Float8Vector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashDouble(value, hash);
            }),
        decimal(1, 0),
        decimal(9, 2),
        decimal(18, 4),
        decimal(19, 0),
        decimal(38, 10),
        new KeyKind(
            "binary",
            ArrowType.Binary.INSTANCE,
            (vector, row, random) -> {
              byte[] value = bytes(random);
              ((VarBinaryVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashBytes(value, hash);
            }),
        new KeyKind(
            "large string",
            ArrowType.LargeUtf8.INSTANCE,
            (vector, row, random) -> {
              byte[] value = bytes(random);
              ((LargeVarCharVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashBytes(value, hash);
            }),
        new KeyKind(
            "large binary",
            ArrowType.LargeBinary.INSTANCE,
            (vector, row, random) -> {
              byte[] value = bytes(random);
              ((LargeVarBinaryVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashBytes(value, hash);
            }),
        new KeyKind(
            "string view",
            ArrowType.Utf8View.INSTANCE,
            (vector, row, random) -> {
              byte[] value = bytes(random);
              ((ViewVarCharVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashBytes(value, hash);
            }),
        new KeyKind(
            "binary view",
            ArrowType.BinaryView.INSTANCE,
            (vector, row, random) -> {
              byte[] value = bytes(random);
              ((ViewVarBinaryVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashBytes(value, hash);
            }),
        new KeyKind(
            "fixed-size binary",
            new ArrowType.FixedSizeBinary(16),
            (vector, row, random) -> {
              byte[] value = new byte[16];
              random.nextBytes(value);
              ((FixedSizeBinaryVector) vector).setSafe(row, value);
              return hash -> KeyHashing.hashBytes(value, hash);
            }));
  }

  private static KeyKind timestamp(String name, String zone) {
    return new KeyKind(
        name,
        new ArrowType.Timestamp(TimeUnit.MICROSECOND, zone),
        (vector, row, random) -> {
          long value = random.nextLong();
          ((TimeStampVector) vector).setSafe(row, value);
          return hash -> KeyHashing.hashLong(value, hash);
        });
  }

  private static KeyKind decimal(int precision, int scale) {
    BigInteger limit = BigInteger.TEN.pow(precision);
    return new KeyKind(
        "decimal(" + precision + "," + scale + ")",
        new ArrowType.Decimal(precision, scale, 128),
        (vector, row, random) -> {
          // Of every size, and where the number of bytes changes: ±2^k and their neighbours.
          BigInteger power = BigInteger.ONE.shiftLeft(random.nextInt(limit.bitLength()));
          BigInteger near =
              random.nextBoolean()
                  ? power.add(BigInteger.valueOf(random.nextInt(3) - 1L))
                  : new BigInteger(power.bitLength(), random);
          BigInteger value = (random.nextBoolean() ? near : near.negate()).remainder(limit);
          ((DecimalVector) vector).setSafe(row, new BigDecimal(value, scale));
          return hash -> KeyHashing.hashDecimal(value, precision, hash);
        });
  }

  static KeyKind struct(KeyKind... fields) {
    return new KeyKind(
        "struct" + names(fields),
        ArrowType.Struct.INSTANCE,
        List.of(fields),
        (vector, row, random) -> {
          StructVector struct = (StructVector) vector;
          struct.setIndexDefined(row);
          LongUnaryOperator chain = LongUnaryOperator.identity();
          for (int i = 0; i < fields.length; i++) {
            FieldVector field = struct.getChildrenFromFields().get(i);
            chain = chain.andThen(fields[i].putOrNull(field, row, random));
          }
          return chain;
        });
  }

  static KeyKind list(KeyKind element) {
    return new KeyKind(
        "list" + names(element),
        ArrowType.List.INSTANCE,
        List.of(element),
        (vector, row, random) -> {
          ListVector list = (ListVector) vector;
          int size = random.nextInt(4);
          int start = list.startNewValue(row);
          LongUnaryOperator chain = element.putRun(list.getDataVector(), start, size, random);
          list.endValue(row, size);
          return chain;
        });
  }

  private static KeyKind largeList(KeyKind element) {
    return new KeyKind(
        "large list" + names(element),
        ArrowType.LargeList.INSTANCE,
        List.of(element),
        (vector, row, random) -> {
          LargeListVector list = (LargeListVector) vector;
          int size = random.nextInt(4);
          int start = (int) list.startNewValue(row);
          LongUnaryOperator chain = element.putRun(list.getDataVector(), start, size, random);
          list.endValue(row, size);
          return chain;
        });
  }

  private static KeyKind fixedSizeList(KeyKind element, int size) {
    return new KeyKind(
        "list of " + size + names(element),
        new ArrowType.FixedSizeList(size),
        List.of(element),
        (vector, row, random) -> {
          FixedSizeListVector list = (FixedSizeListVector) vector;
          int start = list.startNewValue(row);
          return element.putRun(list.getDataVector(), start, size, random);
        });
  }

  private static String names(KeyKind... kinds) {
    return Arrays.stream(kinds).map(KeyKind::name).toList().toString();
  }

  /** Of every length that is hashed or stored in a way of its own. */
  private static byte[] bytes(Random random) {
    byte[] value = new byte[random.nextInt(random.nextInt(5) == 0 ? 200 : 20)];
    random.nextBytes(value);
    return value;
  }

  Field field(String name) {
    return field(name, Map.of());
  }

  Field field(String name, Map<String, String> metadata) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < children.size(); i++) {
      fields.add(children.get(i).field("c" + i));
    }
    return new Field(name, new FieldType(true, type, null, metadata), fields);
  }

  LongUnaryOperator put(FieldVector vector, int row, Random random) {
    return filler.put(vector, row, random);
  }

  /** A null in one of four cases, half of the nulls over a value that must not be seen. */
  private LongUnaryOperator putOrNull(FieldVector vector, int row, Random random) {
    int dice = random.nextInt(8);
    if (dice > 0) {
      LongUnaryOperator value = put(vector, row, random);
      if (dice > 1) {
        return value;
      }
    }
    vector.setNull(row);
    return LongUnaryOperator.identity();
  }

  private LongUnaryOperator putRun(FieldVector elements, int start, int size, Random random) {
    LongUnaryOperator chain = LongUnaryOperator.identity();
    for (int i = start; i < start + size; i++) {
      chain = chain.andThen(putOrNull(elements, i, random));
    }
    if (elements.getValueCount() < start + size) {
      elements.setValueCount(start + size);
    }
    return chain;
  }

  @Override
  public String toString() {
    return name;
  }
}
