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
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FilterStreamTest {
  @ParameterizedTest
  // Around the mebibyte that is read at first, and around twice as much.
  @ValueSource(ints = {1, 3, 32_767, 32_768, 32_769, 65_536, 65_537, 100_000})
  void readsWhatItWrote(int numBlocks) throws IOException {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(numBlocks, numBlocks % 2);
    LongStream.range(0, 1000).forEach(filter::addLong);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    filter.writeTo(out);

    assertThat(out.toByteArray()).isEqualTo(filter.encode());
    InputStream in = new Dribble(new ByteArrayInputStream(out.toByteArray()));
    SplitBlockBloomFilter read = SplitBlockBloomFilter.readFrom(in);
    assertThat(read).isEqualTo(filter);
    assertThat(read.addLong(5000).mightContainLong(5000)).isTrue();
  }

  @Test
  void leavesWhatFollows() throws IOException {
    SplitBlockBloomFilter first = SplitBlockBloomFilter.create(100, 0.01).addInt(1);
    SplitBlockBloomFilter second = SplitBlockBloomFilter.ofBlocks(2, 9).addInt(2);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    first.writeTo(out);
    second.writeTo(out);
    out.write(77);
    InputStream in = new ByteArrayInputStream(out.toByteArray());

    assertThat(SplitBlockBloomFilter.readFrom(in)).isEqualTo(first);
    assertThat(SplitBlockBloomFilter.readFrom(in)).isEqualTo(second);
    assertThat(in.read()).isEqualTo(77);
    assertThatThrownBy(() -> SplitBlockBloomFilter.readFrom(in))
        .isInstanceOf(FilterFormatException.class)
        .hasMessageContaining("at byte 0");
  }

  @Test
  void refusesTruncationAtEveryByte() {
    byte[] encoded = SplitBlockBloomFilter.create(50, 0.01).addLong(1).encode();
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = Arrays.copyOf(encoded, length);
      long there = length;

      assertThatThrownBy(() -> SplitBlockBloomFilter.readFrom(new ByteArrayInputStream(cut)))
          .as("cut to %d bytes", length)
          .isInstanceOfSatisfying(
              FilterFormatException.class,
              failure -> assertThat(failure.offset()).isEqualTo(there));
    }
  }

  @Test
  void refusesEveryFlippedBit() {
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(1).addLong(1).encode();
    for (int bit = 0; bit < encoded.length * 8; bit++) {
      byte[] changed = encoded.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);

      assertThatThrownBy(() -> SplitBlockBloomFilter.readFrom(new ByteArrayInputStream(changed)))
          .as("bit %d", bit)
          .isInstanceOf(FilterFormatException.class);
    }
  }

  @Test
  void allocatesByWhatComesNotByWhatIsClaimed() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] claim =
        EncodedFilters.withHeader(
            SplitBlockBloomFilter.ofBlocks(1).encode(),
            header -> header.putInt(40, FilterSizing.MAX_BLOCKS));

    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> SplitBlockBloomFilter.readFrom(new ByteArrayInputStream(claim)))
        .isInstanceOf(FilterFormatException.class)
        .hasMessageContaining("the stream ends after 128 bytes")
        .hasMessageContaining("1073741920");

    // The claim is a gibibyte.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isBetween(1L, 10_000_000L);
  }

  @Test
  void writesWithoutACopy() throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(1 << 16);
    filter.writeTo(OutputStream.nullOutputStream());

    long before = threads.getCurrentThreadAllocatedBytes();
    filter.writeTo(OutputStream.nullOutputStream());

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isBetween(1L, 100_000L);
  }

  @Test
  void passesOnTheStreamsFailure() {
    byte[] encoded = SplitBlockBloomFilter.ofBlocks(4).encode();
    for (int good : new int[] {0, 50, 96, 100}) {
      InputStream in =
          new FilterInputStream(new ByteArrayInputStream(encoded, 0, good)) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
              int read = super.read(bytes, offset, length);
              if (read < 0) {
                throw new IOException("the disk is gone");
              }
              return read;
            }
          };

      assertThatIOException()
          .isThrownBy(() -> SplitBlockBloomFilter.readFrom(in))
          .withMessage("the disk is gone");
    }
  }

  /** Gives less than it is asked for. */
  private static final class Dribble extends FilterInputStream {
    Dribble(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return super.read(bytes, offset, Math.min(length, 1000));
    }
  }
}
