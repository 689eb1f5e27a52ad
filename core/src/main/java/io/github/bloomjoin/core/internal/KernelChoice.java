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
package io.github.bloomjoin.core.internal;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandles;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The fastest kernel for a task that this JVM has: one in plain Java, or one that does the same
 * with the Vector API.
 *
 * <p>The Vector API needs the module {@code jdk.incubator.vector}, which Spark gives its JVMs, and
 * the JIT compiler: before that has compiled it, it is a hundred times slower than plain Java, for
 * most of a second. So plain Java it is at first. Once there was so much to do that the vector
 * kernel will pay, a thread in the background runs it against the plain one until it is compiled.
 * Only if it did the same in less time, it is used from then on. Nothing but speed depends on it.
 *
 * <p>The system property {@value #PROPERTY} set to {@code off} keeps to plain Java, {@code on} uses
 * the vector kernel at once where there is one; any other value is the same as none. Safe for use
 * by many threads.
 *
 * @param <K> the interface of the kernels
 */
public final class KernelChoice<K> {
  /** The system property that turns the choice off. */
  public static final String PROPERTY = "bloomjoin.vector";

  /** Plain Java takes about a tenth of a second for so many. */
  private static final long KEYS_BEFORE_TRIAL = 1 << 24;

  private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private final K plain;
  private final Supplier<Optional<K>> vector;
  private final Supplier<KernelTrial<K>> trial;
  private final AtomicLong keys = new AtomicLong();
  private volatile K chosen;
  private volatile boolean undecided;

  /**
   * A choice that begins with the plain kernel.
   *
   * @param plain the kernel in plain Java
   * @param vector gives the vector kernel, if there is one
   * @param trial how the two are compared
   * @param setting the value of {@value #PROPERTY}, or null
   */
  public KernelChoice(
      K plain, Supplier<Optional<K>> vector, Supplier<KernelTrial<K>> trial, String setting) {
    this.plain = plain;
    this.vector = vector;
    this.trial = trial;
    this.chosen = "on".equals(setting) ? vector.get().orElse(plain) : plain;
    this.undecided =
        !"on".equals(setting)
            && !"off".equals(setting)
            && ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
  }

  /**
   * Loads a vector kernel by its name, as no other class may depend on one.
   *
   * @param lookup of the package that holds the kernel
   * @return nothing without the module, with another version of it than the kernel was compiled
   *     for, or on a processor that lacks what the kernel needs
   */
  public static <K> Optional<K> load(MethodHandles.Lookup lookup, String className, Class<K> type) {
    try {
      return Optional.of(
          type.cast(
              lookup
                  .findConstructor(lookup.findClass(className), methodType(void.class))
                  .invoke()));
    } catch (Error e) {
      if (e instanceof LinkageError) {
        return Optional.empty();
      }
      throw e;
    } catch (Throwable e) {
      return Optional.empty();
    }
  }

  /** The kernel for a batch of so many keys. */
  public K forBatch(int numKeys) {
    if (undecided && keys.addAndGet(numKeys) >= KEYS_BEFORE_TRIAL) {
      decideInBackground();
    }

    return chosen;
  }

  /** Whether the vector kernel is in use by now. */
  public boolean isVector() {
    return chosen != plain;
  }

  private synchronized void decideInBackground() {
    if (undecided) {
      undecided = false;
      // Nothing of the thread that happened to come here shall live on in this one.
      Thread thread = new Thread(null, this::decide, "bloomjoin-kernel-trial", 0, false);
      thread.setContextClassLoader(null);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void decide() {
    // One after the other: a trial takes a part of a core from others, for seconds.
    synchronized (KernelChoice.class) {
      vector
          .get()
          .filter(kernel -> trial.get().isWon(plain, kernel, TRIAL_NANOS))
          .ifPresent(kernel -> chosen = kernel);
    }
  }
}
