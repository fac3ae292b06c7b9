import { formatSettings } from '../../text/format-settings.ts';
import { formatClock, formatDay, formatMonthDay } from '../../text/format.ts';
import { dayOf, startOfDay } from '../../text/local-day.ts';
import { timeTicks } from '../../text/time-ticks.ts';
import { CHART_FONT } from './chart-font.ts';

/** An axis over less than this shows only the time of day. */
const NEAR_MS = 36 * 3_600_000;
/** An axis over more than this shows the year of its days. */
const FAR_MS = 300 * 86_400_000;
/** The number of labels of a usual axis; a wide one has one per this many pixels. */
const MAX_LABELS = 10;
const WIDE_LABEL_PX = 110;
/** The minimum distance of two labels, in pixels. */
const GAP_PX = 6;

export const AXIS_FONT_PX = 11;

export interface TimeAxis {
  ticks: number[];
  timeText: (at: number) => string;
  /** True if the last label ends at its mark, because half of it would be cut off beyond it. */
  isLastAligned: boolean;
}

/**
 * Returns the marks of a time axis, as close as all of their labels fit beside each other: dropping single labels would
 * leave uneven steps and missing hours. Midnight is labelled by its day.
 * @param width pixels of the axis
 * @param end pixels beyond its end
 * @param widthOf pixels of a label
 */
export function timeAxis(from: number, to: number, width: number, end: number, widthOf = labelWidth): TimeAxis {
  const zone = formatSettings().timeZone;
  const dayText = to - from > FAR_MS ? formatDay : formatMonthDay;
  const timeText = (at: number) =>
    to - from >= NEAR_MS && startOfDay(dayOf(at, zone), zone) === at ? dayText(at) : formatClock(at);
  for (let most = Math.max(MAX_LABELS, Math.floor(width / WIDE_LABEL_PX)); ; most--) {
    const ticks = timeTicks(from, to, zone, most);
    const labels = ticks.map((tick) => ({
      x: ((tick - from) / (to - from)) * width,
      half: widthOf(timeText(tick)) / 2,
    }));
    const last = labels.at(-1);
    const isLastAligned = last !== undefined && last.x + last.half > width + end;
    if (isLastAligned) last.x -= last.half;
    const tight = labels.findIndex(({ x, half }, index) => {
      const before = labels[index - 1];
      return before !== undefined && x - half - (before.x + before.half) < GAP_PX;
    });
    // If only the last label lacks room, the end of the range is dropped rather than the hours before it.
    if (isLastAligned && tight === ticks.length - 1)
      return { ticks: ticks.slice(0, -1), timeText, isLastAligned: false };
    if (tight === -1 || most === 1) return { ticks, timeText, isLastAligned };
  }
}

let pen: CanvasRenderingContext2D | null = null;

function labelWidth(text: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  pen.font = `${AXIS_FONT_PX}px ${CHART_FONT}`;
  return pen.measureText(text).width;
}
