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

/**
 * A set of keys that may answer "maybe" for a key it does not hold, but never "no" for one it does.
 *
 * <p>This is the side that probes. How a key is hashed is part of what a filter is, so the methods
 * take keys; {@link #hashName()} says which hashing that is. Byte, short, boolean (0 or 1) and date
 * (days since the epoch) keys are probed as int. Keys must be probed as the type they were added
 * as: the int 1 and the long 1 are different keys.
 *
 * <p>Any number of threads may probe one filter at the same time if it was safely published and
 * nothing is added meanwhile.
 */
public interface BloomFilter {
  /**
   * Probes an int key.
   *
   * @param key any int
   * @return false if the key was certainly not added, else true
   */
  boolean mightContainInt(int key);

  /**
   * Probes a long key.
   *
   * @param key any long
   * @return false if the key was certainly not added, else true
   */
  boolean mightContainLong(long key);

  /**
   * Probes a float key; -0.0f and 0.0f are one key, and so is every NaN.
   *
   * @param key any float
   * @return false if the key was certainly not added, else true
   */
  boolean mightContainFloat(float key);

  /**
   * Probes a double key; -0.0 and 0.0 are one key, and so is every NaN.
   *
   * @param key any double
   * @return false if the key was certainly not added, else true
   */
  boolean mightContainDouble(double key);

  /**
   * Probes a string key.
   *
   * @param key the string, not null
   * @return false if the key was certainly not added, else true
   */
  boolean mightContainString(String key);

  /**
   * Probes a binary key.
   *
   * @param key the bytes, not null
   * @return false if the key was certainly not added, else true
   */
  boolean mightContainBytes(byte[] key);

  /**
   * Returns the name of the hashing that turns keys into bits.
   *
   * @return for example {@code xxh64-v1}, see {@link io.github.bloomjoin.core.hash.KeyHashing}
   */
  String hashName();

  /**
   * Returns the bytes of the bitset, without any header.
   *
   * @return more than 0
   */
  long numBytes();
}
