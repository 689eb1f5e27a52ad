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
package io.github.bloomjoin.benchmarks;

import io.github.bloomjoin.core.filter.ParquetBloomFilter;
import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Looks for a key that was added to a filter and is not in it: random keys of every type, in
 * filters of many sizes, added one at a time or in batches, then folded, merged, encoded and
 * decoded, and probed in both ways. Ends with exit code 1 if it finds one.
 *
 * <pre>dev/benchmark io.github.bloomjoin.benchmarks.FalseNegativeSearch --keys 100000000</pre>
 */
@Command(name = "false-negative-search", mixinStandardHelpOptions = true)
public final class FalseNegativeSearch implements Callable<Integer> {
  private static final int BATCH = 1024;
  private static final int MAX_KEYS_OF_A_FILTER = 1_000_000;
  private static final int PROGRESS_KEYS = 10_000_000;

  @Option(
      names = "--keys",
      defaultValue = "100000000",
      description = "keys to add and probe, default ${DEFAULT-VALUE}")
  private long keys;

  @Option(names = "--seed", defaultValue = "1", description = "of the random keys and filters")
  private long seed;

  private FalseNegativeSearch() {}

  /** Runs the search; {@code --help} lists the options. */
  public static void main(String[] args) {
    System.exit(execute(args));
  }

  static int execute(String... args) {
    return new CommandLine(new FalseNegativeSearch()).execute(args);
  }

  @Override
  public Integer call() throws IOException {
    Map<KeyKind, Long> probed = new EnumMap<>(KeyKind.class);
    SplittableRandom random = new SplittableRandom(seed);
    long done = 0;
    long filters = 0;
    while (done < keys) {
      long filterSeed = random.nextLong();
      Trial trial = Trial.of(filterSeed, keys - done);
      long missing = trial.run();
      if (missing > 0) {
        System.out.printf(
            "%d keys of %s (random seed %d) are missing%n", missing, trial, filterSeed);
        return CommandLine.ExitCode.SOFTWARE;
      }
      probed.merge(trial.kind(), (long) trial.keys(), Long::sum);
      if ((done + trial.keys()) / PROGRESS_KEYS > done / PROGRESS_KEYS) {
        System.err.printf(Locale.ROOT, "%,d of %,d keys%n", done + trial.keys(), keys);
      }
      done += trial.keys();
      filters++;
    }
    System.out.printf(
        Locale.ROOT,
        "no false negative: %,d keys in %,d filters, by type %s; vectors in use at the end: %s%n",
        done,
        filters,
        probed,
        SplitBlockBloomFilter.usesVectors());

    return CommandLine.ExitCode.OK;
  }

  /** One filter and its keys, all drawn from a seed. */
  private record Trial(
      KeyKind kind, int keys, int blocks, boolean seeded, boolean inBatches, long randomSeed) {
    static Trial of(long randomSeed, long maxKeys) {
      SplittableRandom random = new SplittableRandom(randomSeed);
      KeyKind[] kinds = KeyKind.values();
      // As many filters of up to ten keys as of a hundred thousand and more.
      double exponent = random.nextDouble() * Math.log(MAX_KEYS_OF_A_FILTER);
      int keys = (int) Math.min(maxKeys, (long) Math.ceil(Math.exp(exponent)));
      int sized = FilterSizing.numBlocks(keys, Math.pow(10, -4 * random.nextDouble()) / 2);
      int blocks =
          switch (random.nextInt(4)) {
            case 0 -> FilterSizing.foldableBlocks(sized * 3);
            case 1 -> Integer.highestOneBit(sized);
            case 2 -> 1 + random.nextInt(3); // far too small for most
            default -> sized;
          };

      return new Trial(
          kinds[random.nextInt(kinds.length)],
          keys,
          blocks,
          random.nextInt(4) == 0,
          random.nextBoolean(),
          randomSeed);
    }

    /** How many keys are missing. */
    long run() throws IOException {
      SplitBlockBloomFilter filter = seeded ? newFilter(randomSeed) : newFilter(0);
      if (inBatches) {
        addBatches(filter);
      } else {
        SplittableRandom random = keysRandom();
        for (int i = 0; i < keys; i++) {
          kind.add(random, filter);
        }
      }
      SplitBlockBloomFilter changed = changed(filter);

      return missingOneByOne(changed) + missingInBatches(changed);
    }

    private SplitBlockBloomFilter newFilter(long hashSeed) {
      return seeded
          ? SplitBlockBloomFilter.ofBlocks(blocks, hashSeed)
          : SplitBlockBloomFilter.ofBlocks(blocks);
    }

    private SplittableRandom keysRandom() {
      return new SplittableRandom(~randomSeed);
    }

    private void addBatches(SplitBlockBloomFilter filter) {
      SplittableRandom random = keysRandom();
      long[] hashes = new long[BATCH];
      for (int from = 0; from < keys; from += BATCH) {
        int size = fill(hashes, random, from, filter.seed());
        filter.addHashes(hashes, 0, size);
      }
    }

    private long missingOneByOne(SplitBlockBloomFilter filter) {
      SplittableRandom random = keysRandom();
      long missing = 0;
      for (int i = 0; i < keys; i++) {
        missing += kind.isIn(random, filter) ? 0 : 1;
      }

      return missing;
    }

    private long missingInBatches(SplitBlockBloomFilter filter) {
      SplittableRandom random = keysRandom();
      long[] hashes = new long[BATCH];
      int[] positions = new int[BATCH];
      long missing = 0;
      for (int from = 0; from < keys; from += BATCH) {
        int size = fill(hashes, random, from, filter.seed());
        missing += size - filter.mightContainHashes(hashes, 0, size, positions);
      }

      return missing;
    }

    private int fill(long[] hashes, SplittableRandom random, int from, long hashSeed) {
      int size = Math.min(BATCH, keys - from);
      for (int i = 0; i < size; i++) {
        hashes[i] = kind.hash(random, hashSeed);
      }

      return size;
    }

    /** The filter after one or two of the things that may happen to it. */
    private SplitBlockBloomFilter changed(SplitBlockBloomFilter filter) throws IOException {
      SplittableRandom random = new SplittableRandom(randomSeed + 1);
      SplitBlockBloomFilter changed = filter;
      for (int i = random.nextInt(3); i > 0; i--) {
        changed =
            switch (random.nextInt(6)) {
              case 0 -> changed.foldTo(0.5);
              case 1 -> newFilterLike(changed).merge(changed);
              case 2 -> SplitBlockBloomFilter.decode(changed.encode());
              case 3 -> SplitBlockBloomFilter.readFrom(new ByteArrayInputStream(changed.encode()));
              case 4 -> wrapped(changed.encode());
              default -> seeded ? changed.copy() : throughParquet(changed);
            };
      }

      return changed;
    }

    private SplitBlockBloomFilter newFilterLike(SplitBlockBloomFilter filter) {
      return seeded
          ? SplitBlockBloomFilter.ofBlocks(filter.numBlocks(), filter.seed())
          : SplitBlockBloomFilter.ofBlocks(filter.numBlocks());
    }

    private static SplitBlockBloomFilter wrapped(byte[] encoded) {
      byte[] within = new byte[encoded.length + 13];
      System.arraycopy(encoded, 0, within, 13, encoded.length);
      return SplitBlockBloomFilter.wrap(within, 13, encoded.length);
    }

    private static SplitBlockBloomFilter throughParquet(SplitBlockBloomFilter filter) {
      byte[] bytes = ParquetBloomFilter.write(filter);
      return ParquetBloomFilter.read(bytes, 0, bytes.length).toSplitBlock();
    }
  }
}
