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
package io.github.bloomjoin.core.filter;

/** Bytes that are not an encoded filter, or not a whole one, or not one this version can read. */
public final class FilterFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Where the fault is. */
  private final long offset;

  /** What the fault is. */
  private final String reason;

  FilterFormatException(long offset, String reason) {
    super("not a readable filter: at byte " + offset + ", " + reason);
    this.offset = offset;
    this.reason = reason;
  }

  /**
   * Returns where the fault is.
   *
   * @return the position of the faulty field, in bytes from the start of the encoded filter; the
   *     number of bytes there are if some are missing
   */
  public long offset() {
    return offset;
  }

  /**
   * Returns what the fault is.
   *
   * @return the message without the position: the value found, the value wanted, and the way out
   */
  public String reason() {
    return reason;
  }
}
