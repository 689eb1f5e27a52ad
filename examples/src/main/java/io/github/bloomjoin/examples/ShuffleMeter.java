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

import java.util.concurrent.TimeoutException;
import org.apache.spark.executor.ShuffleWriteMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.SparkSession;

/** Sums what all stages wrote to shuffles, from Spark's own metrics. */
final class ShuffleMeter extends SparkListener implements AutoCloseable {
  private final SparkSession spark;
  private long rows;
  private long bytes;

  private ShuffleMeter(SparkSession spark) {
    this.spark = spark;
  }

  /** Counts what stages of this session's Spark write from now on until closed. */
  static ShuffleMeter open(SparkSession spark) throws TimeoutException {
    ShuffleMeter meter = new ShuffleMeter(spark);
    drain(spark);
    spark.sparkContext().addSparkListener(meter);
    return meter;
  }

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted completed) {
    ShuffleWriteMetrics written = completed.stageInfo().taskMetrics().shuffleWriteMetrics();
    rows += written.recordsWritten();
    bytes += written.bytesWritten();
  }

  /** Waits until the numbers of all finished stages are in. */
  void await() throws TimeoutException {
    drain(spark);
  }

  synchronized long rows() {
    return rows;
  }

  synchronized long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    spark.sparkContext().removeSparkListener(this);
  }

  /** Scala calls the bus private to Spark; to the JVM, and so to Java, it is public. */
  private static void drain(SparkSession spark) throws TimeoutException {
    spark.sparkContext().listenerBus().waitUntilEmpty();
  }
}
