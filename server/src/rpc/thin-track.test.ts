import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrackPage } from '../store/tracks/positions.ts';
import { createThinner, type ThinOptions } from './thin-track.ts';

/** [seconds, lat, lon]; speed and course identify the fix. */
type Fix = [time: number, lat: number, lon: number];
const R = 6_371_008.8;
/** A distance in metres as degrees of latitude. */
const north = (metres: number) => (metres / R) * (180 / Math.PI);

function pageOf(fixes: readonly Fix[], first = 0): TrackPage {
  return {
    length: fixes.length,
    time: Float64Array.from(fixes, ([time]) => time * 1000),
    lat: Int32Array.from(fixes, ([, lat]) => Math.round(lat * 1e7)),
    lon: Int32Array.from(fixes, ([, , lon]) => Math.round(lon * 1e7)),
    speed: Int16Array.from(fixes, (_, index) => first + index),
    course: Int16Array.from(fixes, (_, index) => first + index),
  };
}

/** Runs all steps. */
function toEnd<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const MANY = { gapMs: 300_000, wildKph: null, toleranceM: 10, maxPoints: 100_000, bounds: null };

function thin(fixes: readonly Fix[], options: Partial<ThinOptions> = {}, pages = 1) {
  const thinner = createThinner({ ...MANY, ...options });
  const size = Math.max(1, Math.ceil(fixes.length / pages));
  for (let at = 0; at < fixes.length; at += size) toEnd(thinner.take(pageOf(fixes.slice(at, at + size), at)));
  return toEnd(thinner.finish());
}

test('a straight stretch at one speed becomes its two ends; a corner stays', () => {
  const fixes: Fix[] = [
    ...Array.from({ length: 11 }, (_, i): Fix => [i * 10, 0, i * 0.001]),
    ...Array.from({ length: 10 }, (_, i): Fix => [110 + i * 10, (i + 1) * 0.001, 0.01]),
  ];
  const { track, fixes: read, toleranceM } = thin(fixes);
  expect({ kept: track.course, read, toleranceM }).toEqual({ kept: [0, 10, 20], read: 21, toleranceM: 10 });
});

test('a vehicle that waits on a straight road is not drawn as driving slowly', () => {
  // 10 m/s for 50 s, a minute at rest, then 10 m/s again: the line alone would be straight.
  const fixes = Array.from({ length: 17 }, (_, i): Fix => {
    const metres = Math.min(i, 5) * 100 + Math.max(0, i - 11) * 100;
    return [i * 10, north(metres), 0];
  });
  expect(thin(fixes).track.course).toEqual([0, 5, 11, 16]);
});

const detour = (metres: number): Fix[] => [
  [0, 0, 0],
  [10, north(metres), 0.001],
  [20, 0, 0.002],
];

// An eighth of 10 m is 1.25 m, across the direction of travel.
test('a fix slightly nearer than the tolerance is dropped, one farther stays', () => {
  expect(thin(detour(1.2)).track.course).toEqual([0, 2]);
  expect(thin(detour(1.3)).track.course).toEqual([0, 1, 2]);
});

const silent = (gapS: number): Fix[] => [
  [0, 0, 0],
  [10, 0, 0],
  [10 + gapS, 0, 0],
  [20 + gapS, 0, 0],
];

test('after a silence of more than 5 minutes the track begins anew', () => {
  expect(thin(silent(300)).track).toMatchObject({ course: [0, 3], breaks: [] });
  expect(thin(silent(301)).track).toMatchObject({ course: [0, 1, 2, 3], breaks: [2] });
  expect(thin(silent(301), {}, 2).track).toMatchObject({ course: [0, 1, 2, 3], breaks: [2] });
});

test('a tolerance of zero keeps every fix, those of the same moment too', () => {
  const fixes: Fix[] = [
    [0, 0, 0],
    [0, 0, 0],
    [5, 0, 0],
    [10, 0, 0],
  ];
  expect(thin(fixes, { toleranceM: 0 }).track.course).toEqual([0, 1, 2, 3]);
});

test('over the 180th meridian a straight stretch is straight', () => {
  const fixes = [179.998, 179.999, -180, -179.999, -179.998].map((lon, i): Fix => [i * 10, 0, lon]);
  expect(thin(fixes).track.course).toEqual([0, 4]);
});

