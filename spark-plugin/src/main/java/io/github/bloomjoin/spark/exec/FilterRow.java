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
package io.github.bloomjoin.spark.exec;

import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The one row that a filter's plan gives to Spark's broadcast exchange: how many bytes the filter
 * has. The exchange is what a probe waits for; the filter itself travels in a broadcast of ours,
 * since a failure of Spark's would fail the query.
 */
final class FilterRow {
  /**
   * The row's column. Nobody refers to it, so that one id can serve all plans: a plan made twice is
   * then equal.
   */
  static final Seq<Attribute> OUTPUT =
      ScalaSeqs.of(
          new AttributeReference(
              "join_filter_bytes",
              DataTypes.LongType,
              false,
              Metadata.empty(),
              new ExprId(0, new java.util.UUID(0x626c6f6f6d6a6f69L, 0x6e00000000000001L)),
              ScalaSeqs.of()));

  private FilterRow() {}

  /** The result of a plan whose filter has so many bytes; 0 without a filter. */
  static Tuple2<Object, scala.collection.Iterator<InternalRow>> of(long filterBytes) {
    UnsafeRowWriter writer = new UnsafeRowWriter(1);
    writer.resetRowWriter();
    writer.write(0, filterBytes);
    List<InternalRow> rows = List.of(writer.getRow().copy());

    return new Tuple2<>(1L, CollectionConverters.asScala(rows.iterator()));
  }
}
