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

import io.github.bloomjoin.spark.random.Difference.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Runs a query with the plugin off and on, and tells what differs. */
final class Comparison {
  /** Which of several errors a query shows, and what it reads, can be a matter of time. */
  private static final int REPEATS = 2;

  private static final String STOPS_STAGES =
      "org.apache.spark.sql.execution.adaptive.AQEPropagateEmptyRelation";

  private static final int MAX_ROWS_SHOWN = 10;

  private final BiFunction<RandomCase, Boolean, Outcome> runner;

  /** A comparison of what {@code runner} makes of a query, off and on. */
  Comparison(BiFunction<RandomCase, Boolean, Outcome> runner) {
    this.runner = runner;
  }

  Outcome runOff(RandomCase randomCase) {
    return runner.apply(randomCase, false);
  }

  Outcome runOn(RandomCase randomCase) {
    return runner.apply(randomCase, true);
  }

  /** What differs; nothing if the query is no valid SQL or too much with the plugin off. */
  Optional<Difference> compare(RandomCase randomCase) {
    Outcome off = runOff(randomCase);
    return off.isComparable() ? compare(randomCase, off, runOn(randomCase)) : Optional.empty();
  }

  Optional<Difference> compare(RandomCase randomCase, Outcome off, Outcome on) {
    if (on.kind() == Outcome.Kind.TIMED_OUT) {
      return difference(Kind.HANGS, "no end in time", off, on);
    }
    if (!off.ended() || !on.ended()) {
      return compareEndings(randomCase, off, on);
    }
    if (!off.rows().equals(on.rows())) {
      boolean stable = runOff(randomCase).rows().equals(off.rows());
      return difference(
          stable ? Kind.ROWS : Kind.NOT_DETERMINISTIC, rowsOf(off.rows(), on.rows()), off, on);
    }
    if (!on.warnings().isEmpty()) {
      return difference(Kind.WARNS, String.join("\n", on.warnings()), off, on);
    }

    return on.input() > off.input() ? compareInputs(randomCase) : Optional.empty();
  }

  private Optional<Difference> compareEndings(RandomCase randomCase, Outcome off, Outcome on) {
    Set<String> endsOff = new TreeSet<>(Set.of(off.ending()));
    Set<String> endsOn = new TreeSet<>(Set.of(on.ending()));
    for (int i = 0; i < REPEATS; i++) {
      endsOff.add(runOff(randomCase).ending());
      endsOn.add(runOn(randomCase).ending());
    }
    if (endsOff.containsAll(endsOn)) {
      return Optional.empty();
    }

    String ended = Outcome.Kind.ENDED.name();
    Set<String> newEnds = new TreeSet<>(endsOn);
    newEnds.removeAll(endsOff);
    Kind kind = newEnds.equals(Set.of(ended)) ? Kind.NO_ERROR : Kind.ERRORS;
    return difference(kind, "off: " + endsOff + "\non: " + endsOn, off, on);
  }

  /**
   * Compares again without the rule of Spark's that stops a query's other stages where one has no
   * rows: what they have read by then is a matter of time.
   */
  private Optional<Difference> compareInputs(RandomCase randomCase) {
    Map<String, String> settings = new LinkedHashMap<>(randomCase.settings());
    settings.put("spark.sql.adaptive.optimizer.excludedRules", STOPS_STAGES);
    RandomCase steady = randomCase.with(settings);
    List<Outcome> off = new ArrayList<>();
    List<Outcome> on = new ArrayList<>();
    for (int i = 0; i < REPEATS; i++) {
      off.add(runOff(steady));
      on.add(runOn(steady));
    }
    long most = off.stream().mapToLong(Outcome::input).max().orElseThrow();
    boolean more = on.stream().allMatch(outcome -> outcome.input() > most);

    return more
        ? difference(
            Kind.READS_MORE,
            "records read off: " + inputs(off) + "\non: " + inputs(on),
            off.get(0),
            on.get(0))
        : Optional.empty();
  }

  private static String inputs(List<Outcome> outcomes) {
    return outcomes.stream()
        .map(outcome -> outcome.input() + " " + outcome.inputs())
        .toList()
        .toString();
  }

  private static Optional<Difference> difference(
      Kind kind, String detail, Outcome off, Outcome on) {
    return Optional.of(new Difference(kind, detail, off, on));
  }

  private static String rowsOf(List<String> off, List<String> on) {
    return "%d rows off, %d rows on%nonly off: %s%nonly on: %s"
        .formatted(off.size(), on.size(), without(off, on), without(on, off));
  }

  /** Multisets' difference, cut. */
  private static List<String> without(List<String> rows, List<String> others) {
    List<String> rest = new ArrayList<>();
    int i = 0;
    for (String row : rows) {
      while (i < others.size() && others.get(i).compareTo(row) < 0) {
        i++;
      }
      if (i < others.size() && others.get(i).equals(row)) {
        i++;
      } else {
        rest.add(row);
      }
    }

    return rest.size() > MAX_ROWS_SHOWN ? rest.subList(0, MAX_ROWS_SHOWN) : rest;
  }
}
