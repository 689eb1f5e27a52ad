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
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** All kernels are one to those who look at bits and answers. */
final class BatchKernelTest {
  /** Wins any trial of time. */
  private static final BatchKernel SLOW = new Changed(0, TimeUnit.MILLISECONDS.toNanos(1));

  private static final long LONG = TimeUnit.MINUTES.toNanos(5);
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(100);

  @Property
  void kernelsSetTheSameBitsAndGiveTheSameAnswers(
      @ForAll @Size(max = 300) List<Long> added,
      @ForAll @Size(max = 300) List<Long> probed,
      @ForAll @IntRange(min = 1, max = 5000) int numBlocks,
      @ForAll @IntRange(max = 70) int bitsetAt) {
    assumeThat(Batches.vectorKernel()).isPresent();
    BatchKernel vector = Batches.vectorKernel().orElseThrow();
    long[] hashes = added.stream().mapToLong(x -> x).toArray();
    long[] all =
        LongStream.concat(probed.stream().mapToLong(x -> x), Arrays.stream(hashes)).toArray();
    byte[] expected = new byte[bitsetAt + numBlocks * 32];
    byte[] actual = new byte[bitsetAt + numBlocks * 32];
    added.forEach(hash -> ScalarKernel.add(expected, bitsetAt, numBlocks, hash));
    vector.add(actual, bitsetAt, numBlocks, hashes, 0, hashes.length);
    int[] positions = new int[all.length + 1];
    positions[0] = -1;
    int count = vector.probe(actual, bitsetAt, numBlocks, all, 0, all.length, positions, 1);

    assertThat(actual).isEqualTo(expected);
    assertThat(Arrays.copyOfRange(positions, 1, count))
        .containsExactly(
            IntStream.range(0, all.length)
                .filter(i -> ScalarKernel.missing(expected, bitsetAt, numBlocks, all[i]) == 0)
                .toArray());
    assertThat(positions[0]).isEqualTo(-1);
  }

  @Test
  void equalAndFasterWins() {
    assertThat(new BatchKernelTrial().isWon(SLOW, ScalarKernel.INSTANCE, LONG)).isTrue();
  }

  @Test
  void slowerNeverWins() {
    assertThat(new BatchKernelTrial().isWon(ScalarKernel.INSTANCE, SLOW, SHORT)).isFalse();
  }

  @Test
  void otherBitsNeverWin() {
    assertThat(new BatchKernelTrial().isWon(SLOW, new Changed(1, 0), LONG)).isFalse();
  }

  @Test
  void otherAnswersNeverWin() {
    assertThat(new BatchKernelTrial().isWon(SLOW, new Changed(2, 0), LONG)).isFalse();
    assertThat(new BatchKernelTrial().isWon(SLOW, new Changed(3, 0), LONG)).isFalse();
  }

  /** Through the change of kernels, which some filter has to see in its midst. */
  @Test
  void answersStayWhateverKernelGivesThem() {
    int batch = 4096;
    long[] hashes = new long[batch];
    int[] positions = new int[batch];
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(1000);
    SplitBlockBloomFilter expected = SplitBlockBloomFilter.ofBlocks(1000);
    long next = 0;
    for (int i = 0; i < 6000; i++) {
      for (int j = 0; j < batch; j++) {
        hashes[j] = next++ * 0x9e3779b97f4a7c15L;
      }
      if (i % 1000 == 0) {
        filter.addHashes(hashes, 0, 100);
        Arrays.stream(hashes, 0, 100).forEach(expected::addHash);
        assertThat(filter).isEqualTo(expected);
      }
      int count = filter.mightContainHashes(hashes, 0, batch, positions);
      if (i % 100 == 0) {
        assertThat(Arrays.copyOf(positions, count))
            .containsExactly(
                IntStream.range(0, batch)
                    .filter(j -> expected.mightContainHash(hashes[j]))
                    .toArray());
      }
    }
  }

  /** Plain Java with a fault. */
  private record Changed(int fault, long pauseNanos) implements BatchKernel {
    @Override
    public void add(byte[] storage, int bitsetAt, int numBlocks, long[] hashes, int from, int to) {
      LockSupport.parkNanos(pauseNanos);
      ScalarKernel.INSTANCE.add(storage, bitsetAt, numBlocks, hashes, from, to);
      if (fault == 1) {
        storage[bitsetAt + 7] = -1;
      }
    }

    @Override
    public int probe(
        byte[] storage,
        int bitsetAt,
        int numBlocks,
        long[] hashes,
        int from,
        int to,
        int[] positions,
        int count) {
      int found =
          ScalarKernel.INSTANCE.probe(
              storage, bitsetAt, numBlocks, hashes, from, to, positions, count);
      if (fault == 3) {
        positions[count] = from + 1 == positions[count] ? from : from + 1;
      }
      return fault == 2 ? found - 1 : found;
    }

    @Override
    public int touchFromBytes() {
      return 0;
    }
  }
}
