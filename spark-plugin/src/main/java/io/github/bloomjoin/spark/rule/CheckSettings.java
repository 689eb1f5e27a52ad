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
package io.github.bloomjoin.spark.rule;

import io.github.bloomjoin.spark.conf.BloomJoinConf;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SQLConf;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Fails a query whose session has a setting under {@code spark.bloomjoin.} that does not exist or
 * is out of range. Commands pass, so that the setting can be mended by {@code SET} and {@code
 * RESET}.
 */
public final class CheckSettings extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    SQLConf conf = SQLConf.get();
    if (!(plan instanceof Command) && BloomJoinConf.isEnabled(conf)) {
      BloomJoinConf.checkNames(conf);
      // Values set before Spark knew the settings have not been checked yet.
      BloomJoinConf.of(conf);
    }

    return BoxedUnit.UNIT;
  }
}
