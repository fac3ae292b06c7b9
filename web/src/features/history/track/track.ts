import type { TrackColumns } from '@milepost/contract/history-operations';
import { longitudeDifferenceDeg } from '../../../ui/map/geodesy.ts';

/** The past positions of a vehicle, in columns in order of time. */
export interface Track {
  /** Epoch milliseconds. */
  times: Float64Array;
  /** Degrees. */
  lats: Float64Array;
  lons: Float64Array;
  speedsKph: Float64Array;
  coursesDeg: Float64Array;
  /** 1 if there is a gap before the point. */
  breaks: Uint8Array;
}

export const EMPTY_TRACK: Track = decodeTrack({ times: [], lats: [], lons: [], speeds: [], courses: [], breaks: [] });

export function decodeTrack(columns: TrackColumns): Track {
  const breaks = new Uint8Array(columns.times.length);
  for (const index of columns.breaks) breaks[index] = 1;
  return {
    times: summed(columns.times, 1),
    lats: summed(columns.lats, 1e6),
    lons: summed(columns.lons, 1e6),
    speedsKph: Float64Array.from(columns.speeds, (speed) => speed / 10),
    coursesDeg: Float64Array.from(columns.courses),
    breaks,
  };
}

function summed(differences: readonly number[], divisor: number): Float64Array {
  let sum = 0;
  return Float64Array.from(differences, (difference) => {
    sum += difference;
    return sum / divisor;
  });
}

/** The index of the last point at or before a moment; -1 before the first. */
export function indexAt({ times }: Track, ms: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A vehicle on its track at a moment. */
export interface TrackPlace {
  lat: number;
  lon: number;
  speedKph: number;
  courseDeg: number;
  /** The index of the last point. */
  index: number;
  /** True within a gap: it is shown at its last reported position. */
  silent: boolean;
}

/** The vehicle's position at a moment, interpolated between two points; null if there is no point. */
export function placeAt(track: Track, ms: number): TrackPlace | null {
  const { times, lats, lons, speedsKph, coursesDeg, breaks } = track;
  if (times.length === 0) return null;
  const index = Math.max(0, indexAt(track, ms));
  const next = index + 1;
  const [lat, lon] = [valueAtIndex(lats, index), valueAtIndex(lons, index)];
  const here = {
    lat,
    lon,
    speedKph: valueAtIndex(speedsKph, index),
    courseDeg: valueAtIndex(coursesDeg, index),
    index,
    silent: false,
  };
  if (next >= times.length || ms <= valueAtIndex(times, index)) return here;
  if (breaks[next]) return { ...here, speedKph: 0, silent: true };
  const share = (ms - valueAtIndex(times, index)) / (valueAtIndex(times, next) - valueAtIndex(times, index));
  const east = longitudeDifferenceDeg(valueAtIndex(lons, next) - lon);
  const north = valueAtIndex(lats, next) - lat;
  return {
    ...here,
    lat: lat + north * share,
    lon: longitudeDifferenceDeg(lon + east * share),
    speedKph: here.speedKph + (valueAtIndex(speedsKph, next) - here.speedKph) * share,
    courseDeg: legCourse(lat, north, east) ?? here.courseDeg,
  };
}

/** About 3 m: a shorter leg does not show the heading of the vehicle. */
const SHORT_LEG_DEG = 3e-5;

function legCourse(lat: number, north: number, east: number): number | null {
  const x = east * Math.cos((lat * Math.PI) / 180);
  if (Math.hypot(x, north) < SHORT_LEG_DEG) return null;
  return ((Math.atan2(x, north) * 180) / Math.PI + 360) % 360;
}

export const valueAtIndex = (column: Float64Array, index: number): number => column[index] ?? Number.NaN;

const numbers = (length: number) => new Float64Array(length);

/** Replaces a part of the track, from the part's first moment to its last, by a more detailed one. */
export function splice(track: Track, part: Track): Track {
  const first = part.times[0];
  const last = part.times.at(-1);
  if (first === undefined || last === undefined) return track;
  const head = indexAt(track, first - 0.5) + 1;
  const tail = indexAt(track, last) + 1;
  const joined = <Column extends Float64Array | Uint8Array>(
    make: (length: number) => Column,
    of: (one: Track) => Column,
  ) => {
    const [whole, piece] = [of(track), of(part)];
    const column = make(head + piece.length + whole.length - tail);
    column.set(whole.subarray(0, head));
    column.set(piece, head);
    column.set(whole.subarray(tail), head + piece.length);
    return column;
  };
  const breaks = joined(
    (length) => new Uint8Array(length),
    (one) => one.breaks,
  );
  // The part does not contain whether there is a gap before its first point.
  if (track.breaks[head] && track.times[head] === first) breaks[head] = 1;
  return {
    times: joined(numbers, (one) => one.times),
    lats: joined(numbers, (one) => one.lats),
    lons: joined(numbers, (one) => one.lons),
    speedsKph: joined(numbers, (one) => one.speedsKph),
    coursesDeg: joined(numbers, (one) => one.coursesDeg),
    breaks,
  };
}

/** The [west, south, east, north] of a part of the track; null if it is empty. Longitudes continue past 180. */
export function boundsOf(track: Track, from = 0, to = track.times.length): [number, number, number, number] | null {
  if (to <= from) return null;
  const first = valueAtIndex(track.lons, from);
  let [west, south, east, north] = [first, valueAtIndex(track.lats, from), first, valueAtIndex(track.lats, from)];
  for (let i = from + 1; i < to; i++) {
    const lon = first + longitudeDifferenceDeg(valueAtIndex(track.lons, i) - first);
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, valueAtIndex(track.lats, i));
    north = Math.max(north, valueAtIndex(track.lats, i));
  }
  return [west, south, east, north];
}

/** The union of several bounds; those beyond the antimeridian are shifted next to the first. */
export function unionOf(all: readonly [number, number, number, number][]): [number, number, number, number] | null {
  const [first, ...rest] = all;
  if (!first) return null;
  let [west, south, east, north] = first;
  for (const [w, s, e, n] of rest) {
    const from = west + longitudeDifferenceDeg(w - west);
    west = Math.min(west, from);
    east = Math.max(east, from + e - w);
    south = Math.min(south, s);
    north = Math.max(north, n);
  }
  return [west, south, east, north];
}
