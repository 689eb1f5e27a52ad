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
package io.github.bloomjoin.spark.random;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Seeded choices: the same seed draws the same. */
final class Draw {
  private final SplittableRandom random;

  Draw(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A number from 0 to {@code bound - 1}. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  @SafeVarargs
  final <T> T of(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** The index of one of the weights, the larger the likelier. */
  int weighted(int... weights) {
    int sum = 0;
    for (int weight : weights) {
      sum += weight;
    }
    int left = random.nextInt(sum);
    int index = 0;
    while (left >= weights[index]) {
      left -= weights[index++];
    }

    return index;
  }

  <T> List<T> shuffled(List<T> list) {
    List<T> rest = new ArrayList<>(list);
    List<T> shuffled = new ArrayList<>(list.size());
    while (!rest.isEmpty()) {
      shuffled.add(rest.remove(random.nextInt(rest.size())));
    }

    return shuffled;
  }

  /** Between one and {@code max} of the list's elements, each at most once. */
  <T> List<T> some(List<T> list, int max) {
    int size = 1 + below(Math.min(max, list.size()));
    return shuffled(list).subList(0, size);
  }
}
