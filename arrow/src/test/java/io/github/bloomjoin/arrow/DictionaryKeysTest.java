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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DictionaryKeysTest {
  private static final ArrowType.Int INT32 = new ArrowType.Int(32, true);

  private final BufferAllocator allocator = new RootAllocator();
  private final Random random = new Random(7);

  @AfterEach
  void close() {
    allocator.close();
  }

  static Stream<KeyKind> kinds() {
    return KeyKind.all();
  }

  static Stream<ArrowType.Int> indexTypes() {
    return Stream.of(8, 16, 32, 64)
        .flatMap(
            width -> Stream.of(new ArrowType.Int(width, true), new ArrowType.Int(width, false)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void valuesOfEveryTypeHashAsThemselves(KeyKind kind) {
    // Fewer values than rows and more; with nulls among the values, the indices, both and none.
    for (int values : new int[] {1, 100, 1100, 5000}) {
      for (boolean nullValues : new boolean[] {false, true}) {
        for (boolean nullIndices : new boolean[] {false, true}) {
          try (KeyData data = KeyData.of(kind, values, nullValues, allocator, random);
              KeyData other = KeyData.of(KeyKind.LONG, 2000, true, allocator, random)) {
            MapDictionaryProvider provider =
                new MapDictionaryProvider(new Dictionary(data.vector(), encoding(INT32)));
            try (KeyData column = refer(INT32, data, 2000, nullIndices)) {
              check(provider, List.of(column));
              check(provider, List.of(column, other));
              check(provider, List.of(other, column));
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("indexTypes")
  void indicesMayBeOfEveryIntegerType(ArrowType.Int type) {
    // As many values as an unsigned byte can tell apart.
    int values = type.getBitWidth() == 8 && type.getIsSigned() ? 128 : 256;
    try (KeyData data = KeyData.of(KeyKind.STRING, values, false, allocator, random)) {
      MapDictionaryProvider provider =
          new MapDictionaryProvider(new Dictionary(data.vector(), encoding(type)));
      try (KeyData column = refer(type, data, 1000, true)) {
        check(provider, List.of(column));
      }
    }
  }

  @Test
  void fieldsOfStructsMayBeEncoded() {
    try (KeyData data = KeyData.of(KeyKind.STRING, 10, false, allocator, random);
        StructVector struct =
            new StructVector("s", allocator, FieldType.nullable(ArrowType.Struct.INSTANCE), null)) {
      MapDictionaryProvider provider =
          new MapDictionaryProvider(new Dictionary(data.vector(), encoding(INT32)));
      FieldVector indices =
          struct.addOrGet("i", new FieldType(true, INT32, encoding(INT32)), FieldVector.class);
      set(indices, 0, 3);
      struct.setIndexDefined(0);
      struct.setValueCount(1);
      long[] hashes = new long[1];

      int count = ArrowKeys.of(List.of(struct), provider).hash(0, hashes, new int[1]);

      assertThat(count).isEqualTo(1);
      assertThat(hashes[0]).isEqualTo(data.chain(3, 0));
    }
  }

  @Test
  void replacedDictionaryIsSeen() {
    try (KeyData before = KeyData.of(KeyKind.STRING, 10, false, allocator, random);
        KeyData after = KeyData.of(KeyKind.STRING, 20, false, allocator, random);
        KeyData column = refer(INT32, before, 50, false)) {
      MapDictionaryProvider provider =
          new MapDictionaryProvider(new Dictionary(before.vector(), encoding(INT32)));
      ArrowKeys keys = ArrowKeys.of(List.of(column.vector()), provider);
      long[] hashes = new long[50];
      keys.hash(0, hashes, new int[50]);
      assertThat(hashes[0]).isEqualTo(before.chain(index(column, 0), 0));

      provider.put(new Dictionary(after.vector(), encoding(INT32)));

      keys.hash(0, hashes, new int[50]);
      assertThat(hashes[0]).isEqualTo(after.chain(index(column, 0), 0));
      KeyData.fill(before.vector(), KeyKind.STRING, 10, false, random);
      provider.put(new Dictionary(before.vector(), encoding(INT32)));
      long[] refilled = new long[50];
      keys.hash(0, refilled, new int[50]);
      assertThat(refilled).doesNotContain(hashes);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 10, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void refusesIndexOutsideTheDictionary(int index) {
    for (int rows : new int[] {1, 100}) {
      try (KeyData data = KeyData.of(KeyKind.STRING, 10, rows == 1, allocator, random);
          KeyData column = refer(INT32, data, rows, false)) {
        MapDictionaryProvider provider =
            new MapDictionaryProvider(new Dictionary(data.vector(), encoding(INT32)));
        set(column.vector(), 0, index);
        ArrowKeys keys = ArrowKeys.of(List.of(column.vector()), provider);

        assertThatThrownBy(() -> keys.addTo(SplitBlockBloomFilter.ofBlocks(1)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "Column \"e\" is damaged in row 0: index "
                    + index
                    + " into a dictionary of 10 values");

        // Whatever lies under a null is not looked at.
        column.vector().setNull(0);
        assertThat(keys.addTo(SplitBlockBloomFilter.ofBlocks(1))).isNotNull();
      }
    }
  }

  @Test
  void refusesUnknownDictionary() {
    try (KeyData data = KeyData.of(KeyKind.STRING, 10, false, allocator, random);
        KeyData column = refer(INT32, data, 3, false)) {
      assertThatThrownBy(() -> ArrowKeys.of(column.vector()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"e\"")
          .hasMessageContaining("dictionary 1 is not known: give the provider that holds it");
      assertThatThrownBy(() -> ArrowKeys.of(List.of(column.vector()), new MapDictionaryProvider()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("dictionary 1 is not known");
    }
  }

  private static DictionaryEncoding encoding(ArrowType.Int type) {
    return new DictionaryEncoding(1, false, type);
  }

  /** A column of random indices into the values. */
  private KeyData refer(ArrowType.Int type, KeyData values, int rows, boolean nulls) {
    FieldVector indices =
        new Field("e", new FieldType(true, type, encoding(type)), List.of())
            .createVector(allocator);
    indices.allocateNew();
    int size = values.hashes().size();
    List<LongUnaryOperator> hashes = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int index = random.nextInt(size);
      set(indices, row, index);
      boolean isNull = nulls && random.nextInt(4) == 0;
      if (isNull) {
        indices.setNull(row);
      }
      hashes.add(isNull ? null : values.hashes().get(index));
    }
    indices.setValueCount(rows);
    return new KeyData(indices, hashes);
  }

  private static void set(FieldVector indices, int row, int index) {
    ((BaseIntVector) indices).setWithPossibleTruncate(row, index);
  }

  private static int index(KeyData column, int row) {
    return (int) ((BaseIntVector) column.vector()).getValueAsLong(row);
  }

  private static void check(MapDictionaryProvider provider, List<KeyData> fields) {
    int size = fields.get(0).hashes().size();
    ArrowKeys keys = ArrowKeys.of(fields.stream().map(KeyData::vector).toList(), provider);
    int[] expectedRows =
        IntStream.range(0, size)
            .filter(row -> fields.stream().noneMatch(field -> field.isNull(row)))
            .toArray();
    long[] hashes = new long[size];
    int[] rows = new int[size];

    for (long seed : new long[] {KeyHashing.SEED, 5}) {
      int count = keys.hash(seed, hashes, rows);
      assertThat(Arrays.copyOf(rows, count)).isEqualTo(expectedRows);
      assertThat(Arrays.copyOf(hashes, count))
          .isEqualTo(
              Arrays.stream(expectedRows).mapToLong(row -> chain(fields, row, seed)).toArray());

      assertThat(keys.nullSafe().hash(seed, hashes, rows)).isEqualTo(size);
      assertThat(hashes)
          .isEqualTo(IntStream.range(0, size).mapToLong(row -> chain(fields, row, seed)).toArray());
    }
  }

  private static long chain(List<KeyData> fields, int row, long seed) {
    long hash = seed;
    for (KeyData field : fields) {
      hash = field.chain(row, hash);
    }
    return hash;
  }
}
