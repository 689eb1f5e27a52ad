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
package io.github.bloomjoin.testing;

import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.SparkSession;

/** Counts what stages read and shuffle while it is open, from Spark's own task metrics. */
public final class StageRecords implements AutoCloseable {
  private final SparkSession spark;
  private final Counter counter = new Counter();

  private StageRecords(SparkSession spark) {
    this.spark = spark;
  }

  /** Starts to count; what ran before is not seen. */
  public static StageRecords start(SparkSession spark) {
    StageRecords records = new StageRecords(spark);
    records.drain();
    spark.sparkContext().addSparkListener(records.counter);

    return records;
  }

  /** Records read from files and caches. */
  public long input() {
    drain();
    return counter.input;
  }

  /** Records written to shuffles. */
  public long shuffleWritten() {
    drain();
    return counter.shuffleWritten;
  }

  @Override
  public void close() {
    drain();
    spark.sparkContext().removeSparkListener(counter);
  }

  private void drain() {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } catch (java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("Spark's listener bus did not drain", e);
    }
  }

  private static final class Counter extends SparkListener {
    private volatile long input;
    private volatile long shuffleWritten;

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
      TaskMetrics metrics = event.stageInfo().taskMetrics();
      input += metrics.inputMetrics().recordsRead();
      shuffleWritten += metrics.shuffleWriteMetrics().recordsWritten();
    }
  }
}
