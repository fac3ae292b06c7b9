import { expect, test } from 'vitest';
import { NEAR_M, placeCheck } from './place-check.ts';

/** One degree of latitude is 111,195 m on the sphere of 6,371,008.8 m. */
const METRE = 1 / 111_195;
const STATION = { of: 'vendor', lat: 0, lon: 0 } as const;
const at = (clock: string) => Date.parse(`2026-02-01T${clock}:00Z`);
/** Fixes by time of day and metres north of the station. */
function checked(fixes: readonly (readonly [string, number])[], places: Parameters<typeof placeCheck>[0] = [STATION]) {
  const check = placeCheck(places);
  for (const [clock, metres] of fixes) check.add({ at: at(clock), lat: metres * METRE, lon: 0 });
  return check;
}

test('is near up to 500 m, with the time at which it was nearest', () => {
  const { distanceM: _distance, ...near } = checked([
    ['10:00', 3000],
    ['10:03', 499],
    ['10:06', 3000],
  ]).result();
  expect(NEAR_M).toBe(500);
  expect(near).toEqual({ state: 'near', of: 'vendor', at: '2026-02-01T10:03:00.000Z' });
});

test('is away beyond that, with the shortest distance', () => {
  expect(
    checked([
      ['10:00', 9000],
      ['10:04', 4000],
      ['10:08', 9000],
    ]).result(),
  ).toEqual({ state: 'away', of: 'vendor', distanceM: 4000, at: '2026-02-01T10:04:00.000Z' });
});

test('is unknown without data for the day', () => {
  expect(checked([]).result()).toEqual({ state: 'unknown', of: 'vendor', distanceM: null, at: null });
});

const withGap = (clock: string) =>
  checked([
    ['10:00', 40_000],
    [clock, 41_000],
  ]).result().state;

test('is unknown if a gap is long enough to drive there and back', () => {
  // 40 km there and 41 km back take 40.5 minutes at 120 km/h.
  expect(withGap('10:41')).toBe('unknown');
  expect(withGap('10:40')).toBe('away');
});

test('is away if the vehicle was silent at one location, which is a stop', () => {
  expect(
    checked([
      ['10:00', 40_000],
      ['18:00', 40_100],
    ]).result().state,
  ).toBe('away');
});

test('includes a stop that began the day before', () => {
  const check = checked([]);
  check.stand(at('00:00'), 100 * METRE, 0);
  expect(check.result()).toEqual({ state: 'near', of: 'vendor', distanceM: 100, at: '2026-02-01T00:00:00.000Z' });
});

test('is near if one of the locations is', () => {
  const places = [STATION, { of: 'photo', lat: 20_000 * METRE, lon: 0 } as const];
  expect(checked([['10:00', 20_000]], places).result()).toMatchObject({ state: 'near', of: 'photo', distanceM: 0 });
});
