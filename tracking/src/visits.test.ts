import { describe, expect, it } from 'vitest';
import type { Report } from './advance.ts';
import type { Fence } from './fence.ts';
import { at, contextOf, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';

/** 1,000 m to 2,000 m east of where journeys begin. */
const yard = (more: Partial<Fence> = {}): Fence => ({
  id: 7,
  shape: { kind: 'corridor', line: [at(0, 1100, 0).position, at(0, 1900, 0).position], halfWidthM: 100 },
  speedLimitKph: null,
  schedule: null,
  ...more,
});
const context = contextOf({ fences: [yard()] });
const visits = (reports: Report[], settings = {}) =>
  ofKind(factsOf(reports, contextOf({ fences: [yard()], settings })), 'visit');
/** Drives east at 10 m/s with a fix every 10 s, between the given metres. */
const drive = (from: number, to: number) =>
  Array.from({ length: (to - from) / 100 + 1 }, (_, index) => at((from + index * 100) / 10, from + index * 100, 36));

const insideUntil = (second: number) => [at(0, 900, 36), at(10, 1100, 36), at(second, 1120, 36)];

const over = (kphs: number[], settings = {}, fence: Partial<Fence> = {}) =>
  ofKind(
    factsOf(
      kphs.map((kph, index) => at(index * 10, index * 100, kph)),
      contextOf({ settings: { speedLimitKph: 80, ...settings }, fences: [yard(fence)] }),
    ),
    'overspeed',
  );

describe('a visit', () => {
  it('lasts from the first fix inside to the first outside, with its distance and speeds', () => {
    const [visit, ...others] = visits(
      drive(0, 3000).map((report, index) => (index === 10 ? at(100, 1000, 30) : report)),
    );
    expect(others).toEqual([]);
    expect(visit).toMatchObject({ fenceId: 7, start: T0 + 100_000, end: T0 + 210_000, durationS: 110 });
    // The vehicle drives 10 m/s for all of the visit's 110 s.
    expect(visit).toMatchObject({ distanceM: 1100, entryKph: 30, exitKph: 36 });
  });

  it('takes two fixes to begin and two to end', () => {
    const inside = [at(0, 0, 0), at(10, 900, 60), at(20, 1100, 36)];
    expect(visits([...inside, at(30, 2100, 60), at(40, 2200, 36)])).toEqual([]);
    expect(visits([...inside, at(30, 1200, 36)])).toMatchObject([{ start: T0 + 20_000, end: null }]);
    const left = [...inside, at(30, 1300, 36), at(40, 2100, 60)];
    expect(visits(left)).toMatchObject([{ end: null }]);
    expect(visits([...left, at(50, 1500, 60)])).toMatchObject([{ start: T0 + 20_000, end: null }]);
    expect(visits([...left, at(50, 2200, 36)])).toMatchObject([{ end: T0 + 40_000 }]);
  });

  it('or twenty seconds, whichever comes first', () => {
    expect(visits(insideUntil(29), { visitFixes: 9 })).toEqual([]);
    expect(visits(insideUntil(30), { visitFixes: 9 })).toMatchObject([{ start: T0 + 10_000 }]);
  });

  it('is neither begun nor split by one bad fix', () => {
    const bad = drive(2200, 2600).toSpliced(2, 1, at(240, 1500, 36));
    expect(visits([at(0, 2200, 0), ...bad])).toEqual([]);
    const parked = [0, 30, 60, 90, 120, 150].map((second) => at(second, 1500, 0));
    expect(visits(parked.toSpliced(3, 1, at(90, 9000, 0)))).toMatchObject([{ start: T0, end: null }]);
  });
});

describe('overspeed', () => {
  it('is above the limit, not at it, up to the first fix that is not', () => {
    expect(over([50, 80, 80.1, 95, 80, 50])).toMatchObject([
      { start: T0 + 20_000, end: T0 + 40_000, durationS: 20, maxKph: 95, limitKph: 80, fenceId: null },
    ]);
    expect(over([50, 79.9, 80])).toEqual([]);
    expect(over([50, 200, 50], { speedLimitKph: null, schedule: null })).toEqual([]);
  });

  it('uses the limit of the geofence from the first fix of the visit on', () => {
    const kphs = Array.from({ length: 25 }, () => 60);
    // The vehicle is inside from 1,000 m to 2,000 m, at the fixes from 100 s to 200 s.
    expect(over(kphs, {}, { speedLimitKph: 50 })).toMatchObject([
      { start: T0 + 100_000, end: T0 + 210_000, durationS: 110, limitKph: 50, fenceId: 7 },
    ]);
    const [first] = over(kphs, {}, { speedLimitKph: 50 });
    expect(first?.place.lon).toBeCloseTo(at(100, 1000, 0).position.lon, 6);
    // The vehicle brakes right behind the border and is too fast for ten seconds.
    const brakes = kphs.map((_, index) => (index <= 10 ? 60 : 40));
    expect(over(brakes, {}, { speedLimitKph: 50 })).toMatchObject([
      { start: T0 + 100_000, end: T0 + 110_000, durationS: 10, maxKph: 60 },
    ]);
    // One fix inside is not a visit.
    expect(over(kphs.slice(0, 11), {}, { speedLimitKph: 50 })).toEqual([]);
  });

  it("by the organisation's limit ends where a geofence's begins", () => {
    const kphs = Array.from({ length: 25 }, () => 90);
    expect(over(kphs, {}, { speedLimitKph: 50 })).toMatchObject([
      { start: T0, end: T0 + 100_000, limitKph: 80, fenceId: null },
      { start: T0 + 100_000, end: T0 + 210_000, limitKph: 50, fenceId: 7 },
      { start: T0 + 210_000, limitKph: 80, fenceId: null },
    ]);
  });

  it('that begins with the first fix of a visit is one episode, of the geofence, and counts once', () => {
    // The vehicle is inside from 1,000 m on, where it also begins to exceed both limits.
    const kphs = Array.from({ length: 25 }, (_, index) => (index >= 10 && index < 15 ? 90 : 40));
    const reports = kphs.map((kph, index) => at(index * 10, index * 100, kph));
    const fences = [yard({ speedLimitKph: 50 })];
    const facts = factsOf(reports, contextOf({ settings: { speedLimitKph: 80 }, fences }));
    expect(ofKind(facts, 'overspeed')).toMatchObject([{ start: T0 + 100_000, end: T0 + 150_000, fenceId: 7 }]);
    expect(ofKind(facts, 'day')).toMatchObject([{ overspeeds: 1 }]);
  });

  it('on entering too fast counts once, however many fixes have the second in which the visit was confirmed', () => {
    // A second fix for that second has a different hash, since its speed differs.
    const reports = [at(0, 0, 40), at(100, 1000, 90), at(110, 1100, 40), at(110, 1100, 41), at(120, 1200, 40)];
    const facts = factsOf(reports, contextOf({ fences: [yard({ speedLimitKph: 50 })] }));
    expect(ofKind(facts, 'overspeed')).toMatchObject([{ start: T0 + 100_000, end: T0 + 110_000, fenceId: 7 }]);
    expect(ofKind(facts, 'day')).toMatchObject([{ overspeeds: 1 }]);
  });

  it('is counted in its trip and its day', () => {
    const reports = [
      at(0, 0, 0),
      at(300, 0, 0),
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => at(300 + n * 10, n * 200, n % 2 ? 90 : 70)),
    ];
    const facts = factsOf(reports, contextOf({ settings: { speedLimitKph: 80 } }));
    expect(ofKind(facts, 'trip')).toMatchObject([{ overspeeds: 4, maxKph: 90 }]);
    expect(ofKind(facts, 'day')).toMatchObject([{ overspeeds: 4, maxKph: 90 }]);
  });
});

it('looks up only the geofences at the coordinates: without any, nothing changes', () => {
  expect(ofKind(factsOf(drive(0, 900), context), 'visit')).toEqual([]);
});
