/** Filters built from and probed with Apache Arrow vectors, whose values stay where they lie. */
package io.github.bloomjoin.arrow;
