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
package io.github.bloomjoin.core.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.bloomjoin.core.internal.KernelChoice;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** All kernels give the hashes of {@link XxHash64}. */
final class HashKernelTest {
  private static final int NO_FAULT = -1;

  @Property
  void vectorsHashLikePlainJava(
      @ForAll @Size(max = 100) List<Long> longs,
      @ForAll @Size(max = 100) List<Integer> ints,
      @ForAll @IntRange(max = 20) int from,
      @ForAll long seed) {
    assumeThat(HashBatches.vectorKernel()).isPresent();
    HashKernel vector = HashBatches.vectorKernel().orElseThrow();
    long[] longKeys = longs.stream().mapToLong(x -> x).toArray();
    int first = Math.min(from, longKeys.length);
    long[] hashes = new long[longKeys.length];
    vector.hashLongs(longKeys, first, longKeys.length, hashes);
    for (int i = 0; i < longKeys.length; i++) {
      assertThat(hashes[i]).isEqualTo(i < first ? 0 : XxHash64.hashLong(longKeys[i], 0));
    }
    Arrays.fill(hashes, seed);
    vector.appendLongs(longKeys, first, longKeys.length, hashes);
    for (int i = 0; i < longKeys.length; i++) {
      assertThat(hashes[i]).isEqualTo(i < first ? seed : XxHash64.hashLong(longKeys[i], seed));
    }

    int[] intKeys = ints.stream().mapToInt(x -> x).toArray();
    first = Math.min(from, intKeys.length);
    hashes = new long[intKeys.length];
    vector.hashInts(intKeys, first, intKeys.length, hashes);
    for (int i = 0; i < intKeys.length; i++) {
      assertThat(hashes[i]).isEqualTo(i < first ? 0 : XxHash64.hashInt(intKeys[i], 0));
    }
    Arrays.fill(hashes, seed);
    vector.appendInts(intKeys, first, intKeys.length, hashes);
    for (int i = 0; i < intKeys.length; i++) {
      assertThat(hashes[i]).isEqualTo(i < first ? seed : XxHash64.hashInt(intKeys[i], seed));
    }
  }

  @Test
  void otherHashesNeverWin() {
    HashKernel plain = new ScalarHashKernel();

    assertThat(new HashBatches.Trial().isWon(plain, new OffByOne(1000), Long.MAX_VALUE)).isFalse();
    assertThat(new HashBatches.Trial().isWon(plain, new OffByOne(1), Long.MAX_VALUE)).isFalse();
  }

  @Test
  void settingChooses() {
    HashKernel plain = new ScalarHashKernel();
    HashKernel other = new OffByOne(NO_FAULT);
    AtomicInteger loaded = new AtomicInteger();
    for (String setting : new String[] {"on", "off", "auto", "", null}) {
      KernelChoice<HashKernel> choice =
          new KernelChoice<>(
              plain,
              () -> {
                loaded.incrementAndGet();
                return Optional.of(other);
              },
              HashBatches.Trial::new,
              setting);

      assertThat(choice.isVector()).isEqualTo("on".equals(setting));
      assertThat(choice.forBatch(1)).isSameAs("on".equals(setting) ? other : plain);
    }
    assertThat(loaded).hasValue(1);
  }

  @Test
  void changesOnceThereWasMuchToDoAndTheOtherHasWon() throws InterruptedException {
    assumeThat(ModuleLayer.boot().findModule("jdk.incubator.vector")).isPresent();
    HashKernel fast = new OffByOne(NO_FAULT);
    KernelChoice<HashKernel> good = choice(new Slow(), fast);
    KernelChoice<HashKernel> wrong = choice(new Slow(), new OffByOne(3));
    good.forBatch(1000);
    assertThat(good.forBatch(1000)).isInstanceOf(Slow.class);
    wrong.forBatch(1 << 24);
    good.forBatch(1 << 24);

    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!good.isVector() && System.nanoTime() < end) {
      Thread.sleep(1);
    }
    assertThat(good.forBatch(1)).isSameAs(fast);
    // The trials come one after the other, so this one is over.
    assertThat(wrong.forBatch(1)).isInstanceOf(Slow.class);
  }

  private static KernelChoice<HashKernel> choice(HashKernel plain, HashKernel other) {
    return new KernelChoice<>(plain, () -> Optional.of(other), HashBatches.Trial::new, null);
  }

  @Test
  void withoutAVectorKernelPlainJavaStays() {
    HashKernel plain = new ScalarHashKernel();

    assertThat(new KernelChoice<>(plain, Optional::empty, HashBatches.Trial::new, "on").forBatch(1))
        .isSameAs(plain);
    assertThat(KernelChoice.load(MethodHandles.lookup(), "no.Such", Object.class)).isEmpty();
  }

  /** Faster than any, but for a hash. */
  private record OffByOne(int fault) implements HashKernel {
    @Override
    public void hashInts(int[] keys, int from, int to, long[] hashes) {
      new ScalarHashKernel().hashInts(keys, from, to, hashes);
    }

    @Override
    public void appendInts(int[] fields, int from, int to, long[] hashes) {
      new ScalarHashKernel().appendInts(fields, from, to, hashes);
    }

    @Override
    public void hashLongs(long[] keys, int from, int to, long[] hashes) {
      new ScalarHashKernel().hashLongs(keys, from, to, hashes);
    }

    @Override
    public void appendLongs(long[] fields, int from, int to, long[] hashes) {
      new ScalarHashKernel().appendLongs(fields, from, to, hashes);
      if (fault != NO_FAULT) {
        hashes[fault] ^= 1L << 63;
      }
    }
  }

  /** Slower than any. */
  private static final class Slow implements HashKernel {
    private final HashKernel kernel = new ScalarHashKernel();

    @Override
    public void hashInts(int[] keys, int from, int to, long[] hashes) {
      LockSupport.parkNanos(1_000_000);
      kernel.hashInts(keys, from, to, hashes);
    }

    @Override
    public void appendInts(int[] fields, int from, int to, long[] hashes) {
      kernel.appendInts(fields, from, to, hashes);
    }

    @Override
    public void hashLongs(long[] keys, int from, int to, long[] hashes) {
      kernel.hashLongs(keys, from, to, hashes);
    }

    @Override
    public void appendLongs(long[] fields, int from, int to, long[] hashes) {
      kernel.appendLongs(fields, from, to, hashes);
    }
  }
}
