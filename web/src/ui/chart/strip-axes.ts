import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColors } from './chart-colors.ts';
import { CHART_FONT } from './chart-font.ts';
import { AXIS_FONT_PX, type TimeAxis } from './time-axis.ts';

/** One of several charts, one below the other, over the same time range. */
interface StripAxis {
  /** The distance of the strip from the top in pixels, and its height. */
  top: number;
  height: number;
  /** True if its values are numbers that are read off an axis. */
  read: boolean;
  /** True if the axis begins at 0. */
  fromZero: boolean;
  /** The ends of the axis, if they do not follow the values. */
  ends?: readonly [min: number, max: number];
  text: (value: number) => string;
}

export interface StripFrame {
  colors: ChartColors;
  from: number;
  to: number;
  /** The labels of the time axis: ECharts' own would be round in the browser's zone. */
  time: TimeAxis;
  rtl: boolean;
}

/** The pixels beside the strips, for the value axis and margins, and the spacing of its steps. */
interface Side {
  start: number;
  end: number;
  steps: number;
}

/** The strips as ECharts options, without their lines: a grid for each, and the time below the last. */
export function stripAxes(strips: readonly StripAxis[], frame: StripFrame, side: Side): EChartsCoreOption {
  const { colors, from, to, rtl } = frame;
  const { ticks, timeText, isLastAligned } = frame.time;
  const [left, right] = rtl ? [side.end, side.start] : [side.start, side.end];
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: CHART_FONT, color: colors.text },
    grid: strips.map(({ top, height }) => ({ left, right, top, height, outerBoundsMode: 'none' })),
    xAxis: strips.map((_, gridIndex) => ({
      type: 'time',
      gridIndex,
      min: from,
      max: to,
      inverse: rtl,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
      splitLine: { show: false },
      axisLabel: {
        show: gridIndex === strips.length - 1,
        color: colors.dim,
        fontSize: AXIS_FONT_PX,
        customValues: ticks,
        ...(isLastAligned && { alignMaxLabel: rtl ? 'left' : 'right' }),
        formatter: timeText,
      },
    })),
    yAxis: strips.map(({ read, fromZero, ends, text }, gridIndex) => ({
      type: 'value',
      gridIndex,
      show: read,
      position: rtl ? 'right' : 'left',
      scale: !fromZero,
      ...(ends && { min: ends[0], max: ends[1] }),
      splitNumber: side.steps,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: { color: colors.dim, fontSize: 11, hideOverlap: true, formatter: text },
    })),
  };
}
