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

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import scala.jdk.javaapi.CollectionConverters;

/** Writes rows as text, different rows as different texts: NaN is NaN, and -0.0 is not 0.0. */
final class RowTexts {
  private RowTexts() {}

  static List<String> sorted(List<Row> rows) {
    return rows.stream().map(RowTexts::text).sorted().toList();
  }

  private static String text(Row row) {
    return IntStream.range(0, row.length())
        .mapToObj(i -> text(row.get(i)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String text(Object value) {
    if (value instanceof Row row) {
      return text(row);
    }
    if (value instanceof String string) {
      return '"' + string.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
    if (value instanceof byte[] bytes) {
      return "X'" + HexFormat.of().formatHex(bytes) + "'";
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof scala.collection.Iterable<?> elements) {
      return CollectionConverters.asJava(elements.toSeq()).stream()
          .map(RowTexts::text)
          .collect(Collectors.joining(", ", "(", ")"));
    }

    return String.valueOf(value);
  }
}
