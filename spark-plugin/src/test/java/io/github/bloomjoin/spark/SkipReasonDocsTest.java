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
package io.github.bloomjoin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bloomjoin.spark.cost.SkipReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SkipReasonDocsTest {
  /** To bring the file up to date: run this test with -Dbloomjoin.updateDocs=true. */
  @Test
  void documentationListsAllReasons() throws IOException {
    StringBuilder table = new StringBuilder("| Reason | Meaning |\n|---|---|\n");
    for (SkipReason reason : SkipReason.values()) {
      table.append("| `%s` | %s |\n".formatted(reason, reason.sentence()));
    }
    Path file = Path.of("..", "docs", "skip-reasons.md");
    String begin = "<!-- skip reasons: generated, do not edit -->\n";
    String text = Files.readString(file);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end of skip reasons -->");
    if (Boolean.getBoolean("bloomjoin.updateDocs")) {
      Files.writeString(file, text.substring(0, from) + table + text.substring(to));
      return;
    }

    assertThat(text.substring(from, to)).isEqualTo(table.toString());
  }
}
