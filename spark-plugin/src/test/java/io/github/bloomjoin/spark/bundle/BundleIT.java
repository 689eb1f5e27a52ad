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
package io.github.bloomjoin.spark.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that users get, as it is shipped: alone beside a stock Spark. */
class BundleIT {
  private static final Path JAR = Path.of(System.getProperty("bundle.jar"));

  @TempDir Path folder;

  @Test
  void holdsOurClassesAndNothingElse() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> foreign =
          jar.stream()
              .map(ZipEntry::getName)
              .filter(name -> !name.endsWith("/"))
              .filter(name -> !name.startsWith("io/github/bloomjoin/"))
              .filter(name -> !name.equals("META-INF/MANIFEST.MF"))
              .toList();
      assertThat(foreign).isEmpty();
      for (String part : List.of("core/filter/SplitBlockBloomFilter", "udf/BloomFunctions")) {
        assertThat(jar.getEntry("io/github/bloomjoin/" + part + ".class")).isNotNull();
      }
    }
  }

  @Test
  void runsTheJoinOfTheReadme() throws IOException, InterruptedException {
    Path classes = folder.resolve("classes");
    String program = BundleProgram.class.getName().replace('.', '/') + ".class";
    Path target = classes.resolve(program);
    Files.createDirectories(target.getParent());
    Files.copy(Path.of("target", "test-classes").resolve(program), target);

    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(System.getProperty("spark.jvm.options").trim().split("\\s+")));
    command.addAll(
        List.of(
            "-Xmx1g",
            "-cp",
            String.join(File.pathSeparator, JAR.toString(), classes.toString(), stockSpark()),
            BundleProgram.class.getName(),
            folder.resolve("data").toString()));
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as(text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    assertThat(text).contains("JoinFilterProbe", "rows equal: true");
  }

  /** The class path of this test without anything of this project. */
  private static String stockSpark() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.contains("bloomjoin") && !entry.endsWith("classes"))
        .reduce((a, b) -> a + File.pathSeparator + b)
        .orElseThrow();
  }
}
