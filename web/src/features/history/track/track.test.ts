import { expect, test } from 'vitest';
import { boundsOf, decodeTrack, indexAt, placeAt, splice, type Track } from './track.ts';

/** Builds fixes from [seconds, lat, lon, km/h], with breaks before those listed. */
function trackOf(fixes: [number, number, number, number][], breaks: number[] = []): Track {
  return {
    times: Float64Array.from(fixes, ([time]) => time * 1000),
    lats: Float64Array.from(fixes, ([, lat]) => lat),
    lons: Float64Array.from(fixes, ([, , lon]) => lon),
    speedsKph: Float64Array.from(fixes, ([, , , speed]) => speed),
    coursesDeg: Float64Array.from(fixes, () => 12),
    breaks: Uint8Array.from(fixes, (_, index) => (breaks.includes(index) ? 1 : 0)),
  };
}

const DRIVE = trackOf([
  [0, 0, 0, 0],
  [10, 0, 0.001, 40],
  [20, 0.001, 0.001, 20],
]);

test('columns of differences become times, degrees and km/h', () => {
  const track = decodeTrack({
    times: [1_770_000_000_000, 30_000, 600_000],
    lats: [-34_900_000, 1000, 0],
    lons: [-56_200_000, -1000, 0],
    speeds: [0, 425, 0],
    courses: [0, 45, 45],
    breaks: [2],
  });
  expect([...track.times]).toEqual([1_770_000_000_000, 1_770_000_030_000, 1_770_000_630_000]);
  expect([...track.lats]).toEqual([-34.9, -34.899, -34.899]);
  expect([...track.lons]).toEqual([-56.2, -56.201, -56.201]);
  expect([...track.speedsKph]).toEqual([0, 42.5, 0]);
  expect([...track.breaks]).toEqual([0, 0, 1]);
});

test('the last point at or before a moment', () => {
  expect([-1, 0, 9_999, 10_000, 20_000, 99_000].map((ms) => indexAt(DRIVE, ms))).toEqual([-1, 0, 0, 1, 2, 2]);
});

test('between two fixes the vehicle is where its time is, and heads along the leg', () => {
  const place = placeAt(DRIVE, 2500);
  expect(place?.lon).toBeCloseTo(0.000_25, 9);
  expect(place).toMatchObject({ lat: 0, speedKph: 10, courseDeg: 90, index: 0, silent: false });
  expect(placeAt(DRIVE, 15_000)).toMatchObject({ speedKph: 30, courseDeg: 0 });
});

test('before the first and after the last fix it is at that one; a leg of nothing has the course of the fix', () => {
  expect(placeAt(DRIVE, -5000)).toMatchObject({ lat: 0, lon: 0, courseDeg: 12 });
  expect(placeAt(DRIVE, 99_000)).toMatchObject({ lat: 0.001, lon: 0.001, index: 2 });
  expect(
    placeAt(
      trackOf([
        [0, 1, 1, 0],
        [10, 1, 1, 0],
      ]),
      5000,
    ),
  ).toMatchObject({ courseDeg: 12 });
  expect(placeAt(trackOf([]), 0)).toBeNull();
});

test('in a gap it is at its last reported position, and marked as silent', () => {
  const track = trackOf(
    [
      [0, 0, 0, 50],
      [1000, 1, 1, 50],
    ],
    [1],
  );
  expect(placeAt(track, 500_000)).toMatchObject({ lat: 0, lon: 0, speedKph: 0, silent: true });
  expect(placeAt(track, 1_000_000)).toMatchObject({ lat: 1, silent: false });
});

test('over the 180th meridian it goes the short way', () => {
  const track = trackOf([
    [0, 0, 179.999, 0],
    [10, 0, -179.999, 0],
  ]);
  expect(Math.abs(placeAt(track, 5000)?.lon ?? 0)).toBeCloseTo(180, 6);
  expect(boundsOf(track)?.map((degrees) => Math.round(degrees * 1000) / 1000)).toEqual([179.999, 0, 180.001, 0]);
});

test('a finer part replaces its span, and nothing else', () => {
  const whole = trackOf(
    [
      [0, 0, 0, 0],
      [10, 0, 1, 0],
      [500, 0, 2, 0],
      [510, 0, 3, 0],
      [520, 0, 4, 0],
    ],
    [2],
  );
  const part = trackOf([
    [500, 0, 2, 0],
    [505, 0, 2.5, 0],
    [510, 0, 3, 0],
  ]);
  const joined = splice(whole, part);
  expect([...joined.times].map((ms) => ms / 1000)).toEqual([0, 10, 500, 505, 510, 520]);
  expect([...joined.lons]).toEqual([0, 1, 2, 2.5, 3, 4]);
  // The gap before the part remains.
  expect([...joined.breaks]).toEqual([0, 0, 1, 0, 0, 0]);
  expect(splice(whole, trackOf([]))).toBe(whole);
});
