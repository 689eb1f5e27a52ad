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

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/**
 * What the plugin warns of while this is open. It warns where it gave up after an error of its own,
 * which the rows of a query do not show.
 */
final class Warnings extends AbstractAppender implements AutoCloseable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LogManager.getLogger("io.github.bloomjoin");

  private Warnings() {
    super("warnings of bloomjoin", null, null, true, Property.EMPTY_ARRAY);
  }

  static Warnings open() {
    Warnings warnings = new Warnings();
    warnings.start();
    warnings.logger.addAppender(warnings);

    return warnings;
  }

  @Override
  public void append(LogEvent event) {
    if (event.getLevel().isMoreSpecificThan(Level.WARN)) {
      messages.add(event.getMessage().getFormattedMessage() + " " + event.getThrown());
    }
  }

  List<String> messages() {
    return List.copyOf(messages);
  }

  @Override
  public void close() {
    logger.removeAppender(this);
    stop();
  }
}
