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

import io.github.bloomjoin.core.filter.SplitBlockBloomFilter;
import io.github.bloomjoin.udf.internal.KeyHash;
import java.io.Serializable;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.util.TaskCompletionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;
import scala.util.control.NonFatal;

/**
 * What a probe does in each task. It travels in the task's closure; the filter does not, that is
 * the broadcast's part.
 */
record ProbeTask(
    Seq<Expression> keys,
    Seq<Attribute> input,
    Broadcast<byte[]> broadcast,
    SQLMetric numOutputRows,
    SQLMetric numTested,
    SQLMetric numDropped,
    SQLMetric numPassedUntested)
    implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(ProbeTask.class);

  Iterator<InternalRow> probe(Iterator<InternalRow> rows) {
    SplitBlockBloomFilter filter = filter();
    FilteredRows filtered =
        filter == null
            ? new FilteredRows(rows, null, null)
            : new FilteredRows(rows, filter, KeyHash.of(keys, input));
    TaskContext context = TaskContext.get();
    if (context != null) {
      // A consumer such as a limit may stop before the last row.
      context.addTaskCompletionListener((TaskCompletionListener) ended -> filtered.report());
    }

    return filtered;
  }

  /** The filter, or null to pass everything. */
  private SplitBlockBloomFilter filter() {
    if (broadcast == null) {
      return null;
    }

    try {
      return FilterBytes.read(broadcast.value());
    } catch (Throwable e) {
      if (!NonFatal.apply(e) || e instanceof TaskKilledException) {
        throw Throwables.sneaky(e);
      }

      LOG.warn("Join filter on {} is unreadable; its rows pass untested", keys, e);
      return null;
    }
  }

  /** Counts in plain fields and reports once: a metric's update costs as much as a probe. */
  private final class FilteredRows implements Iterator<InternalRow> {
    private final Iterator<InternalRow> rows;
    private final SplitBlockBloomFilter filter;
    private final KeyHash keyHash;
    private InternalRow next;
    private long tested;
    private long dropped;
    private long passedUntested;

    FilteredRows(Iterator<InternalRow> rows, SplitBlockBloomFilter filter, KeyHash keyHash) {
      this.rows = rows;
      this.filter = filter;
      this.keyHash = keyHash;
    }

    @Override
    public boolean hasNext() {
      while (next == null && rows.hasNext()) {
        InternalRow row = rows.next();
        if (filter == null) {
          passedUntested++;
          next = row;
        } else {
          tested++;
          if (keyHash.next(row) && filter.mightContainHash(keyHash.hash())) {
            next = row;
          } else {
            dropped++;
          }
        }
      }

      return next != null;
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }

      InternalRow row = next;
      next = null;
      return row;
    }

    void report() {
      numOutputRows.add(tested - dropped + passedUntested);
      numTested.add(tested);
      numDropped.add(dropped);
      numPassedUntested.add(passedUntested);
      tested = 0;
      dropped = 0;
      passedUntested = 0;
    }
  }
}
