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

import io.github.bloomjoin.udf.internal.ScalaSeqs;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;

/**
 * A progress bar on the error stream that counts finished tasks of the jobs started by this thread
 * between {@link #start} and {@link #close}; does nothing when not wanted.
 */
final class PartProgress implements AutoCloseable {
  private static final String OWNER = "bloomjoin.examples.progress";
  private static final int WIDTH = 90;
  private static final int UPDATE_MILLIS = 500;

  private final SparkSession spark;
  private final String id = UUID.randomUUID().toString();
  private final Set<Integer> stages = ConcurrentHashMap.newKeySet();
  private final ProgressBar bar;
  private final SparkListener listener = new TaskCounter();

  private PartProgress(SparkSession spark, ProgressBar bar) {
    this.spark = spark;
    this.bar = bar;
  }

  static PartProgress start(SparkSession spark, int parts, boolean wanted) {
    PartProgress progress = new PartProgress(spark, wanted ? bar(parts) : null);
    if (wanted) {
      spark.sparkContext().setLocalProperty(OWNER, progress.id);
      spark.sparkContext().addSparkListener(progress.listener);
    }
    return progress;
  }

  /** Whether a person watches: the streams belong to a terminal. Always true from JDK 22 on. */
  @SuppressWarnings("SystemConsoleNull")
  static boolean isInteractive() {
    return System.console() != null;
  }

  void table(String name) {
    if (bar != null) {
      bar.setExtraMessage(name);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      spark.sparkContext().removeSparkListener(listener);
      spark.sparkContext().setLocalProperty(OWNER, null);
      bar.close();
    }
  }

  private static ProgressBar bar(int parts) {
    return new ProgressBarBuilder()
        .setTaskName("TPC-H parts")
        .setInitialMax(parts)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(UPDATE_MILLIS)
        .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
        .build();
  }

  private final class TaskCounter extends SparkListener {
    @Override
    public void onJobStart(SparkListenerJobStart start) {
      if (id.equals(start.properties().getProperty(OWNER))) {
        ScalaSeqs.toJava(start.stageInfos()).forEach(stage -> stages.add(stage.stageId()));
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (stages.contains(end.stageId()) && end.taskInfo().successful()) {
        bar.step();
      }
    }
  }
}
