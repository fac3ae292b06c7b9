import { describe, expect, it } from 'vitest';
import type { Fact } from './fact.ts';
import { isPrivateAt, type PrivateTime, type Seal, sealFact } from './private-time.ts';

const HOUR = 3_600_000;
/** Monday, 2 March 2026, 00:00 UTC. */
const MONDAY = Date.UTC(2026, 2, 2);
const at = (hour: number) => MONDAY + hour * HOUR;
const workdays = [1, 2, 3, 4, 5].map(() => [{ fromMin: 480, toMin: 1020 }]);
const NONE: PrivateTime = { marks: [], workingHours: null, zone: 'UTC', button: null };
const HOURS: PrivateTime = { ...NONE, workingHours: [...workdays, [], []] };

describe('private time', () => {
  it('is the time outside of the working hours', () => {
    const found = [7.99, 8, 16.99, 17, 5 * 24 + 12].map((hour) => isPrivateAt(HOURS, at(hour), {}));
    expect(found).toEqual([true, false, false, true, true]);
  });

  it('is the time while the button of the device says so', () => {
    const button = { ...NONE, button: { attribute: 'input2', value: true } };
    expect(isPrivateAt(button, at(9), { input2: true })).toBe(true);
    expect(isPrivateAt(button, at(9), { input2: false })).toBe(false);
    expect(isPrivateAt(button, at(9), {})).toBe(false);
  });

  it('is what a person marked, whatever hours and button say; the last mark counts', () => {
    const marks = [
      { from: at(8), to: at(12), isPrivate: true },
      { from: at(9), to: at(10), isPrivate: false },
      { from: at(18), to: null, isPrivate: false },
    ];
    const found = [8.5, 9.5, 10, 12, 20].map((hour) => isPrivateAt({ ...HOURS, marks }, at(hour), {}));
    expect(found).toEqual([true, false, true, false, false]);
  });

  it('is what the last of thousands of marks says, and is looked up without a walk over all of them', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const marks = Array.from({ length: 20_000 }, (_, index) => {
      const from = at(0) + random(1_000_000) * 1000;
      const to = index % 5000 === 0 ? null : from + (1 + random(100)) * 60_000;
      return { from, to, isPrivate: random(2) === 0 };
    });
    const times = Array.from({ length: 200 }, (_, index) => at(-1) + index * 6_000_000).concat(
      marks.slice(0, 100).flatMap(({ from, to }) => [from - 1, from, to ?? from]),
    );
    const expected = times.map(
      (time) => marks.findLast(({ from, to }) => time >= from && (to === null || time < to))?.isPrivate ?? false,
    );
    expect(times.map((time) => isPrivateAt({ ...NONE, marks }, time, {}))).toEqual(expected);
    const began = performance.now();
    for (let look = 0; look < 10_000; look += 1) isPrivateAt({ ...NONE, marks }, at(-1), {});
    // A walk over all marks of a moment before them takes some 100 µs, that is a second for all.
    expect(performance.now() - began).toBeLessThan(200);
  });
});

const PUBLIC = { lat: 10, lon: 20 };
const SECRET = { lat: 66.6, lon: 77.7 };
/** Private from 17:00 on. */
const seal: Seal = {
  spanAt: (time) => (time >= at(17) ? { from: at(17), to: null } : null),
  placeBefore: () => PUBLIC,
  firstWithin: (from, to) => (from < at(17) && to > at(17) ? at(17) : null),
};
const base = { key: 'k', confirmedAt: at(18) };
const span = { ...base, start: at(18), end: at(19), durationS: 3600 };
const way = {
  startPlace: SECRET,
  endPlace: SECRET,
  distanceM: 31_000,
  maxKph: 60,
  unseenS: 0,
  engineSource: 'wire',
} as const;
const sensor = { sensorId: 1 } as const;

