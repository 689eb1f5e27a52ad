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
package io.github.bloomjoin.benchmarks;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The plots of the {@link AccuracyReport}. */
final class AccuracyPlots {
  private static final Color[] COLORS = {
    new Color(0x0072b2), new Color(0xd55e00), new Color(0x009e73), new Color(0xcc79a7)
  };

  /** Below, filters of one block make the curves fall to the bottom of the plot. */
  private static final double LEAST_RATIO = 1e-3;

  private AccuracyPlots() {}

  /** Measured over asked, by the number of keys; the lines are what is predicted. */
  static void writeSizes(Path file, Map<Double, List<FppMeasurement>> bySize) throws IOException {
    XYChart chart =
        chart("Sized for what they hold", "keys in the filter", "fpp / the fpp asked for");
    chart.getStyler().setYAxisMin(0.0).setYAxisMax(1.2);
    chart.getStyler().setXAxisLogarithmic(true);
    int color = 0;
    for (Map.Entry<Double, List<FppMeasurement>> entry : bySize.entrySet()) {
      double asked = entry.getKey();
      List<FppMeasurement> measurements = entry.getValue();
      addPredictedAndMeasured(
          chart,
          AccuracyReport.plain(asked),
          COLORS[color % COLORS.length],
          measurements,
          measurement -> measurement.keys(),
          measurement -> Math.max(LEAST_RATIO, measurement.predicted() / asked),
          measurement -> Math.max(LEAST_RATIO, measurement.measured() / asked));
      color++;
    }
    write(chart, file);
  }

  /** Measured and predicted of one filter with more and more keys, beside the flat formula. */
  static void writeOverfilled(Path file, List<FppMeasurement> byLoad, int plannedKeys)
      throws IOException {
    XYChart chart = chart("Filled and overfilled", "keys / keys planned for", "fpp");
    chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
    addPredictedAndMeasured(
        chart,
        "split-block",
        COLORS[0],
        byLoad,
        measurement -> (double) measurement.keys() / plannedKeys,
        FppMeasurement::predicted,
        FppMeasurement::measured);
    XYSeries flat =
        chart.addSeries(
            "flat formula, 8 bits a key",
            values(byLoad, measurement -> (double) measurement.keys() / plannedKeys),
            values(byLoad, AccuracyPlots::flatFormula));
    flat.setMarker(SeriesMarkers.NONE);
    flat.setLineColor(COLORS[1]).setLineStyle(SeriesLines.DASH_DASH);
    write(chart, file);
  }

  /** Of a filter that spreads eight bits of each key over all of its bits. */
  private static double flatFormula(FppMeasurement measurement) {
    int bitsSet = 8;
    double bits = measurement.blocks() * 256.0;
    return Math.pow(-Math.expm1(-bitsSet * measurement.keys() / bits), bitsSet);
  }

  private static void addPredictedAndMeasured(
      XYChart chart,
      String name,
      Color color,
      List<FppMeasurement> measurements,
      ToDoubleFunction<FppMeasurement> x,
      ToDoubleFunction<FppMeasurement> predicted,
      ToDoubleFunction<FppMeasurement> measured) {
    double[] xs = values(measurements, x);
    chart
        .addSeries(name + " predicted", xs, values(measurements, predicted))
        .setMarker(SeriesMarkers.NONE)
        .setLineColor(color);
    chart
        .addSeries(name + " measured", xs, values(measurements, measured))
        .setMarker(SeriesMarkers.CIRCLE)
        .setMarkerColor(color)
        .setLineStyle(SeriesLines.NONE);
  }

  private static double[] values(
      List<FppMeasurement> measurements, ToDoubleFunction<FppMeasurement> value) {
    return measurements.stream().mapToDouble(value).toArray();
  }

  private static XYChart chart(String title, String x, String y) {
    XYChart chart =
        new XYChartBuilder()
            .width(900)
            .height(560)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);

    return chart;
  }

  private static void write(XYChart chart, Path file) throws IOException {
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
  }
}
