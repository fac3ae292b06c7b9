import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColors } from './chart-colors.ts';
import { CHART_FONT } from './chart-font.ts';
import { AXIS_FONT_PX, type TimeAxis } from './time-axis.ts';

/** One of several charts, one below the other, over one range of time. */
interface StripAxis {
  /** Pixels from the top of all, and of the strip itself. */
  top: number;
  height: number;
  /** Whether its values are numbers that are read at an axis. */
  read: boolean;
  /** Whether the axis begins at 0. */
  fromZero: boolean;
  /** Ends of the axis, where they do not follow the values. */
  ends?: readonly [min: number, max: number];
  text: (value: number) => string;
}

export interface StripFrame {
  colors: ChartColors;
  from: number;
  to: number;
  /** The labels of the time: ECharts' own would be round on the browser's clock. */
  time: TimeAxis;
  rtl: boolean;
}

/** Pixels beside the strips: the axis of values, and air; and how close its steps are. */
interface Side {
  start: number;
  end: number;
  steps: number;
}

/** Strips in ECharts' own words, without their lines: a grid for each, and the time below the last. */
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
