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

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.core.hash.KeyHashing;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/**
 * The keys that stand in one or more Arrow vectors of equal length: hashed, added to a filter or
 * probed a batch at a time, without an object for any of them. A key of several vectors is a
 * composite key, its fields in the order of the vectors.
 *
 * <p>Keys hash as {@link KeyHashing} says, so a filter over them is the one that Spark's rows or
 * single keys would have made, whether a value lies in a vector of 32 or 64 bit offsets, behind
 * views or in a dictionary. Vectors of these types hold keys:
 *
 * <ul>
 *   <li>Bool, signed Int, FloatingPoint of single and double precision, Decimal of 128 bits
 *   <li>Utf8, Binary, their Large and View forms, FixedSizeBinary. Strings are hashed by their
 *       bytes: a column under a collation that holds different bytes equal must come as its
 *       collation keys
 *   <li>Date in days, Timestamp and Duration in microseconds, Interval in months
 *   <li>Struct, List, LargeList and FixedSizeList of these, nulls within them passed over
 *   <li>any of them dictionary-encoded
 * </ul>
 *
 * <p>Other types are refused, as there is no rule that both sides of a join would share. Values are
 * not converted: an Int of 32 and one of 64 bits are different keys, and so are decimals of
 * different scale.
 *
 * <p>By default keys are those of a join by {@code =}: where one of the vectors is null there is no
 * key, so such a row is neither added nor among those that may match. {@link #nullSafe()} gives the
 * keys of a join by {@code <=>}, where null is a value.
 *
 * <p>The vectors stay their owner's. They are looked at anew at every call, so one instance serves
 * all batches that are loaded into the same vectors one after the other. Not safe for use by
 * several threads; the filter that is probed may be shared as it allows.
 */
public final class ArrowKeys {
  private static final int[] ALL_OF_CHUNK = IntStream.range(0, KeyColumn.CHUNK).toArray();

  private final KeyColumn[] columns;
  private final boolean nullSafe;
  private final long[] chunk = new long[KeyColumn.CHUNK];
  private final int[] present = new int[KeyColumn.CHUNK];
  private final int[] matches = new int[KeyColumn.CHUNK];

  /** The rows of the chunk that have a key; the first of them, as many as the chunk has hashes. */
  private int[] kept = ALL_OF_CHUNK;

  private ArrowKeys(KeyColumn[] columns, boolean nullSafe) {
    this.columns = columns;
    this.nullSafe = nullSafe;
  }

  /**
   * Returns the keys in vectors, none of them dictionary-encoded.
   *
   * @param columns at least one vector, not null
   * @return their keys
   * @throws IllegalArgumentException if there is no vector, or one of a type that cannot be a key
   */
  public static ArrowKeys of(FieldVector... columns) {
    return of(List.of(columns), null);
  }

