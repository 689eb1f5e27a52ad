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
package io.github.bloomjoin.udf.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The one place where Java collections become Scala's and back. */
public final class ScalaSeqs {
  private ScalaSeqs() {}

  /** An immutable Scala sequence of {@code elements}, in order. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> Seq<T> of(T... elements) {
    return from(Arrays.asList(elements));
  }

  /** An immutable Scala copy of {@code elements}, in order. */
  public static <T> Seq<T> from(List<? extends T> elements) {
    return CollectionConverters.<T>asScala(List.<T>copyOf(elements)).toList();
  }

  /** A Java view of {@code elements}. */
  public static <T> List<T> toJava(scala.collection.Seq<T> elements) {
    return CollectionConverters.asJava(elements);
  }

  /** An immutable Scala copy of {@code entries}. */
  public static <K, V> scala.collection.immutable.Map<K, V> mapFrom(Map<K, V> entries) {
    return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(entries));
  }
}
