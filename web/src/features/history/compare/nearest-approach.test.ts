import { expect, test } from 'vitest';
import { EMPTY_TRACK, type Track } from '../track/track.ts';
import { nearestApproach } from './nearest-approach.ts';

/** The length of a degree of latitude on a sphere of the mean radius, metres. */
const DEGREE_M = 111_194.93;

/** Builds fixes from [seconds, metres north, metres east] of 0, 0, with gaps before those listed. */
function trackOf(fixes: [number, number, number][], breaks: number[] = []): Track {
  return {
    times: Float64Array.from(fixes, ([time]) => time * 1000),
    lats: Float64Array.from(fixes, ([, north]) => north / DEGREE_M),
    lons: Float64Array.from(fixes, ([, , east]) => east / DEGREE_M),
    speedsKph: Float64Array.from(fixes, () => 36),
    coursesDeg: Float64Array.from(fixes, () => 0),
    breaks: Uint8Array.from(fixes, (_, index) => (breaks.includes(index) ? 1 : 0)),
  };
}

test('two vehicles that pass each other are nearest between their fixes, by the straight lines', () => {
  // Towards each other at 10 m/s each, on roads 60 m apart: they pass halfway, after 100 s.
  const east = trackOf([
    [0, 0, 0],
    [200, 0, 2000],
  ]);
  const west = trackOf([
    [0, 60, 2000],
    [50, 60, 1500],
    [200, 60, 0],
  ]);
  const found = nearestApproach(east, west);
  expect(found?.at).toBeCloseTo(100_000, 0);
  expect(found?.distanceM).toBeCloseTo(60, 1);
  // Within 100 m while they are less than 80 m apart along the road (60² + 80² = 100²): 160 m at 20 m/s.
  expect(found?.besideS).toBeCloseTo(8, 2);
});

test('only the time with data of both counts', () => {
  const early = trackOf([
    [0, 0, 0],
    [100, 0, 1000],
  ]);
  const late = trackOf([
    [50, 300, 1000],
    [400, 0, 1000],
  ]);
  // Until 100 s: 1000 m east, 300 − 300·50/350 m apart.
  const found = nearestApproach(early, late);
  expect(found?.at).toBeCloseTo(100_000, 0);
  expect(found?.distanceM).toBeCloseTo(300 - (300 * 50) / 350, 1);
  expect(nearestApproach(early, trackOf([[101, 0, 0]]))).toBeNull();
  expect(nearestApproach(early, EMPTY_TRACK)).toBeNull();
});

test('a data gap is not an approach, since the position is unknown', () => {
  const stands = trackOf([
    [0, 0, 500],
    [300, 0, 500],
  ]);
  const silent = trackOf(
    [
      [0, 0, 0],
      [100, 0, 200],
      [200, 0, 900],
      [300, 0, 1000],
    ],
    [2],
  );
  const found = nearestApproach(stands, silent);
  expect(found?.at).toBeCloseTo(100_000, 0);
  expect(found?.distanceM).toBeCloseTo(300, 1);
  expect(found?.besideS).toBe(0);
});

test('the first of equal moments is returned, and standing side by side counts as time side by side', () => {
  const one = trackOf([
    [0, 0, 0],
    [600, 0, 0],
  ]);
  const other = trackOf([
    [60, 0, 20],
    [360, 0, 20],
  ]);
  expect(nearestApproach(one, other)?.at).toBe(60_000);
  expect(nearestApproach(one, other)?.besideS).toBeCloseTo(300, 5);
});

const standsAt = (lon: number): Track => ({
  ...trackOf([
    [0, 0, 0],
    [10, 0, 0],
  ]),
  lons: Float64Array.from([lon, lon]),
});

test('vehicles on both sides of the antimeridian are near', () => {
  expect(nearestApproach(standsAt(179.9995), standsAt(-179.9995))?.distanceM).toBeCloseTo(0.001 * DEGREE_M, 0);
});
