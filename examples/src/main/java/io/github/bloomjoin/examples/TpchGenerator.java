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
package io.github.bloomjoin.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Writes TPC-H tables as Parquet through Spark, one folder per table under one directory.
 *
 * <p>Columns have the names and types of the TPC-H specification: keys are {@code bigint}, amounts
 * {@code decimal(12,2)}, dates {@code date}, text {@code string}. A table's content depends on the
 * scale factor only; each task generates one part of it row by row, so memory does not grow with
 * the scale factor.
 *
 * <p>Beside its data, each table folder holds a file {@value #MARKER} that names the scale factor.
 * A complete table of the same scale factor is reused; anything else in its place is refused unless
 * {@link #withOverwrite} is on.
 *
 * <p>Immutable and thread-safe.
 */
public final class TpchGenerator {
  /** Below this, the generator's tables would be empty or refer to rows that do not exist. */
  static final double MIN_SCALE_FACTOR = 0.001;

  /** The largest scale factor of the TPC-H specification. */
  static final double MAX_SCALE_FACTOR = 100_000;

  static final String MARKER = "_tpch.properties";

  private static final String SCALE_FACTOR = "scaleFactor";
  private static final String LAYOUT = "layout";

  /** Goes up whenever the same scale factor no longer gives the same columns and values. */
  private static final String LAYOUT_VERSION = "1";

  private static final String SUCCESS = "_SUCCESS";

  private final double scaleFactor;
  private final OptionalInt parts;
  private final boolean overwrite;
  private final boolean progressBar;

  private TpchGenerator(
      double scaleFactor, OptionalInt parts, boolean overwrite, boolean progressBar) {
    this.scaleFactor = scaleFactor;
    this.parts = parts;
    this.overwrite = overwrite;
    this.progressBar = progressBar;
  }

  /**
   * A generator that picks the number of parts itself, overwrites nothing and shows no progress
   * bar.
   *
   * @param scaleFactor from 0.001 to 100,000; 1 is about 1 GB of text and 6 million line items
   * @throws IllegalArgumentException if {@code scaleFactor} is outside its range
   */
  public static TpchGenerator of(double scaleFactor) {
    if (!(scaleFactor >= MIN_SCALE_FACTOR && scaleFactor <= MAX_SCALE_FACTOR)) {
      throw new IllegalArgumentException(
          "scale factor " + scaleFactor + " is not in [0.001, 100000]; 1 is about 1 GB of text");
    }
    return new TpchGenerator(scaleFactor, OptionalInt.empty(), false, false);
  }

  /** The names of the eight TPC-H tables, largest first. */
  public static List<String> tables() {
    return TpchSchema.names();
  }

  /**
   * With this many parts, and so tasks and files, for each table whose size depends on the scale
   * factor. The content stays the same.
   *
   * @param parts at least 1; unless set, one per 100,000 orders (or customers, parts, suppliers)
   * @throws IllegalArgumentException if {@code parts} is less than 1
   */
  public TpchGenerator withParts(int parts) {
    if (parts < 1) {
      throw new IllegalArgumentException("parts " + parts + " is not at least 1");
    }
    return new TpchGenerator(scaleFactor, OptionalInt.of(parts), overwrite, progressBar);
  }

  /** With table folders that exist already replaced, whatever they hold. */
  public TpchGenerator withOverwrite(boolean overwrite) {
    return new TpchGenerator(scaleFactor, parts, overwrite, progressBar);
  }

  /** With a progress bar over the parts on the error stream. */
  public TpchGenerator withProgressBar(boolean progressBar) {
    return new TpchGenerator(scaleFactor, parts, overwrite, progressBar);
  }

  /**
   * Writes the tables that are not there yet and returns their names.
   *
   * <p>All names and folders are checked before anything is written.
   *
   * @param directory a path that Hadoop's file systems understand; made if absent
   * @param tables names from {@link #tables()}
   * @throws IllegalArgumentException if a table name is unknown
   * @throws IllegalStateException if a table's folder holds something else and may not be
   *     overwritten
   * @throws UncheckedIOException if the file system fails
   */
  public List<String> generate(SparkSession spark, String directory, Collection<String> tables) {
    List<TpchSchema<?>> absent = new ArrayList<>();
    try {
      for (String table : new LinkedHashSet<>(tables)) {
        TpchSchema<?> schema = TpchSchema.of(table);
        if (!isReusable(spark, new Path(directory, table))) {
          absent.add(schema);
        }
      }
      if (!absent.isEmpty()) {
        write(spark, directory, absent);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("TPC-H tables in " + directory + ": " + e.getMessage(), e);
    }
    return absent.stream().map(TpchSchema::name).toList();
  }

  /**
   * Makes each table of {@code directory} a temporary view under the table's own name.
   *
   * @throws IllegalArgumentException if a table name is unknown
   */
  public static void createViews(SparkSession spark, String directory, Collection<String> tables) {
    for (String table : tables) {
      TpchSchema<?> schema = TpchSchema.of(table);
      spark
          .read()
          .schema(schema.structType())
          .parquet(new Path(directory, table).toString())
          .createOrReplaceTempView(table);
    }
  }

  private void write(SparkSession spark, String directory, List<TpchSchema<?>> schemas)
      throws IOException {
    int totalParts = schemas.stream().mapToInt(this::parts).sum();
    try (PartProgress progress = PartProgress.start(spark, totalParts, progressBar)) {
      for (TpchSchema<?> schema : schemas) {
        progress.table(schema.name());
        write(spark, directory, schema);
      }
    }
  }

  /** Writes beside the table's folder first, so that a run that breaks off leaves no half table. */
  private void write(SparkSession spark, String directory, TpchSchema<?> schema)
      throws IOException {
    Path folder = new Path(directory, schema.name());
    Path staging = new Path(directory, "_staging-" + schema.name());
    spark
        .createDataFrame(
            rows(spark, schema.name(), scaleFactor, parts(schema)), schema.structType())
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(staging.toString());
    writeMarker(spark, staging);

    FileSystem files = fileSystem(spark, folder);
    if (overwrite) {
      files.delete(folder, /* recursive= */ true);
    }
    if (!files.rename(staging, folder)) {
      throw new IOException("cannot rename " + staging + " to " + folder);
    }
  }

  /** Static, so that a task takes along no more than the three values. */
  private static JavaRDD<Row> rows(
      SparkSession spark, String table, double scaleFactor, int parts) {
    List<Integer> numbers = IntStream.rangeClosed(1, parts).boxed().toList();
    return JavaSparkContext.fromSparkContext(spark.sparkContext())
        .parallelize(numbers, parts)
        .flatMap(part -> TpchSchema.of(table).rows(scaleFactor, part, parts));
  }

  private int parts(TpchSchema<?> schema) {
    return schema.isFixedSize() ? 1 : parts.orElseGet(() -> schema.defaultParts(scaleFactor));
  }

  private boolean isReusable(SparkSession spark, Path folder) throws IOException {
    FileSystem files = fileSystem(spark, folder);
    if (overwrite || !files.exists(folder)) {
      return false;
    }
    String found = "something else than a complete TPC-H table";
    Path marker = new Path(folder, MARKER);
    if (files.exists(marker) && files.exists(new Path(folder, SUCCESS))) {
      Properties properties = new Properties();
      try (InputStream in = files.open(marker)) {
        properties.load(in);
      }
      if (expectedMarker().equals(properties)) {
        return true;
      }
      found =
          "the table at scale factor "
              + properties.getProperty(SCALE_FACTOR)
              + ", layout "
              + properties.getProperty(LAYOUT);
    }
    throw new OccupiedFolderException(
        folder
            + " holds "
            + found
            + ", wanted is scale factor "
            + scaleFactor
            + ", layout "
            + LAYOUT_VERSION
            + ": choose another directory, or allow to overwrite it (--overwrite)");
  }

  /** Not through {@code Properties.store}, which would add the time of day. */
  private void writeMarker(SparkSession spark, Path folder) throws IOException {
    try (OutputStream out =
        fileSystem(spark, folder).create(new Path(folder, MARKER), /* overwrite= */ true)) {
      String text = SCALE_FACTOR + "=" + scaleFactor + "\n" + LAYOUT + "=" + LAYOUT_VERSION + "\n";
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private Properties expectedMarker() {
    Properties properties = new Properties();
    properties.setProperty(SCALE_FACTOR, Double.toString(scaleFactor));
    properties.setProperty(LAYOUT, LAYOUT_VERSION);
    return properties;
  }

  private static FileSystem fileSystem(SparkSession spark, Path path) throws IOException {
    return path.getFileSystem(spark.sparkContext().hadoopConfiguration());
  }
}
