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

import io.github.bloomjoin.core.hash.KeyHashing;
import io.github.bloomjoin.core.hash.XxHash64;
import io.github.bloomjoin.core.sizing.FilterSizing;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * The split-block Bloom filter of Apache Parquet: blocks of 256 bits, of which a key sets eight in
 * one block. One key costs one cache miss, and equal keys set the same bits in any implementation.
 *
 * <p>The bits are those of the <a
 * href="https://github.com/apache/parquet-format/blob/master/BloomFilter.md">Parquet
 * specification</a>. The high 32 bits of the hash, times the number of blocks, divided by 2^32,
 * choose the block, so any number of blocks will do. The low 32 bits, times one odd constant for
 * each of the eight 32-bit words of the block, choose by their top five bits one bit in each word.
 *
 * <p>A filter made by {@link #create} or {@link #ofBlocks} grows by the {@code add} methods and
 * {@link #merge}; one from {@link #wrap} is read-only. Not safe for use by many threads while it
 * grows; once it is safely published and no longer changed, any number may read it, and they share
 * nothing but the bits. Adding and probing take constant time apart from hashing and do not
 * allocate, except to encode a string.
 *
 * <p>The bits are stored so that, next to the usual array header of 16 bytes, every block starts at
 * a multiple of 32 bytes from the start of the array object. Where the object itself starts at such
 * a multiple, as the humongous arrays of G1 do, no block straddles two cache lines. That is a best
 * effort; nothing but speed depends on it.
 */
public final class SplitBlockBloomFilter implements BloomFilter {
  static final int BYTES_PER_BLOCK = ScalarKernel.BYTES_PER_BLOCK;

  private static final int WORDS_PER_BLOCK = 8;
  private static final int BITS_PER_WORD = 32;

  /** Beyond so many standard deviations, more keys than planned are no accident of the hashes. */
  private static final double SURE = 4;

  /** With the 16 bytes of the usual array header, 32. */
  private static final int LEAD_BYTES = 16;

  private final FilterSpec spec;
  private final byte[] storage;
  private final int bitsetAt;
  private final int numBlocks;
  private final long seed;
  private final boolean readOnly;
  private long addedKeys;

  private SplitBlockBloomFilter(
      FilterSpec spec, byte[] storage, int bitsetAt, long addedKeys, boolean readOnly) {
    this.spec = spec;
    this.storage = storage;
    this.bitsetAt = bitsetAt;
    this.numBlocks = spec.numBlocks();
    this.seed = spec.seed();
    this.addedKeys = addedKeys;
    this.readOnly = readOnly;
  }

  /**
   * Creates an empty filter of the fewest blocks that hold the keys within the false positive
   * probability. More keys than expected may be added, at the price of a higher probability.
   *
   * @param expectedKeys distinct keys to expect, 0 or more
   * @param fpp target false positive probability, in (0, 1)
   * @return a filter of 32 bytes to 1 GiB
   * @throws IllegalArgumentException if an argument is out of its range, or the filter would have
   *     more than {@link FilterSizing#MAX_BLOCKS} blocks
   */
  public static SplitBlockBloomFilter create(long expectedKeys, double fpp) {
    return create(expectedKeys, fpp, KeyHashing.SEED);
  }

  /**
   * Creates an empty filter like {@link #create(long, double)} whose hashes have a seed of its own,
   * which nobody can know who has not seen the filter. For filters that are probed with keys of
   * people who may mean harm: without the seed, they cannot prepare keys that are false positives.
   *
   * <p>That is a hurdle, not cryptography. Who sees many answers can collect false positives; XXH64
   * has long strings that collide under every seed. {@link #encode} stores the seed, so guard the
   * bytes like it. Filters of different seeds cannot be merged, and no other program reads them.
   *
   * @param expectedKeys distinct keys to expect, 0 or more
   * @param fpp target false positive probability, in (0, 1)
   * @param seed the seed, from {@link java.security.SecureRandom} for example; any long, 0 for a
   *     filter that is not seeded
   * @return a filter of 32 bytes to 1 GiB
   * @throws IllegalArgumentException if an argument is out of its range, or the filter would have
   *     more than {@link FilterSizing#MAX_BLOCKS} blocks
   */
  public static SplitBlockBloomFilter create(long expectedKeys, double fpp, long seed) {
    return empty(
        new FilterSpec(FilterSizing.numBlocks(expectedKeys, fpp), expectedKeys, fpp, seed));
  }

  /**
   * Creates an empty filter of a given size, without a plan for its keys.
   *
   * @param numBlocks blocks of 32 bytes, 1 to {@link FilterSizing#MAX_BLOCKS}; any number, not only
   *     powers of two
   * @return the filter
   * @throws IllegalArgumentException if the number of blocks is out of its range
   */
  public static SplitBlockBloomFilter ofBlocks(int numBlocks) {
    return ofBlocks(numBlocks, KeyHashing.SEED);
  }

  /**
   * Creates an empty filter of a given size and seed, without a plan for its keys.
   *
   * @param numBlocks blocks of 32 bytes, 1 to {@link FilterSizing#MAX_BLOCKS}
   * @param seed the seed, as for {@link #create(long, double, long)}
   * @return the filter
   * @throws IllegalArgumentException if the number of blocks is out of its range
   */
  public static SplitBlockBloomFilter ofBlocks(int numBlocks, long seed) {
    if (numBlocks < 1 || numBlocks > FilterSizing.MAX_BLOCKS) {
      throw new IllegalArgumentException(
          "numBlocks is "
              + numBlocks
              + "; it must be 1 to "
              + FilterSizing.MAX_BLOCKS
              + " (1 GiB), split the keys over several filters if that is too few");
    }
    return empty(new FilterSpec(numBlocks, 0, Double.NaN, seed));
  }

  /**
   * Decodes an array that holds an encoded filter and nothing else.
   *
   * @param bytes the result of {@link #encode}, not null; copied
   * @return the filter, which can grow further
   * @throws FilterFormatException if the bytes are anything but one whole, undamaged filter of a
   *     version and hash known here; nothing large is allocated before that is sure
   */
  public static SplitBlockBloomFilter decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  /**
   * Decodes a range of bytes that holds an encoded filter and nothing else, in time linear in its
   * length.
   *
   * @param bytes an array that holds the result of {@link #encode}, not null; copied
   * @param offset where the filter starts
   * @param length the bytes of the filter
   * @return the filter, which can grow further
   * @throws FilterFormatException if the bytes are anything but one whole, undamaged filter of a
   *     version and hash known here; nothing large is allocated before that is sure
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public static SplitBlockBloomFilter decode(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    FilterCodec.Header header = FilterCodec.readHeader(bytes, offset, length);
    FilterCodec.checkBitset(header, bytes, offset);
    return new SplitBlockBloomFilter(
        header.spec(),
        copyOfBitset(bytes, offset + FilterCodec.HEADER_BYTES, header.spec().numBlocks()),
        LEAD_BYTES,
        header.addedKeys(),
        false);
  }

  /**
   * Reads one encoded filter from a stream and leaves the stream after its last byte, in time
   * linear in the bytes. Not more than twice the bytes that really came are allocated, and 1 MiB.
   *
   * @param in a stream at the start of what {@link #writeTo} or {@link #encode} gave, not null; not
   *     closed
   * @return the filter, which can grow further
   * @throws FilterFormatException if what comes is anything but a whole, undamaged filter of a
   *     version and hash known here
   * @throws IOException if the stream fails
   */
  public static SplitBlockBloomFilter readFrom(InputStream in) throws IOException {
    FilterCodec.Header header = FilterCodec.readHeader(in);
    return new SplitBlockBloomFilter(
        header.spec(),
        FilterCodec.readBitset(header, in, LEAD_BYTES),
        LEAD_BYTES,
        header.addedKeys(),
        false);
  }

  /**
   * Returns a read-only filter over encoded bytes where they are, in constant time.
   *
   * <p>The header is checked as strictly as by {@link #decode(byte[], int, int)}, but the bitset is
   * not compared with its checksum: this is for bytes that came by a way that already guards them.
   * The bytes must not change as long as the filter is used. Probes are fastest where the offset is
   * 16 more than a multiple of 32, because of the 16 bytes of the usual array header.
   *
   * @param bytes an array that holds the result of {@link #encode}, not null; not copied
   * @param offset where the filter starts
   * @param length the bytes of the filter
   * @return the filter, whose {@code add} methods and {@link #merge} throw {@link
   *     UnsupportedOperationException}; {@link #copy} gives one that can grow
   * @throws FilterFormatException if the header or the length is not that of one whole filter of a
   *     version and hash known here
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public static SplitBlockBloomFilter wrap(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    FilterCodec.Header header = FilterCodec.readHeader(bytes, offset, length);
    return new SplitBlockBloomFilter(
        header.spec(), bytes, offset + FilterCodec.HEADER_BYTES, header.addedKeys(), true);
  }

  /**
   * Adds an int key, and byte, short, boolean and date keys widened to int.
   *
   * @param key any int
   * @return this filter
   * @throws UnsupportedOperationException if this filter is read-only
   */
  public SplitBlockBloomFilter addInt(int key) {
    return addHash(KeyHashing.hashInt(key, seed));
  }

  /**
   * Adds a long key.
   *
   * @param key any long
   * @return this filter
   * @throws UnsupportedOperationException if this filter is read-only
   */
  public SplitBlockBloomFilter addLong(long key) {
    return addHash(KeyHashing.hashLong(key, seed));
  }

  /**
   * Adds a float key; -0.0f and 0.0f are one key, and so is every NaN.
   *
   * @param key any float
   * @return this filter
   * @throws UnsupportedOperationException if this filter is read-only
   */
  public SplitBlockBloomFilter addFloat(float key) {
    return addHash(KeyHashing.hashFloat(key, seed));
  }

  /**
   * Adds a double key; -0.0 and 0.0 are one key, and so is every NaN.
   *
   * @param key any double
   * @return this filter
   * @throws UnsupportedOperationException if this filter is read-only
   */
  public SplitBlockBloomFilter addDouble(double key) {
    return addHash(KeyHashing.hashDouble(key, seed));
  }

  /**
   * Adds a string key.
   *
   * @param key the string, not null
   * @return this filter
   * @throws UnsupportedOperationException if this filter is read-only
   */
  public SplitBlockBloomFilter addString(String key) {
    return addHash(KeyHashing.hashString(key, seed));
  }

  /**
   * Adds a binary key.
   *
   * @param key the bytes, not null
   * @return this filter
   * @throws UnsupportedOperationException if this filter is read-only
   */
  public SplitBlockBloomFilter addBytes(byte[] key) {
    return addHash(KeyHashing.hashBytes(key, seed));
  }

  /**
   * Adds a key by its hash.
   *
   * @param hash the hash of the key by {@link KeyHashing} from {@link #seed} on; a composite key
   *     has only this way in
   * @return this filter
   * @throws UnsupportedOperationException if this filter is read-only
   */
  public SplitBlockBloomFilter addHash(long hash) {
    checkWritable();
    ScalarKernel.add(storage, bitsetAt, numBlocks, hash);
    addedKeys = saturatedSum(addedKeys, 1);
    return this;
  }

  /**
   * Adds many keys by their hashes; the same as {@link #addHash} for each, and faster where the
   * filter is larger than the caches, as the cache misses of many keys overlap.
   *
   * @param hashes the hashes of keys by {@link KeyHashing} from {@link #seed} on, not null
   * @param from the position of the first hash to add
   * @param to the position after the last hash to add
   * @return this filter
   * @throws UnsupportedOperationException if this filter is read-only
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public SplitBlockBloomFilter addHashes(long[] hashes, int from, int to) {
    checkWritable();
    Objects.checkFromToIndex(from, to, hashes.length);
    Batches.add(storage, bitsetAt, numBlocks, hashes, from, to);
    addedKeys = saturatedSum(addedKeys, to - from);
    return this;
  }

  @Override
  public boolean mightContainInt(int key) {
    return mightContainHash(KeyHashing.hashInt(key, seed));
  }

  @Override
  public boolean mightContainLong(long key) {
    return mightContainHash(KeyHashing.hashLong(key, seed));
  }

  @Override
  public boolean mightContainFloat(float key) {
    return mightContainHash(KeyHashing.hashFloat(key, seed));
  }

  @Override
  public boolean mightContainDouble(double key) {
    return mightContainHash(KeyHashing.hashDouble(key, seed));
  }

  @Override
  public boolean mightContainString(String key) {
    return mightContainHash(KeyHashing.hashString(key, seed));
  }

  @Override
  public boolean mightContainBytes(byte[] key) {
    return mightContainHash(KeyHashing.hashBytes(key, seed));
  }

  /**
   * Probes a key by its hash.
   *
   * @param hash the hash of the key by {@link KeyHashing} from {@link #seed} on; a composite key
   *     has only this way in
   * @return false if the key was certainly not added, else true
   */
  public boolean mightContainHash(long hash) {
    return ScalarKernel.missing(storage, bitsetAt, numBlocks, hash) == 0;
  }

  /**
   * Probes many keys by their hashes; the same as {@link #mightContainHash} for each, and faster
   * with some hundreds of hashes at a time: the cache misses of many keys overlap, and the Vector
   * API is used where it {@linkplain #usesVectors is}. Does not allocate.
   *
   * @param hashes the hashes of keys by {@link KeyHashing} from {@link #seed} on, not null
   * @param from the position of the first hash to probe
   * @param to the position after the last hash to probe
   * @param positions receives the positions in {@code hashes} of those that may be contained, in
   *     ascending order from index 0 on; not null, with room for {@code to - from}. What lies
   *     behind them is overwritten with anything.
   * @return how many may be contained
   * @throws IndexOutOfBoundsException if the range is not within {@code hashes}, or {@code
   *     positions} lacks room
   */
  public int mightContainHashes(long[] hashes, int from, int to, int[] positions) {
    Objects.checkFromToIndex(from, to, hashes.length);
    Objects.checkFromIndexSize(0, to - from, positions.length);
    return Batches.probe(storage, bitsetAt, numBlocks, hashes, from, to, positions);
  }

  /**
   * Says whether batches run on the Vector API by now. They do so once this JVM has been through
   * many millions of hashes, if it has the module {@code jdk.incubator.vector}, as Spark's JVMs do,
   * a processor with vectors of 256 bits, and no system property {@code bloomjoin.vector=off}.
   * Nothing but speed depends on it.
   *
   * @return false for plain Java
   */
  public static boolean usesVectors() {
    return Batches.usesVectors();
  }

  /**
   * Adds all keys of another filter to this one, in time linear in the bytes. This filter keeps its
   * plan; the numbers of added keys are summed. A filter merged with itself keeps its bits.
   *
   * @param other the filter to add, not null; not changed
   * @return this filter
   * @throws IllegalArgumentException if the filters differ in size or seed, see {@link
   *     #isCompatibleWith}
   * @throws UnsupportedOperationException if this filter is read-only
   */
  public SplitBlockBloomFilter merge(SplitBlockBloomFilter other) {
    checkWritable();
    if (seed != other.seed) {
      throw new IllegalArgumentException(
          "the filter to merge has another seed than this one; create both with the same seed");
    }
    if (numBlocks != other.numBlocks) {
      throw new IllegalArgumentException(
          "the filter to merge has "
              + other.numBlocks
              + " blocks and this one "
              + numBlocks
              + "; create both for the keys of the merged filter, with the same expectedKeys and"
              + " false positive probability");
    }
    int bitsetBytes = numBlocks * BYTES_PER_BLOCK;
    for (int i = 0; i < bitsetBytes; i += Long.BYTES) {
      setBits(bitsetAt + i, other.bits(other.bitsetAt + i));
    }
    addedKeys = saturatedSum(addedKeys, other.addedKeys);
    return this;
  }

  /**
   * Says whether {@link #merge} takes another filter: it has the same number of blocks, the same
   * hash and the same seed. The plans may differ.
   *
   * @param other the other filter, not null
   * @return true if the filters can be merged
   */
  public boolean isCompatibleWith(SplitBlockBloomFilter other) {
    // Both have the one hash there is: decoding refuses any other.
    return numBlocks == other.numBlocks && seed == other.seed;
  }

  /**
   * Makes a smaller filter of the same keys, bit for bit the one that they would have made at that
   * size: each of its blocks is the OR of {@code factor} neighbouring blocks of this filter. It
   * keeps the number of expected keys, and its planned probability is the one for its size; it has
   * no plan where that is 1. Takes time linear in the bytes.
   *
   * <p>That this is right follows from how a block is chosen: with k times as many blocks, a hash
   * chooses one of the k that lie where the block it would choose otherwise lies.
   *
   * @param factor how many blocks become one, 1 or more; a divisor of {@link #numBlocks}
   * @return a new filter, which can grow
   * @throws IllegalArgumentException if the factor does not divide the number of blocks
   */
  public SplitBlockBloomFilter fold(int factor) {
    if (factor < 1 || numBlocks % factor != 0) {
      throw new IllegalArgumentException(
          "cannot fold "
              + numBlocks
              + " blocks by "
              + factor
              + "; the factor must be 1 or more and divide the number of blocks");
    }

    if (factor == 1) {
      return copy();
    }
    long keys = spec.expectedKeys();
    if (!spec.isPlanned() || keys == 0) {
      return folded(factor, keys, spec.fpp());
    }

    double probability = FilterSizing.falsePositiveProbability(keys, numBlocks / factor);
    boolean possible = probability < 1;
    return folded(factor, possible ? keys : 0, possible ? probability : Double.NaN);
  }

  /**
   * Makes the smallest filter of the same keys that folding gives within a false positive
   * probability; for a filter that was begun before its number of keys was known. It is planned for
   * the {@linkplain #estimatedKeys estimated keys} at that probability. The more divisors the
   * number of blocks has, the closer it comes; see {@link FilterSizing#foldableBlocks}. Takes time
   * linear in the bytes.
   *
   * @param targetFpp the false positive probability to stay within, in (0, 1)
   * @return a new filter, which can grow; of the same size if it cannot be smaller
   * @throws IllegalArgumentException if the probability is out of its range
   */
  public SplitBlockBloomFilter foldTo(double targetFpp) {
    long keys = estimatedKeys();
    int enough =
        (int) Math.min(FilterSizing.numBytes(keys, targetFpp) / BYTES_PER_BLOCK, numBlocks);
    int factor = numBlocks / enough;
    while (numBlocks % factor != 0) {
      factor--;
    }

    return folded(factor, keys, targetFpp);
  }

  private SplitBlockBloomFilter folded(int factor, long plannedKeys, double plannedFpp) {
    SplitBlockBloomFilter smaller =
        empty(new FilterSpec(numBlocks / factor, plannedKeys, plannedFpp, seed));
    for (int block = 0; block < numBlocks; block++) {
      int from = bitsetAt + block * BYTES_PER_BLOCK;
      int to = smaller.bitsetAt + block / factor * BYTES_PER_BLOCK;
      for (int i = 0; i < BYTES_PER_BLOCK; i += Long.BYTES) {
        smaller.setBits(to + i, bits(from + i));
      }
    }
    smaller.addedKeys = addedKeys;

    return smaller;
  }

  /**
   * Copies this filter.
   *
   * @return an equal filter with bits of its own, which can grow even if this one is read-only
   */
  public SplitBlockBloomFilter copy() {
    return new SplitBlockBloomFilter(
        spec, copyOfBitset(storage, bitsetAt, numBlocks), LEAD_BYTES, addedKeys, false);
  }

  /**
   * Returns the name of the hashing.
   *
   * @return {@link KeyHashing#NAME}, or {@link KeyHashing#SEEDED_NAME} for a seeded filter
   */
  @Override
  public String hashName() {
    return spec.hashName();
  }

  /**
   * Returns what every hash of a key begins with: the {@code previous} hash of an atomic key, and
   * of the first field of a composite key.
   *
   * @return {@link KeyHashing#SEED}, or a secret for a seeded filter
   */
  public long seed() {
    return seed;
  }

  /**
   * Returns the number of blocks of 32 bytes.
   *
   * @return 1 to {@link FilterSizing#MAX_BLOCKS}
   */
  public int numBlocks() {
    return numBlocks;
  }

  /**
   * Returns the bytes of the bitset; an encoded filter has 96 more.
   *
   * @return 32 to 2^30, a multiple of 32
   */
  @Override
  public long numBytes() {
    return (long) numBlocks * BYTES_PER_BLOCK;
  }

  /**
   * Returns the bits of the bitset.
   *
   * @return 256 to 2^33, a multiple of 256
   */
  public long numBits() {
    return numBytes() * Byte.SIZE;
  }

  /**
   * Returns how many keys were added, here and in the filters merged into this one. A key added
   * twice counts twice, so this is a bound on the distinct keys.
   *
   * @return 0 or more; stays at {@link Long#MAX_VALUE} once there
   */
  public long addedKeys() {
    return addedKeys;
  }

  /**
   * Returns the distinct keys this filter was planned for.
   *
   * @return 0 or more; 0 also if there was no plan
   */
  public long expectedKeys() {
    return spec.expectedKeys();
  }

  /**
   * Returns the false positive probability this filter was planned for.
   *
   * @return in (0, 1), or NaN if there was no plan
   */
  public double falsePositiveProbability() {
    return spec.fpp();
  }

  /**
   * Returns the share of bits that are set, in time linear in the bytes.
   *
   * @return 0 to 1
   */
  public double fillRatio() {
    long set = 0;
    int end = bitsetAt + numBlocks * BYTES_PER_BLOCK;
    for (int at = bitsetAt; at < end; at += Long.BYTES) {
      set += Long.bitCount(bits(at));
    }
    return (double) set / numBits();
  }

  /**
   * Estimates how many distinct keys the filter holds, from the share of bits that are not set:
   * each key leaves a given one unset with probability 1 - 1 / (32 * numBlocks). Takes time linear
   * in the bytes. The standard error is at most that of linear counting in 32 * numBlocks bits
   * (K.-Y. Whang, B. Vander-Zanden, H. Taylor: A linear-time probabilistic counting algorithm for
   * database applications, ACM TODS 15(2), 1990).
   *
   * @return 0 or more; at most {@link #addedKeys}, but for bits that came without that number
   */
  public long estimatedKeys() {
    double unset = 1 - fillRatio();
    double bitsPerWordOfAllBlocks = (double) BITS_PER_WORD * numBlocks;
    double keys = Math.log(unset) / Math.log1p(-1 / bitsPerWordOfAllBlocks);

    // No unset bit gives infinity, which rounds to the largest long.
    return Math.min(Math.round(keys), addedKeys == 0 ? Long.MAX_VALUE : addedKeys);
  }

  /**
   * Says whether the filter holds more distinct keys than it was planned for, beyond what the
   * randomness of an {@linkplain #estimatedKeys estimate} explains; false positives are then more
   * frequent than planned. Takes time linear in the bytes, and none where no more keys were added
   * than expected.
   *
   * @return false without a plan
   */
  public boolean isSaturated() {
    long expectedKeys = spec.expectedKeys();
    if (!spec.isPlanned() || addedKeys <= expectedKeys) {
      return false;
    }

    double bits = (double) BITS_PER_WORD * numBlocks;
    double load = expectedKeys / bits;
    double deviation = Math.sqrt(bits * (Math.expm1(load) - load));

    return fillRatio() == 1 || estimatedKeys() > expectedKeys + SURE * deviation;
  }

  /**
   * Returns the false positive probability as the bits are now, whatever the plan: the mean over
   * the blocks of the product over their words of the share of set bits. That is exact for keys
   * with random hashes. Takes time linear in the bytes.
   *
   * @return 0 for an empty filter, up to 1
   */
  public double expectedFalsePositiveProbability() {
    double sum = 0;
    int end = bitsetAt + numBlocks * BYTES_PER_BLOCK;
    for (int block = bitsetAt; block < end; block += BYTES_PER_BLOCK) {
      // At most 32^8 = 2^40, so the product is exact.
      long ways = 1;
      for (int at = block; at < block + BYTES_PER_BLOCK; at += Long.BYTES) {
        long words = bits(at);
        ways *= (long) Integer.bitCount((int) words) * Integer.bitCount((int) (words >>> 32));
      }
      sum += ways;
    }
    return sum / Math.pow(BITS_PER_WORD, WORDS_PER_BLOCK) / numBlocks;
  }

  /**
   * Encodes this filter in the format of {@code docs/format/filter-format.md}, in time linear in
   * the bytes. Equal filters have equal bytes.
   *
   * @return {@link #numBytes} + 96 bytes, for {@link #decode(byte[])} and {@link #wrap}
   */
  public byte[] encode() {
    return FilterCodec.encode(spec, addedKeys, storage, bitsetAt);
  }

  /**
   * Writes the bytes of {@link #encode} to a stream, without holding a copy of them.
   *
   * @param out where to write, not null; neither flushed nor closed
   * @throws IOException if the stream fails
   */
  public void writeTo(OutputStream out) throws IOException {
    FilterCodec.write(spec, addedKeys, storage, bitsetAt, out);
  }

  /**
   * Copies the bits, as Parquet stores them after its own header.
   *
   * @return {@link #numBytes} bytes
   */
  public byte[] bitset() {
    return Arrays.copyOfRange(storage, bitsetAt, bitsetAt + numBlocks * BYTES_PER_BLOCK);
  }

  /**
   * Says whether the other object is a filter with the same bits, seed, plan and number of added
   * keys; it need not own its bits. Takes time linear in the bytes.
   */
  @Override
  public boolean equals(Object object) {
    if (!(object instanceof SplitBlockBloomFilter other)) {
      return false;
    }
    return spec.equals(other.spec)
        && addedKeys == other.addedKeys
        && Arrays.equals(
            storage,
            bitsetAt,
            bitsetAt + numBlocks * BYTES_PER_BLOCK,
            other.storage,
            other.bitsetAt,
            other.bitsetAt + numBlocks * BYTES_PER_BLOCK);
  }

  /** Changes when the filter grows. Takes time linear in the bytes. */
  @Override
  public int hashCode() {
    long start = Objects.hash(spec, addedKeys);
    return Long.hashCode(XxHash64.hashBytes(storage, bitsetAt, numBlocks * BYTES_PER_BLOCK, start));
  }

  /** Returns one line about the filter, without its bits and seed. For reading, not for parsing. */
  @Override
  public String toString() {
    return "SplitBlockBloomFilter["
        + numBlocks
        + " blocks, "
        + numBytes()
        + " bytes, "
        + addedKeys
        + " keys added, "
        + (spec.isPlanned()
            ? "planned for "
                + spec.expectedKeys()
                + " keys at a false positive probability of "
                + spec.fpp()
            : "not planned")
        + ", hash "
        + hashName()
        + (readOnly ? ", read-only]" : "]");
  }

  /** A filter of its own with the bits of a range, without a plan and a number of added keys. */
  static SplitBlockBloomFilter ofBitset(byte[] bytes, int offset, int numBlocks) {
    FilterSpec spec = new FilterSpec(numBlocks, 0, Double.NaN, KeyHashing.SEED);
    return new SplitBlockBloomFilter(
        spec, copyOfBitset(bytes, offset, numBlocks), LEAD_BYTES, 0, false);
  }

  private static SplitBlockBloomFilter empty(FilterSpec spec) {
    byte[] storage = new byte[LEAD_BYTES + spec.numBlocks() * BYTES_PER_BLOCK];
    return new SplitBlockBloomFilter(spec, storage, LEAD_BYTES, 0, false);
  }

  private static byte[] copyOfBitset(byte[] source, int bitsetAt, int numBlocks) {
    byte[] storage = new byte[LEAD_BYTES + numBlocks * BYTES_PER_BLOCK];
    System.arraycopy(source, bitsetAt, storage, LEAD_BYTES, numBlocks * BYTES_PER_BLOCK);
    return storage;
  }

  private static long saturatedSum(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private long bits(int at) {
    return ScalarKernel.get(storage, at);
  }

  private void setBits(int at, long bits) {
    ScalarKernel.set(storage, at, bits);
  }

  private void checkWritable() {
    if (readOnly) {
      throw new UnsupportedOperationException(
          "this filter is a read-only view of encoded bytes; copy() gives one that can grow");
    }
  }
}
