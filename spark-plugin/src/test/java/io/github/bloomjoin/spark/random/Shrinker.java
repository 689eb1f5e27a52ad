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

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a query and its settings smaller as long as a difference of the same kind stays. */
final class Shrinker {
  /** The names that {@link QueryGenerator} gives. */
  private static final Pattern NAME = Pattern.compile("\\bAS ([ax]\\d+)\\b");

  private final Function<RandomCase, Optional<Difference>> compare;
  private final Duration limit;

  Shrinker(Function<RandomCase, Optional<Difference>> compare, Duration limit) {
    this.compare = compare;
    this.limit = limit;
  }

  /** The smallest case found in time, its difference, and the case it was made from. */
  record Shrunk(RandomCase before, RandomCase randomCase, Difference difference) {}

  Shrunk shrink(RandomCase randomCase, Difference difference) {
    long end = System.nanoTime() + limit.toNanos();
    Shrunk smallest = new Shrunk(randomCase, randomCase, difference);
    Set<String> tried = new HashSet<>();
    Optional<Shrunk> next = Optional.of(smallest);
    while (next.isPresent()) {
      smallest = next.get();
      next = smaller(smallest, tried, end);
    }

    return smallest;
  }

  private Optional<Shrunk> smaller(Shrunk shrunk, Set<String> tried, long end) {
    for (RandomCase candidate : candidates(shrunk.randomCase())) {
      if (System.nanoTime() > end) {
        return Optional.empty();
      }
      if (tried.add(candidate.script())) {
        Optional<Difference> difference = compare.apply(candidate);
        if (difference.isPresent() && difference.get().kind() == shrunk.difference().kind()) {
          return Optional.of(new Shrunk(shrunk.before(), candidate, difference.get()));
        }
      }
    }

    return Optional.empty();
  }

  /** All that is smaller by one step, the smallest first: a step can take much or little. */
  private static List<RandomCase> candidates(RandomCase randomCase) {
    List<RandomCase> candidates =
        new ArrayList<>(
            randomCase
                .query()
                .smaller()
                .map(smaller -> withoutLostNames(randomCase.query(), smaller))
                .filter(smaller -> smaller.text().length() < randomCase.query().text().length())
                .sorted(Comparator.comparing(smaller -> smaller.text().length()))
                .map(randomCase::with)
                .toList());
    for (String key : randomCase.settings().keySet()) {
      Map<String, String> fewer = new LinkedHashMap<>(randomCase.settings());
      fewer.remove(key);
      candidates.add(randomCase.with(fewer));
    }

    return candidates;
  }

  /** Takes away what uses a table or a column that is gone. */
  private static Sql withoutLostNames(Sql before, Sql after) {
    Set<String> lost = names(before);
    lost.removeAll(names(after));
    if (lost.isEmpty()) {
      return after;
    }

    Pattern use = Pattern.compile("\\b(" + String.join("|", lost) + ")\\b");
    return after.keeping(item -> !use.matcher(item).find());
  }

  private static Set<String> names(Sql sql) {
    Set<String> names = new HashSet<>();
    Matcher matcher = NAME.matcher(sql.text());
    while (matcher.find()) {
      names.add(matcher.group(1));
    }

    return names;
  }
}
