import { expect, test } from 'vitest';
import { nearestPoint } from './nearest.ts';
import { speedClass } from './speed-classes.ts';
import type { Track } from './track.ts';
import { trackFeatures } from './track-features.ts';
import { stepFrom } from './use-track.ts';
import { withoutWild } from './wild-fixes.ts';

/** Builds fixes ten seconds apart from [lat, lon, km/h]; a negative speed has a gap before it. */
function trackOf(fixes: [number, number, number][]): Track {
  return {
    times: Float64Array.from(fixes, (_, index) => index * 10_000),
    lats: Float64Array.from(fixes, ([lat]) => lat),
    lons: Float64Array.from(fixes, ([, lon]) => lon),
    speedsKph: Float64Array.from(fixes, ([, , speed]) => Math.abs(speed)),
    coursesDeg: Float64Array.from(fixes, () => 0),
    breaks: Uint8Array.from(fixes, ([, , speed]) => (speed < 0 ? 1 : 0)),
  };
}

test('a limit belongs to the class above it', () => {
  const limits = [10, 30];
  expect([0, 9.9, 10, 29.9, 30, 200].map((speed) => speedClass(speed, limits))).toEqual([0, 0, 1, 1, 2, 2]);
});

test('legs of one class are one line; each begins where the last ended; gaps are separate lines', () => {
  const track = trackOf([
    [0, 0, 5],
    [0, 1, 5],
    [0, 2, 20],
    [0, 3, 20],
    [0, 4, -1],
    [0, 5, 1],
  ]);
  const lines = trackFeatures(track, [10, 30]).features.map(({ properties, geometry }) => [
    properties.isGap ? 'hole' : properties.speed,
    geometry.coordinates.map(([lon]) => lon),
  ]);
  expect(lines).toEqual([
    [0, [0, 1]],
    [1, [1, 2, 3]],
    ['hole', [3, 4]],
    [0, [4, 5]],
  ]);
});

test('a tow is a separate line, whatever its speed', () => {
  const track = trackOf([
    [0, 0, 20],
    [0, 1, 20],
    [0, 2, 40],
    [0, 3, 20],
    [0, 4, 20],
  ]);
  // Fixes are ten seconds apart: towed from the second to the fourth.
  const lines = trackFeatures(track, [10, 30], [[10_000, 30_000]]).features.map(({ properties, geometry }) => [
    properties.tow ? 'tow' : properties.speed,
    geometry.coordinates.map(([lon]) => lon),
  ]);
  expect(lines).toEqual([
    [1, [0, 1]],
    ['tow', [1, 2, 3]],
    [1, [3, 4]],
  ]);
});

test('a line over the 180th meridian continues past it', () => {
  const { features } = trackFeatures(
    trackOf([
      [0, 179.5, 5],
      [0, -179.5, 5],
    ]),
    [],
  );
  expect(features[0]?.geometry.coordinates).toEqual([
    [179.5, 0],
    [180.5, 0],
  ]);
});

// 250 km/h in 10 s are 694 m, 0.00625 degree of latitude.
const straight = (lats: number[]) => withoutWild(trackOf(lats.map((lat) => [lat, 0, 30])));

test('a fix that is implausible both ways is left out; a jump to a lasting position is not', () => {
  expect(straight([0, 0.3, 0.001, 0.002]).wild).toEqual([{ lat: 0.3, lon: 0 }]);
  expect([...straight([0, 0.3, 0.001, 0.002]).track.lats]).toEqual([0, 0.001, 0.002]);
  expect(straight([0, 0.006, 0, 0]).wild).toEqual([]);
  expect(straight([0, 0.0065, 0, 0]).wild).toHaveLength(1);
  expect(straight([0, 0.3, 0.3001, 0.3002]).wild).toEqual([]);
});

test('a click takes the nearest point of the pass that is nearest in time', () => {
  const track = trackOf([
    [0, 0, 30],
    [0, 0.01, 30],
    [0, 0.02, 30],
    [0, 0.01, 30],
  ]);
  const click = { lat: 0.0001, lon: 0.01 };
  expect(nearestPoint(track, click, 0.001, 0)).toBe(1);
  expect(nearestPoint(track, click, 0.001, 30_000)).toBe(3);
  expect(nearestPoint(track, { lat: 1, lon: 0 }, 0.001, 0)).toBeNull();
});

test('steps go from fix to fix, from between two to the one beside, and end at the ends', () => {
  const track = trackOf([
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect([stepFrom(track, 0, 1), stepFrom(track, 5000, 1), stepFrom(track, 20_000, 1)]).toEqual([10_000, 10_000, null]);
  expect([stepFrom(track, 20_000, -1), stepFrom(track, 15_000, -1), stepFrom(track, 0, -1)]).toEqual([
    10_000,
    10_000,
    null,
  ]);
});
