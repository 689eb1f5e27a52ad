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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A piece of a query, which knows how to become smaller. */
sealed interface Sql {
  /** The text of the query. */
  String text();

  /** All pieces that are smaller than this one by one step. Some are no valid SQL. */
  Stream<Sql> smaller();

  /** This piece without those items of its lists that do not pass. */
  Sql keeping(Predicate<String> keep);

  static Sql text(String text) {
    return new Text(text);
  }

  /** Pieces and strings, one behind the other. */
  static Sql of(Object... parts) {
    return new Parts(
        Stream.of(parts).map(part -> part instanceof Sql sql ? sql : text((String) part)).toList());
  }

  /** A piece that can be replaced by each of some smaller ones. */
  static Sql orElse(Sql piece, Sql... simpler) {
    return new OrElse(piece, List.of(simpler));
  }

  /** A piece that can be left out. */
  static Sql maybe(Sql piece) {
    return orElse(piece, text(""));
  }

  /** A list whose items can be left out. */
  static Sql list(String before, String between, String none, List<Sql> items) {
    return new Items(before, between, none, List.copyOf(items));
  }

  /** A list of texts that can be left out. */
  static Sql texts(String before, String between, String none, List<String> items) {
    return list(before, between, none, items.stream().map(Sql::text).toList());
  }

  /** Words that nothing can be taken from. */
  record Text(String text) implements Sql {
    @Override
    public Stream<Sql> smaller() {
      return Stream.empty();
    }

    @Override
    public Sql keeping(Predicate<String> keep) {
      return this;
    }
  }

  /** Pieces that stay together. */
  record Parts(List<Sql> parts) implements Sql {
    @Override
    public String text() {
      return parts.stream().map(Sql::text).collect(Collectors.joining());
    }

    @Override
    public Stream<Sql> smaller() {
      return oneSmaller(parts, Parts::new);
    }

    @Override
    public Sql keeping(Predicate<String> keep) {
      return new Parts(parts.stream().map(part -> part.keeping(keep)).toList());
    }
  }

  /** A piece, and what may stand in its place. */
  record OrElse(Sql piece, List<Sql> simpler) implements Sql {
    @Override
    public String text() {
      return piece.text();
    }

    @Override
    public Stream<Sql> smaller() {
      return Stream.concat(
          simpler.stream(), piece.smaller().map(smaller -> new OrElse(smaller, simpler)));
    }

    @Override
    public Sql keeping(Predicate<String> keep) {
      return new OrElse(
          piece.keeping(keep), simpler.stream().map(piece -> piece.keeping(keep)).toList());
    }
  }

  /**
   * A list.
   *
   * @param before what stands before the first item
   * @param between what stands between two items
   * @param none what stands there if there is no item
   */
  record Items(String before, String between, String none, List<Sql> items) implements Sql {
    @Override
    public String text() {
      return items.isEmpty()
          ? none
          : items.stream().map(Sql::text).collect(Collectors.joining(between, before, ""));
    }

    @Override
    public Stream<Sql> smaller() {
      Stream<Sql> halves =
          items.size() < 4
              ? Stream.of()
              : Stream.of(
                  with(items.subList(0, items.size() / 2)),
                  with(items.subList(items.size() / 2, items.size())));
      Stream<Sql> without = Stream.iterate(0, i -> i < items.size(), i -> i + 1).map(this::without);
      return Stream.concat(Stream.concat(halves, without), oneSmaller(items, this::with));
    }

    @Override
    public Sql keeping(Predicate<String> keep) {
      return with(
          items.stream()
              .filter(item -> keep.test(item.text()))
              .map(item -> item.keeping(keep))
              .toList());
    }

    private Sql without(int index) {
      List<Sql> rest = new ArrayList<>(items);
      rest.remove(index);
      return with(rest);
    }

    private Sql with(List<Sql> newItems) {
      return new Items(before, between, none, newItems);
    }
  }

  private static Stream<Sql> oneSmaller(List<Sql> parts, Function<List<Sql>, Sql> whole) {
    return Stream.iterate(0, i -> i < parts.size(), i -> i + 1)
        .flatMap(
            i ->
                parts
                    .get(i)
                    .smaller()
                    .map(
                        smaller -> {
                          List<Sql> changed = new ArrayList<>(parts);
                          changed.set(i, smaller);
                          return whole.apply(changed);
                        }));
  }
}
