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

import io.github.bloomjoin.core.hash.KeyHashing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Filters written once and kept for ever: every release reads them, and writes the same bytes.
 *
 * <p>To add one, add a test and run with {@code -Dbloomjoin.golden.write=true}, which writes files
 * that are missing and never touches one that is there.
 */
final class GoldenFilesTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", "."), "src", "test", "resources", "golden");

  @Test
  void empty() throws IOException {
    SplitBlockBloomFilter golden = golden("v1/empty.bin", SplitBlockBloomFilter.ofBlocks(1));

    assertThat(golden.numBlocks()).isOne();
    assertThat(golden.addedKeys()).isZero();
    assertThat(golden.expectedKeys()).isZero();
    assertThat(golden.falsePositiveProbability()).isNaN();
    assertThat(golden.fillRatio()).isZero();
    assertThat(LongStream.range(0, 1000).filter(golden::mightContainLong)).isEmpty();
  }

  @Test
  void plannedLongs() throws IOException {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(100, 0.01);
    LongStream.range(0, 100).forEach(i -> filter.addLong(i * i * 1_000_003));
    SplitBlockBloomFilter golden = golden("v1/planned-longs.bin", filter);

    assertThat(golden.numBlocks()).isEqualTo(5);
    assertThat(golden.addedKeys()).isEqualTo(100);
    assertThat(golden.expectedKeys()).isEqualTo(100);
    assertThat(golden.falsePositiveProbability()).isEqualTo(0.01);
    assertThat(LongStream.range(0, 100).map(i -> i * i * 1_000_003))
        .allMatch(golden::mightContainLong);
    assertThat(LongStream.range(1, 1000).filter(golden::mightContainLong))
        .containsExactly(77L, 93L, 107L, 164L, 401L, 689L);
  }

  @Test
  void strings() throws IOException {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBlocks(3);
    IntStream.range(0, 40).forEach(i -> filter.addString("\u2192" + "ab".repeat(i)));
    SplitBlockBloomFilter golden = golden("v1/strings.bin", filter);

    assertThat(golden.numBlocks()).isEqualTo(3);
    assertThat(golden.addedKeys()).isEqualTo(40);
    assertThat(golden.falsePositiveProbability()).isNaN();
    assertThat(IntStream.range(0, 40).mapToObj(i -> "\u2192" + "ab".repeat(i)))
        .allMatch(golden::mightContainString);
    assertThat(
            IntStream.range(0, 20_000)
                .mapToObj(Integer::toString)
                .filter(golden::mightContainString))
        .containsExactly("3976", "11013", "13966", "14356");
  }

  @Test
  void everyType() throws IOException {
    byte[] bytes = {0, 1, -1};
    long composite = KeyHashing.hashString("abc", KeyHashing.hashLong(5, KeyHashing.hashInt(7)));
    SplitBlockBloomFilter filter =
        SplitBlockBloomFilter.create(9, 0.001)
            .addInt(-1)
            .addLong(-1)
            .addFloat(-0.0f)
            .addFloat(Float.NaN)
            .addDouble(1.5)
            .addDouble(Double.NaN)
            .addString("Straße")
            .addBytes(bytes)
            .addHash(composite);
    SplitBlockBloomFilter golden = golden("v1/every-type.bin", filter);

    assertThat(golden.addedKeys()).isEqualTo(9);
    assertThat(golden.mightContainInt(-1)).isTrue();
    assertThat(golden.mightContainLong(-1)).isTrue();
    assertThat(golden.mightContainFloat(0.0f)).isTrue();
    assertThat(golden.mightContainFloat(Float.NaN)).isTrue();
    assertThat(golden.mightContainDouble(1.5)).isTrue();
    assertThat(golden.mightContainDouble(Double.NaN)).isTrue();
    assertThat(golden.mightContainString("Straße")).isTrue();
    assertThat(golden.mightContainBytes(bytes)).isTrue();
    assertThat(golden.mightContainHash(composite)).isTrue();
    assertThat(golden.mightContainInt(1)).isFalse();
    assertThat(golden.mightContainDouble(0.0)).isFalse();
    assertThat(golden.mightContainString("abc")).isFalse();
  }

  @Test
  void seededLongs() throws IOException {
    SplitBlockBloomFilter filter = SplitBlockBloomFilter.create(100, 0.01, 0x0123_4567_89ab_cdefL);
    LongStream.range(0, 100).forEach(i -> filter.addLong(i * i * 1_000_003));
    SplitBlockBloomFilter golden = golden("v2/seeded-longs.bin", filter);

    assertThat(golden.seed()).isEqualTo(0x0123_4567_89ab_cdefL);
    assertThat(golden.addedKeys()).isEqualTo(100);
    assertThat(LongStream.range(0, 100).map(i -> i * i * 1_000_003))
        .allMatch(golden::mightContainLong);
    assertThat(LongStream.range(1, 1000).filter(golden::mightContainLong))
        .containsExactly(9L, 68L, 149L, 202L, 325L, 525L, 853L, 876L, 918L);
  }

  @Test
  void seededEmpty() throws IOException {
    SplitBlockBloomFilter golden =
        golden("v2/seeded-empty.bin", SplitBlockBloomFilter.ofBlocks(1, -1));

    assertThat(golden.seed()).isEqualTo(-1);
    assertThat(golden.fillRatio()).isZero();
  }

  @Test
  void foldersHoldTheseFiles() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> FOLDER.relativize(file).toString().replace('\\', '/')))
          .containsExactlyInAnyOrder(
              "v1/empty.bin",
              "v1/every-type.bin",
              "v1/planned-longs.bin",
              "v1/strings.bin",
              "v2/seeded-empty.bin",
              "v2/seeded-longs.bin");
    }
  }

  private static SplitBlockBloomFilter golden(String name, SplitBlockBloomFilter filter)
      throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("bloomjoin.golden.write") && Files.notExists(file)) {
      Files.write(file, filter.encode());
    }
    assertThat(file).as("see the comment of this test on how to write it").exists();
    byte[] bytes = Files.readAllBytes(file);
    SplitBlockBloomFilter golden = SplitBlockBloomFilter.decode(bytes);
    assertThat(golden).isEqualTo(filter);
    assertThat(filter.encode()).isEqualTo(bytes);
    return golden;
  }
}
