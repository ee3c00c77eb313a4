/**
 * A line chart, drawn by uPlot: 20 KB compressed, canvas, no dependencies, log scales.
 *
 * Screen readers cannot read a canvas. So the chart has a name, and the page shows the numbers in a
 * table beside it. Lines differ in dashes and points as well as in color.
 */

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { dark } from "../theme";
import "./chart.css";

export interface Series {
  label: string;
  /** A custom property of the theme, such as `--ld`. */
  color: string;
  dash?: number[];
  /** Points alone, without a line. */
  points?: boolean;
  values: readonly (number | null)[];
  /** A value as the legend has it: the same as in the table beside the chart. */
  text: (index: number) => string;
}

export interface ChartProps {
  label: string;
  x: { label: string; values: readonly number[] };
  y: { label: string; log?: boolean; range?: [number, number]; format?: (value: number) => string };
  series: readonly Series[];
  height?: number;
}

export function Chart({ label, x, y, series, height = 320 }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isDark = dark.value;
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color("--quiet"),
      grid: { stroke: color("--line"), width: 1 },
      ticks: { stroke: color("--line"), width: 1 },
      font: "13px system-ui, sans-serif",
      labelFont: "13px system-ui, sans-serif",
    };
    const options: uPlot.Options = {
      width: element.clientWidth,
      height,
      scales: {
        x: { time: false },
        y: {
          distr: y.log ? 3 : 1,
          ...(y.range ? { range: y.range } : {}),
        },
      },
      axes: [
        {
          ...axis,
          label: x.label,
          // What lies on this axis is counted: there is no n = 4.5.
          incrs: [1, 2, 5, 10, 20, 50, 100],
          values: (_, ticks) => ticks.map((tick) => String(tick)),
        },
        {
          ...axis,
          label: y.label,
          size: 64,
          ...(y.log
            ? {
                splits: (_: uPlot, __: number, min: number, max: number) => powers(min, max),
                filter: (_: uPlot, splits: number[]) => splits,
              }
            : {}),
          values: (_, ticks) =>
            ticks.map((tick) => (tick === null ? "" : (y.format?.(tick) ?? String(tick)))),
        },
      ],
      series: [
        { label: x.label },
        ...series.map((one) => ({
          label: one.label,
          stroke: color(one.color),
          width: 2,
          spanGaps: true,
          value: (_: uPlot, value: number | null, __: number, index: number | null) =>
            value === null || index === null ? "–" : one.text(index),
          ...(one.dash ? { dash: one.dash } : {}),
          ...(one.points ? { paths: () => null } : {}),
          points: { show: true, size: one.points ? 9 : 5, fill: color(one.color) },
        })),
      ],
    };
    const data = [[...x.values], ...series.map((one) => [...one.values])] as uPlot.AlignedData;
    const plot = new uPlot(options, data, element);
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [x, y, series, height, isDark]);
  return <div class="chart" ref={place} role="img" aria-label={label} />;
}

/** Powers of ten between two numbers, no more than nine. */
function powers(min: number, max: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(min) - 1e-9), Math.floor(Math.log10(max) + 1e-9)];
  const step = Math.max(1, Math.ceil((last - first) / 8));
  const count = Math.floor((last - first) / step) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => 10 ** (first + index * step));
}

/** A power of ten as `10¹²`, other numbers with three digits. */
export function powerOfTen(value: number): string {
  const exponent = Math.log10(value);
  if (value <= 0 || !Number.isFinite(exponent)) return String(value);
  const whole = Math.round(exponent);
  if (Math.abs(exponent - whole) > 1e-9) return value.toPrecision(3);
  if (whole >= 0 && whole <= 3) return String(10 ** whole);
  const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const raised = [...String(Math.abs(whole))].map((digit) => digits[Number(digit)] ?? "").join("");
  return `10${whole < 0 ? "⁻" : ""}${raised}`;
}
