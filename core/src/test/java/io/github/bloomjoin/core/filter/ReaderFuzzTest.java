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
package io.github.bloomjoin.core.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Damaged filters of every format, given to every reader: each is refused with a {@link
 * FilterFormatException}, or is a filter that answers.
 *
 * <p>{@code -Dbloomjoin.fuzz.inputs=100000000} and {@code -Dbloomjoin.fuzz.seed} run others; a
 * failure names its input.
 */
final class ReaderFuzzTest {
  private static final long INPUTS = Long.getLong("bloomjoin.fuzz.inputs", 50_000);
  private static final long SEED = Long.getLong("bloomjoin.fuzz.seed", 1);

  /** Streams are read a mebibyte at a time; the damaged sizes are mostly far larger. */
  private static final long SPARE_BYTES = 2 << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final List<Reader> READERS =
      List.of(
          new Reader("decode", bytes -> SplitBlockBloomFilter.decode(bytes)),
          new Reader("wrap", bytes -> SplitBlockBloomFilter.wrap(bytes, 0, bytes.length)),
          new Reader("readFrom", bytes -> readFrom(bytes)),
          new Reader("Spark", bytes -> SparkBloomFilter.read(bytes, 0, bytes.length)),
          new Reader("Parquet", bytes -> ParquetBloomFilter.read(bytes, 0, bytes.length)));

  private record Reader(String name, Reading reading) {}

  private interface Reading {
    BloomFilter read(byte[] bytes);
  }

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void everyReaderRefusesOrAnswers() {
    List<byte[]> originals = originals();
    long accepted = 0;
    for (long i = 0; i < INPUTS; i++) {
      byte[] input = damaged(originals);
      for (Reader reader : READERS) {
        accepted += refusesOrAnswers(reader, input) ? 0 : 1;
      }
    }

    // Else the damage is too heavy, or too light, to find anything.
    assertThat(accepted).isBetween(INPUTS / 100, INPUTS * READERS.size() / 2);
  }

  private static boolean refusesOrAnswers(Reader reader, byte[] input) {
    Throwable refusal = refusal(reader, input);
    if (refusal instanceof FilterFormatException e) {
      assertThat(e.offset()).as(() -> text(reader, input)).isBetween(0L, (long) input.length);
      assertThat(e.reason()).isNotEmpty();
    } else if (refusal != null) {
      throw new AssertionError(text(reader, input), refusal);
    } else if (reader.name().equals("decode")) {
      // Nothing was overlooked.
      assertThat(SplitBlockBloomFilter.decode(input).encode())
          .as(() -> text(reader, input))
          .isEqualTo(input);
    }
    // Once more, as the first time may load classes.
    long before = THREADS.getCurrentThreadAllocatedBytes();
    refusal(reader, input);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
        .as(() -> text(reader, input))
        .isLessThan(SPARE_BYTES + 8L * input.length);

    return refusal != null;
  }

  /** What is thrown by reading, or by the filter that was read: that is never a refusal. */
  private static Throwable refusal(Reader reader, byte[] input) {
    BloomFilter filter;
    try {
      filter = reader.reading().read(input);
    } catch (Throwable e) {
      return e;
    }
    try {
      ask(filter);
    } catch (Throwable e) {
      return new AssertionError("was read, but does not answer", e);
    }

    return null;
  }

  private static void ask(BloomFilter filter) {
    filter.mightContainInt(7);
    filter.mightContainLong(Long.MIN_VALUE);
    filter.mightContainDouble(Double.NaN);
    filter.mightContainString("key");
    filter.mightContainBytes(new byte[100]);
    if (filter instanceof SplitBlockBloomFilter ours) {
      ours.mightContainHashes(new long[] {1, -1, Long.MAX_VALUE}, 0, 3, new int[3]);
      ours.expectedFalsePositiveProbability();
      ours.estimatedKeys();
      ours.isSaturated();
    }
  }

  private byte[] damaged(List<byte[]> originals) {
    byte[] bytes = originals.get(random.nextInt(originals.size())).clone();
    boolean ours = bytes[0] == 'B';
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes = damage().apply(bytes);
    }

    // A right checksum lets the damage through to what lies behind it.
    return ours && bytes.length >= EncodedFilters.HEADER_BYTES && random.nextBoolean()
        ? EncodedFilters.withHeader(bytes, header -> {})
        : bytes;
  }

  private UnaryOperator<byte[]> damage() {
    return switch (random.nextInt(7)) {
      case 0 -> bytes -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      case 1 -> bytes -> Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(64));
      case 2 -> bytes -> changed(bytes, (buffer, at) -> buffer.put(at, (byte) random.nextInt()));
      case 3 -> bytes -> changed(bytes, (buffer, at) -> flipBit(buffer, at));
      case 4 -> bytes -> changed(bytes, this::putNumber);
      case 5 -> this::withoutSome;
      default -> bytes -> bytes;
    };
  }

  private interface Change {
    void at(ByteBuffer buffer, int position);
  }

  /** Changes one place, of the header as often as of all the rest. */
  private byte[] changed(byte[] bytes, Change change) {
    if (bytes.length == 0) {
      return bytes;
    }

    int bound = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 24);
    change.at(ByteBuffer.wrap(bytes), random.nextInt(bound));
    return bytes;
  }

  private void flipBit(ByteBuffer buffer, int at) {
    buffer.put(at, (byte) (buffer.get(at) ^ 1 << random.nextInt(8)));
  }

  /** Numbers that counts and sizes go wrong at. */
  private void putNumber(ByteBuffer buffer, int at) {
    int[] numbers = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 25, 1 << 27, 0x7fffffe0};
    if (at + Integer.BYTES <= buffer.capacity()) {
      int number = numbers[random.nextInt(numbers.length)];
      buffer.putInt(at, random.nextBoolean() ? number : Integer.reverseBytes(number));
    }
  }

  private byte[] withoutSome(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(40));
    byte[] rest = Arrays.copyOf(bytes, bytes.length - (to - from));
    System.arraycopy(bytes, to, rest, from, bytes.length - to);
    return rest;
  }

  private static BloomFilter readFrom(byte[] bytes) {
    try {
      return SplitBlockBloomFilter.readFrom(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> originals() {
    SplitBlockBloomFilter planned = SplitBlockBloomFilter.create(60, 0.01);
    SplitBlockBloomFilter unplanned = SplitBlockBloomFilter.ofBlocks(1);
    SplitBlockBloomFilter seeded = SplitBlockBloomFilter.create(30, 0.001, 42);
    for (long key = 0; key < 50; key++) {
      planned.addLong(key);
      unplanned.addLong(key);
      seeded.addLong(key);
    }

    return List.of(
        planned.encode(),
        unplanned.encode(),
        seeded.encode(),
        ParquetBloomFilter.write(planned),
        sparks(1),
        sparks(2));
  }

  private static byte[] sparks(int version) {
    int words = 16;
    ByteBuffer bytes = ByteBuffer.allocate(8 + (version == 2 ? 8 : 4) + words * 8);
    bytes.putInt(version).putInt(5);
    if (version == 2) {
      bytes.putInt(9);
    }
    bytes.putInt(words);
    while (bytes.hasRemaining()) {
      bytes.putLong(0x5555_5555_5555_5555L);
    }

    return bytes.array();
  }

  private static String text(Reader reader, byte[] input) {
    return reader.name() + " of " + HexFormat.of().formatHex(input);
  }
}
