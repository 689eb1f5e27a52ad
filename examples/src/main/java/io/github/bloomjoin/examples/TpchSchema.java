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

import io.trino.tpch.Customer;
import io.trino.tpch.CustomerGenerator;
import io.trino.tpch.LineItem;
import io.trino.tpch.Nation;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.Part;
import io.trino.tpch.PartGenerator;
import io.trino.tpch.PartSupplier;
import io.trino.tpch.Region;
import io.trino.tpch.Supplier;
import io.trino.tpch.SupplierGenerator;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * One TPC-H table: its Spark schema with the specification's names and types, and the way from a
 * generated entity to a row.
 *
 * <p>Not serializable: tasks look their table up by name.
 */
final class TpchSchema<E extends TpchEntity> {
  private static final int MONEY_PRECISION = 12;
  private static final int MONEY_SCALE = 2;

  /** Rows of the driving entity in one part; an order brings four line items on average. */
  private static final int ENTITIES_PER_PART = 100_000;

  private static final Map<String, TpchSchema<?>> BY_NAME = byName();

  private final TpchTable<E> source;
  private final int scaleBase;
  private final List<StructField> fields = new ArrayList<>();
  private final List<Function<E, Object>> values = new ArrayList<>();

  private TpchSchema(TpchTable<E> source, int scaleBase) {
    this.source = source;
    this.scaleBase = scaleBase;
  }

  /** The eight table names, largest table first. */
  static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * The table with this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  static TpchSchema<?> of(String name) {
    TpchSchema<?> schema = BY_NAME.get(name);
    if (schema == null) {
      throw new IllegalArgumentException(
          "unknown table '" + name + "': TPC-H has " + String.join(", ", names()));
    }
    return schema;
  }

  String name() {
    return source.getTableName();
  }

  StructType structType() {
    return DataTypes.createStructType(fields);
  }

  /** Whether the table has the same rows at every scale factor, and so a single part. */
  boolean isFixedSize() {
    return scaleBase == 0;
  }

  /** Parts that make files of a sensible size: one per 100,000 orders, customers, parts … */
  int defaultParts(double scaleFactor) {
    return (int) Math.max(1, Math.ceil(scaleFactor * scaleBase / ENTITIES_PER_PART));
  }

  /**
   * The rows of one part, made while they are read.
   *
   * @param part from 1 to {@code parts}
   */
  Iterator<Row> rows(double scaleFactor, int part, int parts) {
    Iterator<E> entities = source.createGenerator(scaleFactor, part, parts).iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entities.hasNext();
      }

