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

import static com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {
  private static final String ROOT = "io.github.bloomjoin.arrow";
  private static final JavaClasses ARROW =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void publicTypesAreThese() {
    assertThat(
            ARROW.stream()
                .filter(type -> type.getModifiers().contains(PUBLIC))
                .map(JavaClass::getName))
        .containsExactly(ROOT + ".ArrowKeys");
  }

  @Test
  void classesAreFinal() {
    assertThat(
            ARROW.stream()
                .filter(type -> !type.isInterface() && !type.getModifiers().contains(ABSTRACT))
                .filter(type -> !type.getModifiers().contains(FINAL))
                .filter(type -> !type.isAnonymousClass()))
        .isEmpty();
  }

  @Test
  void needsTheCoreAndArrowOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.github.bloomjoin.core.filter..",
            "io.github.bloomjoin.core.hash..",
            "org.apache.arrow.memory..",
            "org.apache.arrow.vector..",
            ROOT + "..")
        .check(ARROW);
  }
}
