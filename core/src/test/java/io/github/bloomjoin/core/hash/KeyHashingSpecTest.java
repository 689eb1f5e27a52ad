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
package io.github.bloomjoin.core.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps the test vectors of the written specification true. */
final class KeyHashingSpecTest {
  private static final Path SPECIFICATION =
      Path.of(System.getProperty("basedir", "."), "..", "docs", "format", "key-hashing.md");
  private static final Pattern VECTOR = Pattern.compile("\\| (\\S.*?) \\| ([0-9a-f]{16}) \\|");

  @Test
  void vectorsOfTheSpecificationHold() throws IOException {
    Map<String, String> stated = vectors();
    Map<String, String> actual = new LinkedHashMap<>();
    stated.forEach((key, hash) -> actual.put(key, String.format("%016x", hashOf(key))));

    assertThat(stated).hasSizeGreaterThanOrEqualTo(10);
    assertThat(actual).isEqualTo(stated);
  }

  @Test
  void specificationNamesTheHashing() throws IOException {
    assertThat(SPECIFICATION).content().startsWith("# Key hashing `" + KeyHashing.NAME + "`\n");
  }

  private static Map<String, String> vectors() throws IOException {
    Map<String, String> vectors = new LinkedHashMap<>();
    for (String line : Files.readAllLines(SPECIFICATION)) {
      Matcher matcher = VECTOR.matcher(line);
      if (matcher.matches()) {
        vectors.put(matcher.group(1), matcher.group(2));
      }
    }
    return vectors;
  }

  private static long hashOf(String key) {
    long hash = KeyHashing.SEED;
    for (String field : key.split(", ", -1)) {
      int space = field.indexOf(' ');
      String type = space < 0 ? field : field.substring(0, space);
      String value = space < 0 ? "" : field.substring(space + 1);
      hash =
          switch (type) {
            case "int" -> KeyHashing.hashInt(Integer.parseInt(value), hash);
            case "long" -> KeyHashing.hashLong(Long.parseLong(value), hash);
            case "float" -> KeyHashing.hashFloat(Float.parseFloat(value), hash);
            case "double" -> KeyHashing.hashDouble(Double.parseDouble(value), hash);
            case "string" -> KeyHashing.hashString(value, hash);
            case "binary" -> KeyHashing.hashBytes(HexFormat.of().parseHex(value), hash);
            case "decimal(5)" -> KeyHashing.hashDecimal(new BigInteger(value), 5, hash);
            case "decimal(18)" -> KeyHashing.hashDecimal(new BigInteger(value), 18, hash);
            case "decimal(19)" -> KeyHashing.hashDecimal(new BigInteger(value), 19, hash);
            case "decimal(20)" -> KeyHashing.hashDecimal(new BigInteger(value), 20, hash);
            case "decimal(38)" -> KeyHashing.hashDecimal(new BigInteger(value), 38, hash);
            default -> throw new AssertionError("no such type: " + type);
          };
    }
    return hash;
  }
}
