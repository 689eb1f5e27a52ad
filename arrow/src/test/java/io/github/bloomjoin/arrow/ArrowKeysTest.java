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
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.util.TransferPair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ArrowKeysTest {
  private final BufferAllocator allocator = new RootAllocator();
  private final Random random = new Random(42);

  /** Fails if a test, or what it tests, did not give its memory back. */
  @AfterEach
  void close() {
    allocator.close();
  }

  static Stream<KeyKind> kinds() {
    return KeyKind.all();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void hashesAsSingleKeysDo(KeyKind kind) {
    for (int rows : new int[] {0, 1, 7, 1023, 1024, 1025, 2500}) {
      for (boolean nulls : new boolean[] {false, true}) {
        try (KeyData data = KeyData.of(kind, rows, nulls, allocator, random)) {
          checkHashes(List.of(data), 0);
          checkHashes(List.of(data), 0x1234_5678_9abc_def0L);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void hashesFieldsAsAChain(KeyKind kind) {
    try (KeyData first = KeyData.of(KeyKind.LONG, 1500, true, allocator, random);
        KeyData second = KeyData.of(kind, 1500, true, allocator, random);
        KeyData third = KeyData.of(KeyKind.STRING, 1500, true, allocator, random)) {
      checkHashes(List.of(first, second, third), 0);
      checkHashes(List.of(second, first), 7);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void hashesSlices(KeyKind kind) {
    try (KeyData data = KeyData.of(kind, 1200, true, allocator, random)) {
      for (int start : new int[] {0, 3, 8, 1100}) {
        TransferPair pair = data.vector().getTransferPair(allocator);
        pair.splitAndTransfer(start, 99);
        try (KeyData slice =
            new KeyData((FieldVector) pair.getTo(), data.hashes().subList(start, start + 99))) {
          checkHashes(List.of(slice), 0);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void servesEveryBatchOfAStream(KeyKind kind) throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    List<List<LongUnaryOperator>> batches = new ArrayList<>();
    FieldVector vector = kind.field("k").createVector(allocator);
    try (VectorSchemaRoot root = VectorSchemaRoot.of(vector);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(stream))) {
      for (int rows : new int[] {10, 1500, 0, 3}) {
        batches.add(KeyData.fill(vector, kind, rows, rows % 2 == 0, random));
        root.setRowCount(rows);
        writer.writeBatch();
      }
    }
    SplitBlockBloomFilter expected = SplitBlockBloomFilter.create(2000, 0.01);
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(2000, 0.01);

    try (ArrowStreamReader reader =
        new ArrowStreamReader(new ByteArrayInputStream(stream.toByteArray()), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      ArrowKeys keys = ArrowKeys.of(root.getVector(0));
      for (List<LongUnaryOperator> batch : batches) {
        assertThat(reader.loadNextBatch()).isTrue();
        KeyData data = new KeyData(root.getVector(0), batch);
        checkHashes(keys, false, List.of(data), 0);
        keys.addTo(filter);
        batch.stream().filter(k -> k != null).forEach(k -> expected.addHash(k.applyAsLong(0)));
      }
    }

    assertThat(filter).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 99})
  void addsToAndProbesAFilter(long seed) {
    try (KeyData ids = KeyData.of(KeyKind.LONG, 3000, true, allocator, random);
        KeyData names = KeyData.of(KeyKind.STRING, 3000, true, allocator, random);
        KeyData otherIds = KeyData.of(KeyKind.LONG, 5000, true, allocator, random);
        KeyData otherNames = KeyData.of(KeyKind.STRING, 5000, true, allocator, random)) {
      SplitBlockBloomFilter expected = SplitBlockBloomFilter.create(3000, 0.1, seed);
      int present = 0;
      for (int row = 0; row < 3000; row++) {
        if (!ids.isNull(row) && !names.isNull(row)) {
          expected.addHash(names.chain(row, ids.chain(row, seed)));
          present++;
        }
      }
      SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(3000, 0.1, seed);

      ArrowKeys keys = ArrowKeys.of(ids.vector(), names.vector());
      assertThat(keys.addTo(filter)).isSameAs(filter);

      assertThat(filter).isEqualTo(expected);
      assertThat(filter.addedKeys()).isEqualTo(present);
      int[] rows = new int[5000];
      assertThat(keys.probe(filter, rows)).isEqualTo(present);

      int count = ArrowKeys.of(otherIds.vector(), otherNames.vector()).probe(filter, rows);
      int[] expectedRows =
          IntStream.range(0, 5000)
              .filter(row -> !otherIds.isNull(row) && !otherNames.isNull(row))
              .filter(
                  row -> filter.mightContainHash(otherNames.chain(row, otherIds.chain(row, seed))))
              .toArray();
      assertThat(Arrays.copyOf(rows, count)).isEqualTo(expectedRows).hasSizeBetween(1, 1000);
    }
  }

  @Test
  void nullIsAKeyIfAskedFor() {
    try (IntVector first = new IntVector("a", allocator);
        IntVector second = new IntVector("b", allocator)) {
      first.setSafe(0, 1);
      second.setNull(0);
      first.setNull(1);
      second.setNull(1);
      first.setValueCount(2);
      second.setValueCount(2);
      ArrowKeys keys = ArrowKeys.of(first, second);
      long[] hashes = new long[2];
      int[] rows = new int[2];

      assertThat(keys.hash(5, hashes, rows)).isZero();
      assertThat(keys.nullSafe().hash(5, hashes, rows)).isEqualTo(2);
      assertThat(hashes).containsExactly(KeyHashing.hashInt(1, 5), 5);
      assertThat(rows).containsExactly(0, 1);
      assertThat(keys.hash(5, hashes, rows)).isZero();
    }
  }

  @Test
  void needsAColumn() {
    assertThatThrownBy(ArrowKeys::of)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one");
  }

  @Test
  void needsColumnsOfOneLength() {
    try (IntVector first = new IntVector("a", allocator);
        IntVector second = new IntVector("b", allocator)) {
      first.setValueCount(3);
      second.setValueCount(4);
      ArrowKeys keys = ArrowKeys.of(first, second);

      assertThatThrownBy(() -> keys.addTo(SplitBlockBloomFilter.ofBlocks(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Column \"b\" has 4 rows, column \"a\" has 3");
    }
  }

  @Test
  void needsRoomForTheRows() {
    try (IntVector vector = new IntVector("a", allocator)) {
      vector.setValueCount(3);
      ArrowKeys keys = ArrowKeys.of(vector);

      assertThatThrownBy(() -> keys.hash(0, new long[2], new int[3]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("The array of hashes has room for 2, the vectors have 3 rows");
      assertThatThrownBy(() -> keys.hash(0, new long[3], new int[2]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("array of rows has room for 2");
      assertThatThrownBy(() -> keys.probe(SplitBlockBloomFilter.ofBlocks(1), new int[2]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("array of rows has room for 2");
    }
  }

  private static void checkHashes(List<KeyData> fields, long seed) {
    ArrowKeys keys = ArrowKeys.of(fields.stream().map(KeyData::vector).toList(), null);
    checkHashes(keys, false, fields, seed);
    checkHashes(keys.nullSafe(), true, fields, seed);
  }

  private static void checkHashes(
      ArrowKeys keys, boolean nullSafe, List<KeyData> fields, long seed) {
    int size = fields.get(0).hashes().size();
    int[] expectedRows =
        IntStream.range(0, size)
            .filter(row -> nullSafe || fields.stream().noneMatch(field -> field.isNull(row)))
            .toArray();
    long[] expected =
        Arrays.stream(expectedRows)
            .mapToLong(
                row -> {
                  long hash = seed;
                  for (KeyData field : fields) {
                    hash = field.chain(row, hash);
                  }
                  return hash;
                })
            .toArray();
    long[] hashes = new long[size];
    int[] rows = new int[size];

    int count = keys.hash(seed, hashes, rows);

    assertThat(keys.rowCount()).isEqualTo(size);
    assertThat(Arrays.copyOf(rows, count)).isEqualTo(expectedRows);
    assertThat(Arrays.copyOf(hashes, count)).isEqualTo(expected);
  }
}
