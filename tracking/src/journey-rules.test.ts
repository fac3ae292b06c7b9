import { describe, expect, it } from 'vitest';
import type { AlarmCondition } from './alarm-rule.ts';
import type { Fence } from './fence.ts';
import type { AnyReport } from './report.ts';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from './testing/journey.fixture.ts';

/** The road of a route, straight east for 5 km, 100 m to each side. */
const road: Fence = {
  id: 5,
  shape: { kind: 'corridor', line: [at(0, 0, 0).position, at(0, 5000, 0).position], halfWidthM: 100 },
  speedLimitKph: null,
  schedule: null,
};
function written(reports: AnyReport[], condition: AlarmCondition, excluded: number[] = []) {
  const rules = [{ id: 1, condition, coolDownS: 0, schedule: null }];
  const context = contextOf({ rules, fences: [road] });
  return ofKind(factsOf(reports, { ...context, excludedFences: new Set(excluded) }), 'alarm').map(
    ({ start, clearedAt }) => [(start - T0) / 1000, clearedAt === null ? null : (clearedAt - T0) / 1000],
  );
}
/** Drives east at 10 m/s with a fix every 10 s, at the given metres to the north between two seconds. */
const drive = (until: number, northM = 0, from = Infinity, to = Infinity) =>
  Array.from({ length: until / 10 + 1 }, (_, n) =>
    at(n * 10, n * 100, n === 0 ? 0 : 36, { northM: n * 10 >= from && n * 10 < to ? northM : 0 }),
  );

const tag = (second: number) => statusAt(second, { driverTag: '0A7F' });

describe('leaving the route', () => {
  const off: AlarmCondition = { kind: 'routeDeviation', fenceIds: [5], afterS: 60 };

  it('is driving outside for the given time, until it returns', () => {
    expect(written(drive(300, 150, 100, 160), off)).toEqual([]);
    // The vehicle is off the road from 100 s on and back at 160 s; the limit is reached in that same second.
    expect(written(drive(300, 150, 100, 170), off)).toEqual([[160, 170]]);
    expect(written(drive(300, 150, 100), off)).toEqual([[160, null]]);
  });

  it('requires a path that is outside: the edge belongs to the route', () => {
    expect(written(drive(300, 99, 100), off)).toEqual([]);
    expect(written(drive(300, 101, 100), off)).toEqual([[160, null]]);
  });

  it('does not concern a vehicle that stands outside, or a route that does not apply to it', () => {
    const parked = [0, 100, 1000].map((second) => at(second, 0, 0, { northM: 500 }));
    expect(written(parked, off)).toEqual([]);
    expect(written(drive(300, 150, 100), off, [5])).toEqual([]);
    expect(written(drive(300, 150, 100), { ...off, fenceIds: [6] })).toEqual([]);
    // The vehicle must be outside all of them: it is on the road.
    expect(written(drive(300), { ...off, fenceIds: [5, 6] })).toEqual([]);
  });

  it('counts from the beginning of the trip if it began outside, and ends with the trip', () => {
    const reports = drive(150, 300, 0);
    const stands = [160, 200, 340, 345].map((second) => at(second, 1500, 0, { northM: 300 }));
    expect(written([...reports, ...stands], off)).toEqual([[60, 160]]);
  });
});

describe('driving without a tag', () => {
  const untagged: AlarmCondition = { kind: 'driverWithoutTag', afterS: 120 };

  it('is a trip of the given time without a tag, until one is presented or the trip ends', () => {
    expect(written(drive(110), untagged)).toEqual([]);
    expect(written(drive(120), untagged)).toEqual([[120, null]]);
    expect(written([...drive(200), tag(205)], untagged)).toEqual([[120, 205]]);
    const stands = [200, 300, 379, 380, 400].map((second) => at(second, 1900, 0));
    expect(written([...drive(190), ...stands], untagged)).toEqual([[120, 200]]);
  });

  it('accepts a tag presented since the trip began, or while the engine warmed up for it', () => {
    expect(written([...drive(200), tag(119)], untagged)).toEqual([]);
    expect(written([...drive(200), tag(0)], untagged)).toEqual([]);
    expect(written([at(-60, 0, 0), tag(-1), ...drive(200)], untagged)).toEqual([[120, null]]);
    const warm = [at(-60, 0, 0, { ignition: true }), tag(-30), ...drive(200)];
    expect(written(warm, untagged)).toEqual([]);
    const before = [at(-90, 0, 0, { ignition: false }), tag(-75), ...warm.slice(0, 1), ...drive(200)];
    expect(written(before, untagged)).toEqual([[120, null]]);
  });
});
