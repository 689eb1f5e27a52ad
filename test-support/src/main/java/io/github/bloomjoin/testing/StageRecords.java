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

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

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

  /** Records read from files and caches, by the scans of the stages that read them. */
  public Map<String, Long> inputByScan() {
    drain();
    synchronized (counter) {
      return new TreeMap<>(counter.inputByScan);
    }
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
    private final Map<String, Long> inputByScan = new TreeMap<>();

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
      TaskMetrics metrics = event.stageInfo().taskMetrics();
      long read = metrics.inputMetrics().recordsRead();
      input += read;
      if (read > 0) {
        inputByScan.merge(scansOf(event.stageInfo()), read, Long::sum);
      }
      shuffleWritten += metrics.shuffleWriteMetrics().recordsWritten();
    }

    private static String scansOf(StageInfo stage) {
      return CollectionConverters.asJava(stage.rddInfos()).stream()
          .filter(rdd -> rdd.scope().isDefined())
          .map(rdd -> rdd.scope().get().name())
          .filter(name -> name.contains("Scan"))
          .distinct()
          .sorted()
          .collect(Collectors.joining(" + "));
    }
  }
}
