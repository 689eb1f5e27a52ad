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
package io.github.bloomjoin.core;

import static com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {
  private static final String ROOT = "io.github.bloomjoin.core";
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  /** Loaded by name, where their module is there. */
  private static final String VECTOR_KERNELS = ".*\\.Vector\\w*Kernel";

  @Test
  void publicTypesAreThese() {
    assertThat(
            CORE.stream()
                .filter(type -> type.getModifiers().contains(PUBLIC))
                .map(JavaClass::getName))
        .containsExactlyInAnyOrder(
            "io.github.bloomjoin.core.filter.BloomFilter",
            "io.github.bloomjoin.core.filter.FilterFormatException",
            "io.github.bloomjoin.core.filter.ParquetBloomFilter",
            "io.github.bloomjoin.core.filter.SparkBloomFilter",
            "io.github.bloomjoin.core.filter.SplitBlockBloomFilter",
            "io.github.bloomjoin.core.internal.KernelChoice",
            "io.github.bloomjoin.core.internal.KernelTrial",
            "io.github.bloomjoin.core.internal.KernelTrial$Side",
            "io.github.bloomjoin.core.hash.KeyHashing",
            "io.github.bloomjoin.core.hash.XxHash64",
            "io.github.bloomjoin.core.sizing.FilterSizing");
  }

  @Test
  void classesAreFinal() {
    assertThat(
            CORE.stream()
                .filter(type -> !type.isInterface() && !type.getModifiers().contains(ABSTRACT))
                .filter(type -> !type.getModifiers().contains(FINAL)))
        .isEmpty();
  }

  @Test
  void needsTheJdkOnly() {
    classes()
        .that()
        .haveNameNotMatching(VECTOR_KERNELS)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", ROOT + "..")
        .check(CORE);
  }

  @Test
  void incubatingModuleIsOptional() {
    classes()
        .that()
        .haveNameMatching(VECTOR_KERNELS)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "jdk.incubator.vector..", ROOT + "..")
        .check(CORE);
    noClasses()
        .that()
        .haveNameNotMatching(VECTOR_KERNELS)
        .should()
        .dependOnClassesThat()
        .haveNameMatching(VECTOR_KERNELS)
        .check(CORE);
  }

  @Test
  void packagesSeeNoMoreThanTheyNeed() {
    Map<String, String[]> seen =
        Map.of(
            "internal", new String[] {"java..", ROOT + ".internal.."},
            "hash",
                new String[] {
                  "java..", "jdk.incubator.vector..", ROOT + ".hash..", ROOT + ".internal.."
                },
            "sizing", new String[] {"java..", ROOT + ".sizing.."});
    seen.forEach(
        (name, packages) ->
            classes()
                .that()
                .resideInAPackage(ROOT + "." + name + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(packages)
                .check(CORE));
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CORE);
  }
}
