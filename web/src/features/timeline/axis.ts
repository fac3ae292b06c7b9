/** The visible part of a day, epoch milliseconds. */
export interface View {
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The closest zoom. */
const MIN_MS = 5 * MINUTE_MS;

/** The possible steps between the lines of the axis. */
const STEPS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
];

/** The position of a moment, percent of the width from its begin; outside of 0 to 100 if it is not visible. */
export const percentOf = (view: View, ms: number): number => ((ms - view.from) / (view.to - view.from)) * 100;

/**
 * The moments with a line and a label: counted from the begin of the day, so that a day with a clock change has all its
 * hours, and about `most` of them visible.
 */
export function ticksOf(view: View, day: View, most: number): number[] {
  const step = STEPS.find((each) => (view.to - view.from) / each <= most) ?? 6 * HOUR_MS;
  const first = day.from + Math.ceil((view.from - day.from) / step) * step;
  const count = Math.max(0, Math.floor((view.to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** The visible part after zooming in (`factor` below 1) or out, with `at` fixed; never beyond the day. */
export function zoomed(view: View, day: View, factor: number, at: number): View {
  const length = Math.min(day.to - day.from, Math.max(MIN_MS, (view.to - view.from) * factor));
  const share = (at - view.from) / (view.to - view.from);
  return within({ from: at - share * length, to: at + (1 - share) * length }, day);
}

/**
 * The moment at a point of the screen. Time runs in the direction of the script, as in the charts and the playback:
 * from right to left in Arabic.
 */
export function momentAt(
  view: View,
  x: number,
  box: { left: number; right: number; width: number },
  rtl: boolean,
): number {
  const share = (rtl ? box.right - x : x - box.left) / box.width;
  return view.from + share * (view.to - view.from);
}

/** The visible part moved by this much, within the day. */
export const panned = (view: View, day: View, ms: number): View =>
  within({ from: view.from + ms, to: view.to + ms }, day);

function within({ from, to }: View, day: View): View {
  const shift = from < day.from ? day.from - from : Math.min(0, day.to - to);
  return { from: Math.max(day.from, from + shift), to: Math.min(day.to, to + shift) };
}

/** The visible part as minutes of the day, or null for the whole day. */
export const minutesOf = (view: View, day: View): readonly [number, number] | null =>
  view.from === day.from && view.to === day.to
    ? null
    : [Math.round((view.from - day.from) / MINUTE_MS), Math.round((view.to - day.from) / MINUTE_MS)];

/** The visible part of these minutes; the whole day for null. */
export const viewOf = (part: readonly [number, number] | null, day: View): View =>
  part === null ? day : within({ from: day.from + part[0] * MINUTE_MS, to: day.from + part[1] * MINUTE_MS }, day);