  /**
   * Returns the keys in vectors of which some are dictionary-encoded.
   *
   * @param columns at least one vector, not null
   * @param dictionaries holds the values of those that are dictionary-encoded, asked again at every
   *     batch; null if there are none
   * @return their keys
   * @throws IllegalArgumentException if there is no vector, one of a type that cannot be a key, or
   *     one whose dictionary is not known
   */
  public static ArrowKeys of(List<? extends FieldVector> columns, DictionaryProvider dictionaries) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("No column of keys: at least one is needed");
    }
    KeyColumns factory = new KeyColumns(dictionaries);

    return new ArrowKeys(columns.stream().map(factory::of).toArray(KeyColumn[]::new), false);
  }

  /**
   * Returns the keys of the same vectors for a join by {@code <=>}: every row has one, and a null
   * in it is passed over as {@link KeyHashing} says. Use it on both sides of a join or on none. Not
   * safe for use by another thread than this instance.
   *
   * @return the keys, nulls among them
   */
  public ArrowKeys nullSafe() {
    return new ArrowKeys(columns, true);
  }

  /**
   * Returns the number of rows that are in the vectors now.
   *
   * @return at least 0
   */
  public int rowCount() {
    return columns[0].rowCount();
  }

  /**
   * Hashes the keys of all rows, those without a key left out: {@code hashes[i]} becomes the hash
   * of the key in row {@code rows[i]}, in order.
   *
   * @param seed {@link KeyHashing#SEED}, or the seed of the filter that the hashes are meant for
   * @param hashes receives the hashes, with room for {@link #rowCount()} of them
   * @param rows receives the rows of the hashes, from 0, with room for {@link #rowCount()} of them
   * @return how many rows have a key
   * @throws IllegalArgumentException if an array is too short, if the vectors are of different
   *     length, or if what they hold contradicts itself
   * @throws IndexOutOfBoundsException if a vector refers to bytes outside its buffers
   */
  public int hash(long seed, long[] hashes, int[] rows) {
    int size = open();
    checkRoom("hashes", hashes.length, size);
    checkRoom("rows", rows.length, size);
    int count = 0;
    int length;
    for (int from = 0; from < size; from += length) {
      length = Math.min(size - from, KeyColumn.CHUNK);
      int keys = hashChunk(seed, from, length);
      System.arraycopy(chunk, 0, hashes, count, keys);
      for (int i = 0; i < keys; i++) {
        rows[count + i] = from + kept[i];
      }
      count += keys;
    }

    return count;
  }

  /**
   * Adds the keys of all rows to a filter, in time linear in the bytes of the keys.
   *
   * @param filter receives the keys; it must not be probed meanwhile
   * @return the filter
   * @throws IllegalArgumentException if the vectors are of different length, or if what they hold
   *     contradicts itself; the keys before that may have been added
   * @throws IndexOutOfBoundsException if a vector refers to bytes outside its buffers; the keys
   *     before that may have been added
   */
  public SplitBlockBloomFilter addTo(SplitBlockBloomFilter filter) {
    long seed = filter.seed();
    int size = open();
    int length;
    for (int from = 0; from < size; from += length) {
      length = Math.min(size - from, KeyColumn.CHUNK);
      int keys = hashChunk(seed, from, length);
      filter.addHashes(chunk, 0, keys);
    }

    return filter;
  }

  /**
   * Finds the rows whose key a filter may hold, in time linear in the bytes of the keys. The rows
   * left out are certainly not in it, or have no key.
   *
   * @param filter holds keys of the same types, not null
   * @param rows receives the rows that may match, from 0, in order, with room for {@link
   *     #rowCount()} of them
   * @return how many may match
   * @throws IllegalArgumentException if the array is too short, if the vectors are of different
   *     length, or if what they hold contradicts itself
   * @throws IndexOutOfBoundsException if a vector refers to bytes outside its buffers
   */
  public int probe(SplitBlockBloomFilter filter, int[] rows) {
    long seed = filter.seed();
    int size = open();
    checkRoom("rows", rows.length, size);
    int count = 0;
    int length;
    for (int from = 0; from < size; from += length) {
      length = Math.min(size - from, KeyColumn.CHUNK);
      int keys = hashChunk(seed, from, length);
      int found = filter.mightContainHashes(chunk, 0, keys, matches);
      for (int i = 0; i < found; i++) {
        rows[count + i] = from + kept[matches[i]];
      }
      count += found;
    }

    return count;
  }

  private int open() {
    int size = rowCount();
    for (KeyColumn column : columns) {
      column.open();
      if (column.rowCount() != size) {
        throw new IllegalArgumentException(
            "Column \""
                + column.name()
                + "\" has "
                + column.rowCount()
                + " rows, column \""
                + columns[0].name()
                + "\" has "
                + size);
      }
    }

    return size;
  }

  /** Puts the hashes of a run of rows into the chunk, and which rows of it they are of. */
  private int hashChunk(long seed, int from, int size) {
    columns[0].begin(seed, from, size, chunk);
    for (int i = 1; i < columns.length; i++) {
      columns[i].append(from, size, chunk);
    }
    kept = ALL_OF_CHUNK;
    if (nullSafe) {
      return size;
    }
    int count = size;
    for (KeyColumn column : columns) {
      if (column.hasNulls()) {
        count = leaveOutNulls(column, from, count);
      }
    }

    return count;
  }

  private int leaveOutNulls(KeyColumn column, int from, int size) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      int position = kept[i];
      if (!column.isNull(from + position)) {
        chunk[count] = chunk[i];
        present[count] = position;
        count++;
      }
    }
    kept = present;

    return count;
  }

  private static void checkRoom(String array, int length, int rows) {
    if (length < rows) {
      throw new IllegalArgumentException(
          "The array of "
              + array
              + " has room for "
              + length
              + ", the vectors have "
              + rows
              + " rows");
    }
  }
}
