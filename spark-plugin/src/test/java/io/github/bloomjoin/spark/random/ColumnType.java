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

/**
 * What a column holds. Each type makes its values from whole numbers, the same value from the same
 * number, so that columns of different tables match; a few numbers make the type's odd values.
 */
enum ColumnType {
  BOOLEAN(Family.BOOLEAN, 2, "($n % 2 = 0)"),
  BYTE(Family.NUMBER, 100, "CAST($n % 100 - 10 AS TINYINT)"),
  SHORT(Family.NUMBER, 5000, "CAST($n - 10 AS SMALLINT)"),
  INT(Family.NUMBER, 1_000_000, "CAST($n - 10 AS INT)"),
  LONG(Family.NUMBER, 1_000_000, "CAST($n - 10 AS BIGINT)"),
  FLOAT(Family.NUMBER, 1_000_000, floating("FLOAT")),
  DOUBLE(Family.NUMBER, 1_000_000, floating("DOUBLE")),
  DECIMAL(Family.NUMBER, 1_000_000, "CAST($n - 10 AS DECIMAL(9, 2))"),
  WIDE_DECIMAL(Family.NUMBER, 1_000_000, "CAST($n - 10 AS DECIMAL(30, 4))"),
  NUMERIC_STRING(Family.NUMBER, 1_000_000, "CAST($n - 10 AS STRING)"),
  STRING(Family.STRING, 1_000_000, string()),
  LOWER_CASE(
      Family.LOWER_CASE,
      500_000,
      "(concat(if($n % 2 = 0, 'Key', 'kEY'), CAST($n div 2 AS STRING)) COLLATE UTF8_LCASE)"),
  UNICODE_CI(
      Family.UNICODE_CI,
      500_000,
      "(concat(if($n % 2 = 0, 'é', 'É'), CAST($n div 2 AS STRING)) COLLATE UNICODE_CI)"),
  TRIMMED(
      Family.TRIMMED,
      500_000,
      "(concat(CAST($n div 2 AS STRING), if($n % 2 = 0, '', ' ')) COLLATE UTF8_BINARY_RTRIM)"),
  BINARY(Family.BINARY, 1_000_000, "CAST(" + string() + " AS BINARY)"),
  DATE(
      Family.TIME,
      1_000_000,
      "if($n = 0, DATE'1500-03-01', date_add(DATE'2020-01-01', CAST($n AS INT)))"),
  TIMESTAMP(
      Family.TIME,
      1_000_000,
      "if($n = 0, TIMESTAMP'1500-03-01 00:00:00', timestamp_seconds(1577836800 + $n * 43200))"),
  TIMESTAMP_NTZ(
      Family.TIME,
      1_000_000,
      "if($n = 0, TIMESTAMP_NTZ'1500-03-01 00:00:00',"
          + " TIMESTAMP_NTZ'2020-01-01 00:00:00' + make_dt_interval(0, CAST($n * 12 AS INT)))"),
  DAY_TIME(Family.DAY_TIME, 1_000_000, "make_dt_interval(0, CAST($n AS INT))"),
  YEAR_MONTH(Family.YEAR_MONTH, 10_000, "make_ym_interval(0, CAST($n AS INT) - 10)"),
  STRUCT(
      Family.STRUCT,
      1_000_000,
      "named_struct('a', CAST($n % 3 AS INT), 'b', if($n % 5 = 0, NULL, " + string() + "))"),
  DOUBLE_STRUCT(Family.DOUBLE_STRUCT, 1_000_000, "named_struct('d', " + floating("DOUBLE") + ")"),
  ARRAY(
      Family.ARRAY, 1_000_000, "array(CAST($n AS INT), if($n % 5 = 0, NULL, CAST($n % 3 AS INT)))");

  /** Types of one family are compared with each other, by implicit casts. */
  enum Family {
    BOOLEAN,
    NUMBER,
    STRING,
    LOWER_CASE,
    UNICODE_CI,
    TRIMMED,
    BINARY,
    TIME,
    DAY_TIME,
    YEAR_MONTH,
    STRUCT,
    DOUBLE_STRUCT,
    ARRAY
  }

  private final Family family;
  private final int maxDistinct;
  private final String template;

  ColumnType(Family family, int maxDistinct, String template) {
    this.family = family;
    this.maxDistinct = maxDistinct;
    this.template = template;
  }

  /** SQL for the value that belongs to a number, which is 0 or more. */
  String value(String number) {
    return template.replace("$n", number);
  }

  int maxDistinct() {
    return maxDistinct;
  }

  boolean isComparableWith(ColumnType other) {
    return family == other.family;
  }

  boolean isCollated() {
    return family == Family.LOWER_CASE || family == Family.UNICODE_CI || family == Family.TRIMMED;
  }

  /** Whether equal values are the same bits, so that it does not matter which of them is shown. */
  boolean isExact() {
    return !isCollated() && this != FLOAT && this != DOUBLE && this != DOUBLE_STRUCT;
  }

  boolean isNumber() {
    return family == Family.NUMBER && this != NUMERIC_STRING;
  }

  boolean isWhole() {
    return this == BYTE || this == SHORT || this == INT || this == LONG;
  }

  /** Whether SQL for a value names its number once, so that it stays short in views of views. */
  boolean isSimple() {
    return template.indexOf("$n") == template.lastIndexOf("$n");
  }

  /** SQL that shows a value of a query's result: the same for all values that are equal. */
  String shown(String expression) {
    return switch (family) {
      case LOWER_CASE, UNICODE_CI -> "lower(" + expression + ")";
      case TRIMMED -> "rtrim(" + expression + ")";
      default -> expression;
    };
  }

  private static String floating(String type) {
    return "CASE $n WHEN 0 THEN CAST('NaN' AS $t) WHEN 1 THEN CAST('0.0' AS $t)".replace("$t", type)
        + " WHEN 2 THEN CAST('-0.0' AS $t) WHEN 3 THEN CAST('-Infinity' AS $t)".replace("$t", type)
        + " ELSE CAST($n - 10 AS $t) END".replace("$t", type);
  }

  private static String string() {
    return "CASE WHEN $n = 0 THEN '' WHEN $n % 7 = 1 THEN concat('é', $n)"
        + " WHEN $n % 7 = 2 THEN concat('日本 ', $n) ELSE concat('s', $n) END";
  }
}
