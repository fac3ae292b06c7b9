import { longitudeDifferenceDeg } from '../../../ui/map/geodesy.ts';
import { valueAtIndex, type Track } from '../track/track.ts';

/** The distance in metres up to which two vehicles count as side by side. */
export const BESIDE_M = 100;

/** The nearest approach of two vehicles. */
export interface Approach {
  /** Epoch milliseconds. */
  at: number;
  distanceM: number;
  /** The time for which they were within BESIDE_M of each other, seconds. */
  besideS: number;
}

const METRES_PER_DEGREE = 111_194.93;

/**
 * The nearest approach of two vehicles, at the first such moment; null if the known times of the two do not overlap.
 * Between fixes both are assumed to move straight at constant speed, so their distance has one minimum in each such
 * span. Data gaps of either are excluded.
 */
export function nearestApproach(one: Track, other: Track): Approach | null {
  let best: Approach | null = null;
  let besideS = 0;
  const start = Math.max(valueAtIndex(one.times, 0), valueAtIndex(other.times, 0));
  const end = Math.min(one.times.at(-1) ?? Number.NaN, other.times.at(-1) ?? Number.NaN);
  if (!(start <= end)) return null;
  let [i, j] = [advance(one, 0, start), advance(other, 0, start)];
  let from = start;
  for (;;) {
    const to = Math.min(end, nextTime(one, i), nextTime(other, j));
    if (!isGap(one, i, from) && !isGap(other, j, from)) {
      // If one of the two goes silent in this span, only its beginning is known.
      const known = breaksAfter(one, i) || breaksAfter(other, j) ? from : to;
      const { x0, y0, x1, y1 } = between(one, i, other, j, from, known);
      const found = leastOf(x0, y0, x1, y1);
      if (best === null || found.distanceM < best.distanceM) {
        best = { at: from + found.share * (known - from), distanceM: found.distanceM, besideS: 0 };
      }
      besideS += (shareWithin(x0, y0, x1, y1) * (known - from)) / 1000;
    }
    if (to >= end) break;
    [i, j] = [advance(one, i, to), advance(other, j, to)];
    from = to;
  }
  return best && { ...best, besideS };
}

const nextTime = (track: Track, index: number) => track.times[index + 1] ?? Number.POSITIVE_INFINITY;
/** The index of the last point at or before a moment, searched from an earlier index on. */
function advance(track: Track, index: number, ms: number): number {
  let here = index;
  while (nextTime(track, here) <= ms) here++;
  return here;
}
/** True between a point and the next one if the latter has a gap before it, except at the point itself. */
const isGap = (track: Track, index: number, ms: number) =>
  breaksAfter(track, index) && ms > valueAtIndex(track.times, index);
const breaksAfter = (track: Track, index: number) => track.breaks[index + 1] === 1;

/**
 * The coordinates of a vehicle at a moment between a point and the next; before a gap they are known only at the point.
 */
function placeBetween(track: Track, index: number, ms: number) {
  const [lat, lon] = [valueAtIndex(track.lats, index), valueAtIndex(track.lons, index)];
  const begin = valueAtIndex(track.times, index);
  const length = nextTime(track, index) - begin;
  if (!Number.isFinite(length) || length <= 0 || breaksAfter(track, index)) return { lat, lon };
  const share = (ms - begin) / length;
  return {
    lat: lat + (valueAtIndex(track.lats, index + 1) - lat) * share,
    lon: lon + longitudeDifferenceDeg(valueAtIndex(track.lons, index + 1) - lon) * share,
  };
}

/** The east and north offsets from one to the other at both ends of a span, metres. */
function between(one: Track, i: number, other: Track, j: number, from: number, to: number) {
  const offsetAt = (ms: number) => {
    const [a, b] = [placeBetween(one, i, ms), placeBetween(other, j, ms)];
    const shrink = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
    return {
      x: longitudeDifferenceDeg(b.lon - a.lon) * shrink * METRES_PER_DEGREE,
      y: (b.lat - a.lat) * METRES_PER_DEGREE,
    };
  };
  const [begin, finish] = [offsetAt(from), offsetAt(to)];
  return { x0: begin.x, y0: begin.y, x1: finish.x, y1: finish.y };
}

/** The minimum distance of a straight line from the origin, and the share of the line at which it occurs. */
function leastOf(x0: number, y0: number, x1: number, y1: number) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(x0 * dx + y0 * dy) / square));
  return { share, distanceM: Math.hypot(x0 + share * dx, y0 + share * dy) };
}

/** The share of a straight line that lies within BESIDE_M of the origin: between the roots of a quadratic. */
function shareWithin(x0: number, y0: number, x1: number, y1: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const [a, b, c] = [dx * dx + dy * dy, x0 * dx + y0 * dy, x0 * x0 + y0 * y0 - BESIDE_M * BESIDE_M];
  if (a === 0) return c <= 0 ? 1 : 0;
  const root = b * b - a * c;
  if (root <= 0) return 0;
  const [first, last] = [(-b - Math.sqrt(root)) / a, (-b + Math.sqrt(root)) / a];
  return Math.max(0, Math.min(1, last) - Math.max(0, first));
}
