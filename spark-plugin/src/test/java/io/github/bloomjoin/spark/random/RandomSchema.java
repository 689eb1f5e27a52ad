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

import io.github.bloomjoin.spark.random.RandomTable.Storage;
import io.github.bloomjoin.spark.random.RandomTable.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** The tables of one seed, which exist until it is closed. */
final class RandomSchema implements AutoCloseable {
  private static final Path FOLDER = Path.of("target", "random-tables").toAbsolutePath();

  private final SparkSession spark;
  private final List<RandomTable> tables;

  private RandomSchema(SparkSession spark, List<RandomTable> tables) {
    this.spark = spark;
    this.tables = tables;
  }

  static RandomSchema create(SparkSession spark, long seed) {
    RandomSchema schema = new RandomSchema(spark, draw(new Draw(seed)));
    // Each table's expressions are used once: generating code for them costs more than it brings.
    spark.conf().set("spark.sql.codegen.wholeStage", "false");
    spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    schema.tables.forEach(schema::create);
    spark.conf().unset("spark.sql.codegen.wholeStage");
    spark.conf().unset("spark.sql.codegen.factoryMode");

    return schema;
  }

  List<RandomTable> tables() {
    return tables;
  }

  /** Two large tables, some small, and an empty one; most hold the schema's common key types. */
  private static List<RandomTable> draw(Draw draw) {
    List<ColumnType> keyTypes = draw.shuffled(List.of(ColumnType.values())).subList(0, 5);
    List<RandomTable> tables = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      int rows =
          switch (i) {
            case 0, 1 -> 5_000 + draw.below(15_000);
            case 6 -> draw.of(0, 0, 1, 5);
            default -> 10 + draw.below(draw.of(100, 1_000, 3_000));
          };
      Storage storage =
          i < 2
              ? draw.of(Storage.FILES, Storage.FILES, Storage.ANALYZED, Storage.PARTITIONED)
              : draw.of(Storage.values());
      List<Values> values = new ArrayList<>();
      List<ColumnType> types = new ArrayList<>(keyTypes);
      types.removeIf(type -> draw.chance(15));
      for (int other = 1 + draw.below(3); other > 0; other--) {
        types.add(draw.of(ColumnType.values()));
      }
      if (storage == Storage.VIEW) {
        types.removeIf(type -> !type.isSimple());
      }
      for (ColumnType type : types) {
        values.add(values(draw, values.size(), type, rows));
      }
      tables.add(new RandomTable("t" + i, rows, 1 + draw.of(0, 0, 1, 3), storage, values));
    }

    return tables;
  }

  private static Values values(Draw draw, int number, ColumnType type, int rows) {
    int distinct = draw.of(10, 60, 300, 1_500, Math.max(1, rows));
    return new Values(
        "c" + number,
        type,
        draw.of(0, 0, 0, 0, 0, distinct / 4, distinct / 2),
        Math.min(distinct, type.maxDistinct()),
        draw.chance(15) ? 30 : 0,
        draw.of(0, 3, 3, 20));
  }

  private void create(RandomTable table) {
    Dataset<Row> rows = spark.sql(table.sql());
    if (table.storage() == Storage.VIEW) {
      rows.createOrReplaceTempView(table.name());
      return;
    }

    DataFrameWriter<Row> writer =
        rows.write()
            .mode(SaveMode.Overwrite)
            .format("parquet")
            .option("path", FOLDER.resolve(table.name()).toString());
    if (table.storage() == Storage.BUCKETED) {
      writer = writer.bucketBy(3, "id");
    } else if (table.storage() == Storage.PARTITIONED) {
      writer = writer.partitionBy("p");
    }
    writer.saveAsTable(table.name());
    if (table.storage() == Storage.ANALYZED) {
      String columns =
          table.columns(table.name()).stream()
              .filter(column -> column.type().isNumber())
              .map(column -> column.name().substring(column.name().indexOf('.') + 1))
              .collect(Collectors.joining(", "));
      spark.sql("ANALYZE TABLE " + table.name() + " COMPUTE STATISTICS FOR COLUMNS " + columns);
    } else if (table.storage() == Storage.PARTITIONED) {
      spark.sql("ANALYZE TABLE " + table.name() + " COMPUTE STATISTICS");
    } else if (table.storage() == Storage.CACHED) {
      spark.catalog().cacheTable(table.name());
      spark.table(table.name()).count();
    }
  }

  @Override
  public void close() {
    for (RandomTable table : tables) {
      if (table.storage() == Storage.VIEW) {
        spark.catalog().dropTempView(table.name());
      } else {
        spark.sql("DROP TABLE IF EXISTS " + table.name());
      }
    }
    try (Stream<Path> files = Files.exists(FOLDER) ? Files.walk(FOLDER) : Stream.empty()) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + FOLDER, e);
    }
  }
}
