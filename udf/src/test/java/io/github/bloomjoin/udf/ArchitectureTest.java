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
package io.github.bloomjoin.udf;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.github.bloomjoin.udf",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule KNOWS_NO_RULE =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.github.bloomjoin.spark..");

  @ArchTest
  static final ArchRule CONVERTS_COLLECTIONS_IN_ONE_PLACE =
      noClasses()
          .that()
          .doNotHaveSimpleName("ScalaSeqs")
          .should()
          .dependOnClassesThat()
          .haveSimpleName("CollectionConverters");

  @ArchTest
  static final ArchRule IS_FINAL =
      classes().that().areTopLevelClasses().should().haveModifier(JavaModifier.FINAL);

  /** Adding a type for users changes this list. */
  @ArchTest
  static final ArchRule HAS_FEW_PUBLIC_TYPES =
      classes()
          .that()
          .resideInAPackage("io.github.bloomjoin.udf")
          .and()
          .arePublic()
          .should()
          .haveNameMatching(".*\\.(BloomFilterAggregator|BloomFunctions|FilterBuffer)");
}
