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
package io.github.bloomjoin.spark.compat;

import org.apache.spark.SparkThrowable;
import org.apache.spark.internal.config.OptionalConfigEntry;
import org.apache.spark.rdd.DeterministicLevel;
import org.apache.spark.rdd.RDD;
import io.github.bloomjoin.udf.internal.ScalaSeqs;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike;
import scala.Option;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;

/**
 * The door to what differs, or may come to differ, between Spark lines. This one serves 4.x; the
 * folder names the range, a Maven profile chooses it.
 */
public final class SparkCompat {
  private SparkCompat() {}

  /**
   * A second exchange that does exactly what the given one does, so that Spark takes both for one:
   * all four arguments are part of an exchange's canonical form.
   */
  public static ShuffleExchangeExec copyOf(ShuffleExchangeExec exchange) {
    return new ShuffleExchangeExec(
        exchange.outputPartitioning(),
        exchange.child(),
        exchange.shuffleOrigin(),
        exchange.advisoryPartitionSize());
  }

  /** An exchange that does what the given one does on another child, with the same tags. */
  public static SparkPlan withChild(ShuffleExchangeExec exchange, SparkPlan child) {
    return exchange.withNewChildren(ScalaSeqs.of(child));
  }

  /**
   * Runs the map side of a shuffle, unless it ran already, and waits for its end.
   *
   * @throws InterruptedException if the thread is interrupted
   * @throws Exception what the shuffle failed with
   */
  public static void awaitShuffle(ShuffleExchangeLike exchange) throws Exception {
    Await.result(exchange.submitShuffleJob(), Duration.Inf());
  }

  /**
   * The largest broadcast that Spark lets a query make, in bytes. By its key, as only some lines
   * have it as a setting.
   */
  public static long maxBroadcastBytes(SQLConf conf) {
    return JavaUtils.byteStringAsBytes(conf.getConfString("spark.sql.maxBroadcastTableSize", "8g"));
  }

  /** Up to which measured size adaptive execution broadcasts a side, in bytes; 0 or less for never. */
  public static long adaptiveBroadcastBytes(SQLConf conf) {
    OptionalConfigEntry<Object> threshold = SQLConf.ADAPTIVE_AUTO_BROADCASTJOIN_THRESHOLD();
    Option<Object> bytes = conf.getConf(threshold);
    return bytes.isDefined() ? (Long) bytes.get() : conf.autoBroadcastJoinThreshold();
  }

  /** Whether a recomputation of the data may give other rows. */
  public static boolean isIndeterminate(RDD<?> rdd) {
    return DeterministicLevel.INDETERMINATE().equals(rdd.outputDeterministicLevel());
  }

  /** Whether the error says that a job was cancelled, by a user or with its query. */
  public static boolean isCancellation(Throwable error) {
    for (Throwable e = error; e != null; e = e.getCause()) {
      if (e instanceof InterruptedException
          || (e instanceof SparkThrowable spark
              && "SPARK_JOB_CANCELLED".equals(spark.getCondition()))) {
        return true;
      }
    }

    return false;
  }
}
