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
package io.github.bloomjoin.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.github.bloomjoin.spark",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule PACKAGES_LOOK_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("extension")
          .definedBy("io.github.bloomjoin.spark")
          .layer("rule")
          .definedBy("io.github.bloomjoin.spark.rule")
          .layer("exec")
          .definedBy("io.github.bloomjoin.spark.exec")
          .layer("cost")
          .definedBy("io.github.bloomjoin.spark.cost")
          .layer("conf")
          .definedBy("io.github.bloomjoin.spark.conf")
          .layer("compat")
          .definedBy("io.github.bloomjoin.spark.compat")
          .whereLayer("extension")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("rule")
          .mayOnlyBeAccessedByLayers("extension")
          .whereLayer("exec")
          .mayOnlyBeAccessedByLayers("rule")
          .whereLayer("cost")
          .mayOnlyBeAccessedByLayers("rule")
          .whereLayer("conf")
          .mayOnlyBeAccessedByLayers("extension", "rule", "cost")
          .whereLayer("compat")
          .mayOnlyBeAccessedByLayers("rule", "exec", "cost");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("io.github.bloomjoin.spark.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule PLANS_AND_RUNS_WITHOUT_REFLECTION =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.lang.reflect..");

  @ArchTest
  static final ArchRule CLASSES_ARE_FINAL =
      classes()
          .that()
          .areTopLevelClasses()
          .and()
          .areNotInterfaces()
          .should()
          .haveModifier(JavaModifier.FINAL);

  /** What users may name. Adding a type changes this list. */
  @ArchTest
  static final ArchRule ONE_TYPE_FOR_USERS =
      classes()
          .that()
          .resideInAPackage("io.github.bloomjoin.spark")
          .and()
          .arePublic()
          .should()
          .haveSimpleName("BloomJoinExtension");
}