/** One of each kind, in private time, with all its coordinates there. */
const FACTS: { [Kind in Fact['kind']]: Extract<Fact, { kind: Kind }> } = {
  trip: {
    ...span,
    ...way,
    kind: 'trip',
    startReason: 'ignition',
    endReason: 'ignition',
    idleS: 60,
    averageKph: 31,
    overspeeds: 1,
    holes: 0,
    bridgedM: 0,
    unseenM: 0,
    odometerM: null,
    legs: {},
    notes: [],
  },
  stop: {
    ...span,
    kind: 'stop',
    place: SECRET,
    startReason: 'ignition',
    idleS: 0,
    engineSource: 'wire',
    unseenS: 0,
    unseen: null,
  },
  idle: { ...span, kind: 'idle', place: SECRET, engineSource: 'wire' },
  tow: { ...span, ...way, kind: 'tow' },
  overspeed: { ...span, kind: 'overspeed', place: SECRET, limitKph: 50, maxKph: 60, distanceM: 100, fenceId: 7777 },
  visit: { ...span, kind: 'visit', fenceId: 7777, distanceM: 10, entryKph: 5, exitKph: 5 },
  stay: {
    ...span,
    kind: 'stay',
    placeId: 7777,
    seenAt: at(19),
    startM: 0,
    endM: 10,
    halts: [{ ...SECRET, from: at(18), to: at(19) }],
  },
  tag: { ...span, kind: 'tag', tag: 'AB', lastAt: at(19) },
  switch: { ...span, kind: 'switch', name: 'door', sensorId: null, place: SECRET, lastAt: at(19) },
  readings: {
    ...span,
    ...sensor,
    kind: 'readings',
    low: 1,
    high: 2,
    valueS: 3600,
    offsets: [0, 1000],
    values: [1, 2],
    lats: [66_600_000, 66_600_000],
    lons: [77_700_000, 77_700_000],
    moving: null,
  },
  fuel: {
    ...span,
    ...sensor,
    kind: 'fuel',
    change: 'fill',
    litres: 30,
    beforeL: 10,
    afterL: 40,
    sure: true,
    place: SECRET,
  },
  alarm: {
    ...base,
    kind: 'alarm',
    ruleId: 1,
    start: at(18),
    lastAt: at(18),
    clearedAt: null,
    count: 1,
    place: SECRET,
    value: 60,
    about: 'hardBraking',
  },
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its sums contain no places
  day: { ...base, kind: 'day', day: '2026-03-02', start: at(0), end: at(24), distanceM: 31_000 } as unknown as Extract<
    Fact,
    { kind: 'day' }
  >,
};
const SECRETS = /66\.?6|77\.?7/;

describe('a sealed fact', () => {
  it.each(Object.entries(FACTS))('%s says no place of private time', (_kind, fact) => {
    expect(JSON.stringify(sealFact(fact, seal))).not.toMatch(SECRETS);
  });

  it.each(Object.entries(FACTS))('%s is unchanged in public time', (_kind, fact) => {
    expect(sealFact(fact, { ...seal, spanAt: () => null })).toEqual(fact);
  });

  it('keeps distance, durations and counts', () => {
    const { startPlace: _1, endPlace: _2, ...counts } = FACTS.trip;
    const marks = { startPrivate: true, endPrivate: true };
    expect(sealFact(FACTS.trip, seal)).toEqual({ ...counts, ...marks, startPlace: PUBLIC, endPlace: PUBLIC });
    expect(sealFact(FACTS.readings, seal)).toMatchObject({ values: [1, 2], lats: [null, null], lons: [null, null] });
  });

  it('says of each place that is another one, and of none that is its own', () => {
    for (const kind of ['stop', 'idle', 'overspeed'] as const) {
      expect(sealFact(FACTS[kind], seal)).toMatchObject({ place: PUBLIC, isPrivate: true });
    }
    expect(sealFact({ ...FACTS.tow, start: at(16) }, seal)).not.toHaveProperty('startPrivate');
    expect(sealFact({ ...FACTS.tow, start: at(16) }, seal)).toMatchObject({ endPrivate: true });
    expect(sealFact(FACTS.fuel, seal)).toMatchObject({ place: null });
    expect(sealFact(FACTS.switch, seal)).toMatchObject({ place: null });
  });

  it('keeps the public end of a trip, and ends a visit with the public time', () => {
    const trip = { ...FACTS.trip, start: at(16), startPlace: { lat: 1, lon: 2 } };
    expect(sealFact(trip, seal)).toMatchObject({ startPlace: { lat: 1, lon: 2 }, endPlace: PUBLIC });
    const visit = { ...FACTS.visit, start: at(16), end: at(18), durationS: 7200 };
    expect(sealFact(visit, seal)).toMatchObject({ fenceId: 7777, end: at(17), durationS: 3600 });
  });

  it('shows where a person calls for help, and raises no alarm about a geofence', () => {
    expect(sealFact({ ...FACTS.alarm, about: 'sos' }, seal)).toMatchObject({ place: SECRET });
    expect(sealFact({ ...FACTS.alarm, about: 7777 }, seal)).toBeNull();
  });
});