      @Override
      public Row next() {
        return row(entities.next());
      }
    };
  }

  private Row row(E entity) {
    Object[] cells = new Object[values.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = values.get(i).apply(entity);
    }
    return RowFactory.create(cells);
  }

  private TpchSchema<E> key(String name, ToLongFunction<E> value) {
    return column(name, DataTypes.LongType, value::applyAsLong);
  }

  private TpchSchema<E> integer(String name, ToIntFunction<E> value) {
    return column(name, DataTypes.IntegerType, value::applyAsInt);
  }

  private TpchSchema<E> string(String name, Function<E, String> value) {
    return column(name, DataTypes.StringType, value::apply);
  }

  /** A decimal(12,2) column from an amount in hundredths. */
  private TpchSchema<E> money(String name, ToLongFunction<E> hundredths) {
    return column(
        name,
        DataTypes.createDecimalType(MONEY_PRECISION, MONEY_SCALE),
        entity -> BigDecimal.valueOf(hundredths.applyAsLong(entity), MONEY_SCALE));
  }

  private TpchSchema<E> date(String name, ToIntFunction<E> epochDay) {
    return column(
        name, DataTypes.DateType, entity -> LocalDate.ofEpochDay(epochDay.applyAsInt(entity)));
  }

  private TpchSchema<E> column(String name, DataType type, Function<E, Object> value) {
    fields.add(DataTypes.createStructField(name, type, true));
    values.add(value);
    return this;
  }

  private static Map<String, TpchSchema<?>> byName() {
    Map<String, TpchSchema<?>> map = new LinkedHashMap<>();
    for (TpchSchema<?> schema :
        Arrays.<TpchSchema<?>>asList(
            lineItem(),
            orders(),
            partSupplier(),
            part(),
            customer(),
            supplier(),
            nation(),
            region())) {
      map.put(schema.name(), schema);
    }
    return Collections.unmodifiableMap(map);
  }

  private static TpchSchema<LineItem> lineItem() {
    return new TpchSchema<>(TpchTable.LINE_ITEM, OrderGenerator.SCALE_BASE)
        .key("l_orderkey", LineItem::getOrderKey)
        .key("l_partkey", LineItem::getPartKey)
        .key("l_suppkey", LineItem::getSupplierKey)
        .integer("l_linenumber", LineItem::getLineNumber)
        .money("l_quantity", item -> 100 * item.getQuantity())
        .money("l_extendedprice", LineItem::getExtendedPriceInCents)
        .money("l_discount", LineItem::getDiscountPercent)
        .money("l_tax", LineItem::getTaxPercent)
        .string("l_returnflag", LineItem::getReturnFlag)
        .string("l_linestatus", LineItem::getStatus)
        .date("l_shipdate", LineItem::getShipDate)
        .date("l_commitdate", LineItem::getCommitDate)
        .date("l_receiptdate", LineItem::getReceiptDate)
        .string("l_shipinstruct", LineItem::getShipInstructions)
        .string("l_shipmode", LineItem::getShipMode)
        .string("l_comment", LineItem::getComment);
  }

  private static TpchSchema<Order> orders() {
    return new TpchSchema<>(TpchTable.ORDERS, OrderGenerator.SCALE_BASE)
        .key("o_orderkey", Order::getOrderKey)
        .key("o_custkey", Order::getCustomerKey)
        .string("o_orderstatus", order -> String.valueOf(order.getOrderStatus()))
        .money("o_totalprice", Order::getTotalPriceInCents)
        .date("o_orderdate", Order::getOrderDate)
        .string("o_orderpriority", Order::getOrderPriority)
        .string("o_clerk", Order::getClerk)
        .integer("o_shippriority", Order::getShipPriority)
        .string("o_comment", Order::getComment);
  }

  private static TpchSchema<PartSupplier> partSupplier() {
    return new TpchSchema<>(TpchTable.PART_SUPPLIER, PartGenerator.SCALE_BASE)
        .key("ps_partkey", PartSupplier::getPartKey)
        .key("ps_suppkey", PartSupplier::getSupplierKey)
        .integer("ps_availqty", PartSupplier::getAvailableQuantity)
        .money("ps_supplycost", PartSupplier::getSupplyCostInCents)
        .string("ps_comment", PartSupplier::getComment);
  }

  private static TpchSchema<Part> part() {
    return new TpchSchema<>(TpchTable.PART, PartGenerator.SCALE_BASE)
        .key("p_partkey", Part::getPartKey)
        .string("p_name", Part::getName)
        .string("p_mfgr", Part::getManufacturer)
        .string("p_brand", Part::getBrand)
        .string("p_type", Part::getType)
        .integer("p_size", Part::getSize)
        .string("p_container", Part::getContainer)
        .money("p_retailprice", Part::getRetailPriceInCents)
        .string("p_comment", Part::getComment);
  }

  private static TpchSchema<Customer> customer() {
    return new TpchSchema<>(TpchTable.CUSTOMER, CustomerGenerator.SCALE_BASE)
        .key("c_custkey", Customer::getCustomerKey)
        .string("c_name", Customer::getName)
        .string("c_address", Customer::getAddress)
        .key("c_nationkey", Customer::getNationKey)
        .string("c_phone", Customer::getPhone)
        .money("c_acctbal", Customer::getAccountBalanceInCents)
        .string("c_mktsegment", Customer::getMarketSegment)
        .string("c_comment", Customer::getComment);
  }

  private static TpchSchema<Supplier> supplier() {
    return new TpchSchema<>(TpchTable.SUPPLIER, SupplierGenerator.SCALE_BASE)
        .key("s_suppkey", Supplier::getSupplierKey)
        .string("s_name", Supplier::getName)
        .string("s_address", Supplier::getAddress)
        .key("s_nationkey", Supplier::getNationKey)
        .string("s_phone", Supplier::getPhone)
        .money("s_acctbal", Supplier::getAccountBalanceInCents)
        .string("s_comment", Supplier::getComment);
  }

  private static TpchSchema<Nation> nation() {
    return new TpchSchema<>(TpchTable.NATION, 0)
        .key("n_nationkey", Nation::getNationKey)
        .string("n_name", Nation::getName)
        .key("n_regionkey", Nation::getRegionKey)
        .string("n_comment", Nation::getComment);
  }

  private static TpchSchema<Region> region() {
    return new TpchSchema<>(TpchTable.REGION, 0)
        .key("r_regionkey", Region::getRegionKey)
        .string("r_name", Region::getName)
        .string("r_comment", Region::getComment);
  }
}
