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

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UuidVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no rule makes a key of, and what cannot be as it is. */
final class RefusedVectorsTest {
  private static final String MICROSECONDS = "bring it to microseconds first";
  private static final String SIGNED = "bring it to a signed type that holds its values first";
  private static final String NO_RULE = "there is no rule that turns its values into keys";

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void close() {
    allocator.close();
  }

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of(new ArrowType.Int(8, false), SIGNED),
        Arguments.of(new ArrowType.Int(16, false), SIGNED),
        Arguments.of(new ArrowType.Int(32, false), SIGNED),
        Arguments.of(new ArrowType.Int(64, false), SIGNED),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.SECOND, null), MICROSECONDS),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.MILLISECOND, null), MICROSECONDS),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.NANOSECOND, null), MICROSECONDS),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.SECOND, "UTC"), MICROSECONDS),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.MILLISECOND, "UTC"), MICROSECONDS),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"), MICROSECONDS),
        Arguments.of(new ArrowType.Duration(TimeUnit.SECOND), MICROSECONDS),
        Arguments.of(new ArrowType.Duration(TimeUnit.MILLISECOND), MICROSECONDS),
        Arguments.of(new ArrowType.Duration(TimeUnit.NANOSECOND), MICROSECONDS),
        Arguments.of(new ArrowType.Date(DateUnit.MILLISECOND), "bring it to days first"),
        Arguments.of(
            new ArrowType.FloatingPoint(FloatingPointPrecision.HALF),
            "bring it to single precision first"),
        Arguments.of(new ArrowType.Decimal(50, 2, 256), "bring it to 128 bits first"),
        Arguments.of(new ArrowType.Time(TimeUnit.SECOND, 32), NO_RULE),
        Arguments.of(new ArrowType.Time(TimeUnit.MILLISECOND, 32), NO_RULE),
        Arguments.of(new ArrowType.Time(TimeUnit.MICROSECOND, 64), NO_RULE),
        Arguments.of(new ArrowType.Time(TimeUnit.NANOSECOND, 64), NO_RULE),
        Arguments.of(new ArrowType.Interval(IntervalUnit.DAY_TIME), NO_RULE),
        Arguments.of(new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO), NO_RULE),
        Arguments.of(ArrowType.Null.INSTANCE, NO_RULE),
        Arguments.of(new ArrowType.Union(UnionMode.Sparse, null), NO_RULE),
        Arguments.of(new ArrowType.Union(UnionMode.Dense, null), NO_RULE));
  }

  @ParameterizedTest
  @MethodSource("types")
  void refusesTypesWithoutARule(ArrowType type, String wayOut) {
    refuses(new Field("k", FieldType.nullable(type), List.of()), "k", wayOut);
  }

  @ParameterizedTest
  @MethodSource("types")
  void refusesThemWithinOthers(ArrowType type, String wayOut) {
    Field child = new Field("c", FieldType.nullable(type), List.of());
    refuses(
        new Field("k", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(child)),
        "k.c",
        wayOut);
    refuses(
        new Field("k", FieldType.nullable(ArrowType.List.INSTANCE), List.of(child)), "k[]", wayOut);
  }

  @Test
  void refusesNestedTypesWithoutARule() {
    Field key = new Field("key", FieldType.notNullable(new ArrowType.Int(32, true)), List.of());
    Field entries =
        new Field("e", FieldType.notNullable(ArrowType.Struct.INSTANCE), List.of(key, key));
    refuses(
        new Field("k", FieldType.nullable(new ArrowType.Map(false)), List.of(entries)),
        "k",
        NO_RULE);
    refuses(
        new Field("k", FieldType.nullable(ArrowType.ListView.INSTANCE), List.of(key)),
        "k",
        NO_RULE);
    refuses(
        new Field("k", FieldType.nullable(ArrowType.LargeListView.INSTANCE), List.of(key)),
        "k",
        NO_RULE);
    refuses(
        new Field("k", FieldType.notNullable(ArrowType.RunEndEncoded.INSTANCE), List.of(key, key)),
        "k",
        NO_RULE);
  }

  /** Each of the type that this version of Arrow knows is either a key or refused above. */
  @Test
  void noTypeIsForgotten() {
    Stream<MinorType> keys = KeyKind.all().map(kind -> MinorType.valueOf(minorType(kind.type())));
    Stream<MinorType> refused =
        types().map(row -> MinorType.valueOf(minorType((ArrowType) row.get()[0])));
    Stream<MinorType> others =
        Stream.of(
            MinorType.MAP,
            MinorType.LISTVIEW,
            MinorType.LARGELISTVIEW,
            MinorType.RUNENDENCODED,
            MinorType.EXTENSIONTYPE);

    assertThat(Stream.of(keys, refused, others).flatMap(types -> types).distinct())
        .containsExactlyInAnyOrder(MinorType.values());
  }

  private static String minorType(ArrowType type) {
    return Types.getMinorTypeForArrowType(type).name();
  }

  @Test
  void refusesExtensionTypes() {
    try (UuidVector vector = new UuidVector("k", allocator)) {
      assertThatThrownBy(() -> ArrowKeys.of(vector))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Column \"k\"")
          .hasMessageContaining(NO_RULE);
    }
    // As they come where their class is not known.
    refuses(
        KeyKind.STRING.field("k", Map.of("ARROW:extension:name", "arrow.json")),
        "k",
        "extension type arrow.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"variant", "geometry", "geography"})
  void refusesStructsThatStandForATypeOfSpark(String type) {
    Field marked = KeyKind.STRING.field("metadata", Map.of(type, "true"));
    refuses(
        new Field("k", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(marked)),
        "k",
        "Spark's " + type + " is no key");
  }

  private void refuses(Field field, String name, String reason) {
    try (FieldVector vector = field.createVector(allocator)) {
      assertThatThrownBy(() -> ArrowKeys.of(vector))
          .as("%s", field)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("Column \"" + name + "\" of type ")
          .hasMessageContaining(reason);
    }
  }

  @Test
  void refusesOffsetsThatGoBackwards() {
    try (VarCharVector vector = strings()) {
      vector.getOffsetBuffer().setInt(8, 1);
      damaged(vector, "Column \"k\" is damaged in row 1: a value from byte 5 of length -4");
    }
  }

  @Test
  void refusesValuesOutsideTheirBuffer() {
    try (VarCharVector vector = strings()) {
      vector.getOffsetBuffer().setInt(8, 1 << 30);
      assertThatThrownBy(() -> add(vector)).isInstanceOf(IndexOutOfBoundsException.class);
      vector.getOffsetBuffer().setInt(0, -1);
      damaged(vector, "Column \"k\" is damaged in row 0: a value from byte -1 of length 6");
    }
  }

  @Test
  void refusesViewsOutsideTheirBuffers() {
    try (ViewVarCharVector vector = new ViewVarCharVector("k", allocator)) {
      vector.setSafe(0, "longer than can be held inline".getBytes(UTF_8));
      vector.setValueCount(1);
      vector.getDataBuffer().setInt(8, 1);
      damaged(vector, "Column \"k\" is damaged in row 0: a value in buffer 1 of 1");
      vector.getDataBuffer().setInt(8, 0);
      vector.getDataBuffer().setInt(12, 1 << 30);
      assertThatThrownBy(() -> add(vector)).isInstanceOf(IndexOutOfBoundsException.class);
      vector.getDataBuffer().setInt(12, -5);
      assertThatThrownBy(() -> add(vector)).isInstanceOf(IndexOutOfBoundsException.class);
      vector.getDataBuffer().setInt(0, -1);
      damaged(vector, "Column \"k\" is damaged in row 0: a value of length -1");
    }
  }

  @Test
  void refusesListsOutsideTheirElements() {
    try (KeyData data =
        KeyData.of(KeyKind.list(KeyKind.INT), 10, false, allocator, new Random(1))) {
      ListVector vector = (ListVector) data.vector();
      int elements = vector.getDataVector().getValueCount();
      vector.getOffsetBuffer().setInt(4, elements + 1);
      damaged(
          vector,
          "Column \"k\" is damaged in row 0: elements 0 to "
              + (elements + 1)
              + " of "
              + elements
              + " that there are");
    }
  }

  @Test
  void refusesFieldsShorterThanTheirStruct() {
    try (KeyData data =
        KeyData.of(KeyKind.struct(KeyKind.INT), 10, false, allocator, new Random(1))) {
      ((StructVector) data.vector()).getChildrenFromFields().get(0).setValueCount(9);
      damaged(
          data.vector(),
          "Column \"k.c0\" is damaged in row 9: it ends there, of the 10 rows of its struct");
    }
  }

  @Test
  void refusesMemoryThatWasGivenBack() {
    IntVector vector = new IntVector("k", allocator);
    vector.setSafe(0, 1);
    vector.setValueCount(1);
    ArrowKeys keys = ArrowKeys.of(vector);
    assertThat(keys.rowCount()).isEqualTo(1);
    vector.close();

    // Emptied by closing, so nothing is read.
    assertThat(keys.addTo(SplitBlockBloomFilter.ofBlocks(1)).addedKeys()).isZero();
  }

  @Test
  void readsBuffersThroughWindowsThatMove() {
    try (VarBinaryVector vector = new VarBinaryVector("k", allocator)) {
      byte[] bytes = new byte[100];
      new Random(3).nextBytes(bytes);
      vector.setSafe(0, bytes);
      vector.setValueCount(1);
      Window window = new Window(16);
      window.open(vector.getDataBuffer());
      for (int[] range : new int[][] {{0, 8}, {8, 8}, {9, 8}, {50, 40}, {3, 1}, {99, 1}, {40, 0}}) {
        int at = window.seek(range[0], range[1]);
        for (int i = 0; i < range[1]; i++) {
          assertThat(window.bytes().get(at + i)).isEqualTo(bytes[range[0] + i]);
        }
        // However long the range, no more is seen than was asked for or the window holds.
        assertThat(window.bytes().limit()).isLessThanOrEqualTo(Math.max(16, range[1]));
      }
      long capacity = vector.getDataBuffer().capacity();
      assertThatThrownBy(() -> window.seek(capacity, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> window.seek(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> window.seek(Long.MAX_VALUE, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> window.seek(0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  private VarCharVector strings() {
    VarCharVector vector = new VarCharVector("k", allocator);
    vector.setSafe(0, new byte[5]);
    vector.setSafe(1, new byte[5]);
    vector.setValueCount(2);
    return vector;
  }

  private static void damaged(FieldVector vector, String message) {
    assertThatThrownBy(() -> add(vector))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static void add(FieldVector vector) {
    ArrowKeys.of(vector).addTo(SplitBlockBloomFilter.ofBlocks(1));
  }
}
