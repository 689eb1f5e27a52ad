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
package io.github.bloomjoin.arrow;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;

/** Finds the column for a vector, by the key hashing rule for its type. */
final class KeyColumns {
  /** Where Arrow's schemas name the extension type that a field has besides its storage type. */
  private static final String EXTENSION_NAME = "ARROW:extension:name";

  /** What Spark marks a field of those structs with that stand for a type of its own. */
  private static final List<String> SPARK_TYPES = List.of("variant", "geometry", "geography");

  private static final String NO_RULE = "there is no rule that turns its values into keys";

  private final DictionaryProvider dictionaries;

  /**
   * @param dictionaries where the values of dictionary-encoded vectors are, or null
   */
  KeyColumns(DictionaryProvider dictionaries) {
    this.dictionaries = dictionaries;
  }

  KeyColumn of(FieldVector vector) {
    return of(vector, vector.getName());
  }

  private KeyColumn of(FieldVector vector, String name) {
    DictionaryEncoding encoding = vector.getField().getDictionary();

    return encoding == null ? plain(vector, name) : encoded(vector, name, encoding);
  }

  private KeyColumn encoded(FieldVector vector, String name, DictionaryEncoding encoding) {
    if (!(vector instanceof BaseIntVector)) {
      throw refused(vector, name, "indices into a dictionary must be integers");
    }

    return new DictionaryColumn(
        vector, name, () -> dictionary(vector, name, encoding), values -> plain(values, name));
  }

  private FieldVector dictionary(FieldVector vector, String name, DictionaryEncoding encoding) {
    Dictionary dictionary = dictionaries == null ? null : dictionaries.lookup(encoding.getId());
    if (dictionary == null) {
      throw refused(
          vector,
          name,
          "dictionary " + encoding.getId() + " is not known: give the provider that holds it");
    }

    return dictionary.getVector();
  }

  private KeyColumn plain(FieldVector vector, String name) {
    String extension = vector.getField().getMetadata().get(EXTENSION_NAME);
    if (extension != null) {
      throw refused(vector, name, NO_RULE + "; it is of the extension type " + extension);
    }

    return switch (vector.getMinorType()) {
      case BIT -> new BooleanColumn((BitVector) vector, name);
      case TINYINT -> new IntColumn(vector, name, Byte.BYTES);
      case SMALLINT -> new IntColumn(vector, name, Short.BYTES);
      case INT, DATEDAY, INTERVALYEAR -> new IntColumn(vector, name, Integer.BYTES);
      case BIGINT, TIMESTAMPMICRO, TIMESTAMPMICROTZ -> new LongColumn(vector, name);
      case DURATION -> duration(vector, name);
      case FLOAT4 -> new FloatColumn((Float4Vector) vector, name);
      case FLOAT8 -> new DoubleColumn((Float8Vector) vector, name);
      case DECIMAL -> new DecimalColumn((DecimalVector) vector, name);
      case VARCHAR, VARBINARY -> new VariableWidthColumn(vector, name, Integer.BYTES);
      case LARGEVARCHAR, LARGEVARBINARY -> new VariableWidthColumn(vector, name, Long.BYTES);
      case VIEWVARCHAR, VIEWVARBINARY -> new ViewColumn((BaseVariableWidthViewVector) vector, name);
      case FIXEDSIZEBINARY -> new FixedSizeBinaryColumn((FixedSizeBinaryVector) vector, name);
      case STRUCT -> struct((StructVector) vector, name);
      case LIST ->
          ListColumn.of(
              vector, name, elements(((ListVector) vector).getDataVector(), name), Integer.BYTES);
      case LARGELIST ->
          ListColumn.of(
              vector, name, elements(((LargeListVector) vector).getDataVector(), name), Long.BYTES);
      case FIXED_SIZE_LIST ->
          ListColumn.ofFixedSize(
              (FixedSizeListVector) vector,
              name,
              elements(((FixedSizeListVector) vector).getDataVector(), name));
      case TIMESTAMPSEC, TIMESTAMPMILLI, TIMESTAMPNANO ->
          throw refused(vector, name, "bring it to microseconds first");
      case TIMESTAMPSECTZ, TIMESTAMPMILLITZ, TIMESTAMPNANOTZ ->
          throw refused(vector, name, "bring it to microseconds first");
      case DATEMILLI -> throw refused(vector, name, "bring it to days first");
      case UINT1, UINT2, UINT4, UINT8 ->
          throw refused(vector, name, "bring it to a signed type that holds its values first");
      case FLOAT2 -> throw refused(vector, name, "bring it to single precision first");
      case DECIMAL256 -> throw refused(vector, name, "bring it to 128 bits first");
      default -> throw refused(vector, name, NO_RULE);
    };
  }

  private static KeyColumn duration(FieldVector vector, String name) {
    TimeUnit unit = ((ArrowType.Duration) vector.getField().getType()).getUnit();
    if (unit != TimeUnit.MICROSECOND) {
      throw refused(vector, name, "bring it to microseconds first");
    }

    return new LongColumn(vector, name);
  }

  private KeyColumn struct(StructVector vector, String name) {
    List<KeyColumn> fields = new ArrayList<>();
    for (FieldVector child : vector.getChildrenFromFields()) {
      Field field = child.getField();
      for (String type : SPARK_TYPES) {
        if (Objects.equals(field.getMetadata().get(type), "true")) {
          throw refused(vector, name, NO_RULE + "; Spark's " + type + " is no key");
        }
      }
      fields.add(of(child, name + "." + child.getName()));
    }

    return new StructColumn(vector, name, fields);
  }

  private KeyColumn elements(FieldVector vector, String name) {
    return of(vector, name + "[]");
  }

  private static IllegalArgumentException refused(FieldVector vector, String name, String reason) {
    return new IllegalArgumentException(
        "Column \""
            + name
            + "\" of type "
            + vector.getField().getType()
            + " cannot be a key: "
            + reason);
  }
}