test('inside of the bounds the track is fine, outside it is coarse', () => {
  // A zigzag of 30 m along 2 degrees; the tolerance outside is at least 400 m, and 50 m across.
  const fixes = Array.from({ length: 200 }, (_, i): Fix => [i * 10, i % 2 ? north(30) : 0, i * 0.01]);
  const { track } = thin(fixes, { toleranceM: 1, bounds: [0.5, -1, 0.6, 1] });
  const thinned = track.lon.map((lon) => lon / 1e7);
  expect(thinned.filter((lon) => lon >= 0.5 && lon <= 0.6)).toHaveLength(11);
  expect(thinned.filter((lon) => lon < 0.49 || lon > 0.62).length).toBeLessThanOrEqual(4);
});

test('no more points than requested: the tolerance grows and is returned; the ends of gaps stay', () => {
  const wild = Array.from({ length: 3000 }, (_, i): Fix => [i * 10, Math.sin(i * i) / 10, Math.cos(i * i) / 10]);
  const { track, toleranceM } = thin(wild, { maxPoints: 50 }, 7);
  expect(track.time.length).toBeLessThanOrEqual(50);
  expect(toleranceM).toBeGreaterThan(1000);
  expect([track.course[0], track.course.at(-1)]).toEqual([0, 2999]);

  const gaps = wild.map(([, lat, lon], i): Fix => [i * 400, lat, lon]);
  expect(thin(gaps, { maxPoints: 50 }).track.breaks).toHaveLength(2999);
});

test('any track, in any pieces: each fix is within the tolerance of the line at its time', () => {
  const step = fc.record({
    seconds: fc.integer({ min: 0, max: 400 }),
    x: fc.integer({ min: -300, max: 300 }),
    y: fc.integer({ min: -300, max: 300 }),
  });
  const tracks = fc.array(step, { minLength: 1, maxLength: 120 }).map((steps) => {
    let [time, lat, lon] = [0, 40, -3];
    return steps.map(({ seconds, x, y }): Fix => {
      time += seconds;
      lat += north(y);
      lon += north(x) / Math.cos((40 * Math.PI) / 180);
      return [time, lat, lon];
    });
  });
  fc.assert(
    fc.property(
      tracks,
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 5 }),
      (fixes, toleranceM, pages) => {
        const { track } = thin(fixes, { toleranceM }, pages);
        expect(thin(fixes, { toleranceM }).track).toEqual(track);
        // `course` is the index of the fix, so that the line between two of them is known.
        for (let k = 1; k < track.course.length; k++) {
          const [from, to] = [track.course[k - 1] ?? 0, track.course[k] ?? 0];
          const [a, b] = [fixes[from], fixes[to]];
          if (!a || !b) throw new Error('a point that is no fix');
          for (const fix of fixes.slice(from + 1, to)) expect(metresOff(a, b, fix)).toBeLessThan(toleranceM + 0.5);
        }
      },
    ),
  );
});

/** The distance of a fix from the position at its time on the line between two others. */
function metresOff(a: Fix, b: Fix, fix: Fix): number {
  const share = b[0] === a[0] ? 0 : (fix[0] - a[0]) / (b[0] - a[0]);
  const y = fix[1] - (a[1] + (b[1] - a[1]) * share);
  const x = (fix[2] - (a[2] + (b[2] - a[2]) * share)) * Math.cos((fix[1] * Math.PI) / 180);
  return Math.hypot(x, y) * (Math.PI / 180) * R;
}

test('86,400 fixes take no quadratic time', () => {
  // Quadratic work would be some 10^10 steps: minutes. The bound leaves room for a busy machine.
  const fixes = Array.from({ length: 86_400 }, (_, i): Fix => [i * 30, Math.sin(i / 70) / 10, (i % 5000) * 1e-4]);
  const start = performance.now();
  thin(fixes);
  expect(performance.now() - start).toBeLessThan(3000);
});

test('a long track is thinned in many small steps, also when it is thinned again and again', () => {
  const fixes = Array.from({ length: 40_000 }, (_, i): Fix => [i * 5, north(i % 2 === 0 ? 0 : 500), i * 0.0001]);
  const thinner = createThinner({ ...MANY, maxPoints: 1000 });
  const first = [...thinner.take(pageOf(fixes))].length;
  expect(first).toBeGreaterThan(15);
  const remaining = thinner.finish();
  let steps = 0;
  for (let step = remaining.next(); !step.done; step = remaining.next()) steps += 1;
  // Each further pass visits all fixes.
  expect(steps).toBeGreaterThanOrEqual(first);
});
