import { describe, expect, it } from 'vitest';
import type { Report } from './report.ts';
import { at, contextOf, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';

const on = { ignition: true };
const off = { ignition: false };

/** Ten minutes at 36 km/h with ignition on, from 0 to 6,000 m; then four minutes parked with it off. */
const drive: Report[] = [
  at(0, 0, 0, off),
  at(60, 0, 0, on),
  ...Array.from({ length: 60 }, (_, index) => at(70 + index * 10, (index + 1) * 100, 36, on)),
  at(680, 6000, 0, off),
  at(800, 6000, 0, off),
  at(920, 6000, 0, off),
];
/** Carried on with ignition off: 3,600 m at up to 28 km/h, then standing. */
const carried: Report[] = [
  ...Array.from({ length: 18 }, (_, index) =>
    at(1000 + index * 30, 6000 + (index + 1) * 200, index === 9 ? 28 : 24, off),
  ),
  at(1540, 9600, 0, off),
  at(1800, 9600, 0, off),
];

it('records movement with the engine off separately from trips, with its distance', () => {
  const facts = factsOf([...drive, ...carried]);
  expect(ofKind(facts, 'trip')).toMatchObject([{ distanceM: 6000 }]);
  const [tow, ...others] = ofKind(facts, 'tow');
  expect(others).toEqual([]);
  expect(tow).toMatchObject({ start: T0 + 920_000, distanceM: 3600, maxKph: 28, engineSource: 'wire', unseenS: 0 });
  expect(tow?.end).toBe(T0 + 1_540_000);
  expect(ofKind(facts, 'day')).toMatchObject([{ distanceM: 6000, trips: 1, tows: 1, towM: 3600, towS: 620 }]);
});

it('raises an alarm as soon as it is certain, as of its beginning, and clears it when it is over', () => {
  const rule = { id: 1, condition: { kind: 'tow' as const }, coolDownS: 0, schedule: null };
  const facts = factsOf([...drive, ...carried], contextOf({ rules: [rule] }));
  expect(ofKind(facts, 'alarm')).toMatchObject([{ ruleId: 1, start: T0 + 920_000, clearedAt: T0 + 1_800_000 }]);
});

it('is not a trip for rules about the beginning and end of trips', () => {
  const rules = (['tripStart', 'tripEnd'] as const).map((kind, index) => ({
    id: index + 1,
    condition: { kind },
    coolDownS: 0,
    schedule: null,
  }));
  // From the last fix at which it stood to the first at which it stands at the end.
  expect(ofKind(factsOf([...drive, ...carried], contextOf({ rules })), 'alarm')).toMatchObject([
    { ruleId: 1, start: T0 + 60_000, clearedAt: T0 + 680_000, count: 1 },
    { ruleId: 2, start: T0 + 680_000, clearedAt: null, count: 1 },
  ]);
});

it('ends when the engine starts: the rest is a trip', () => {
  const drivesOff = Array.from({ length: 30 }, (_, index) => at(1550 + index * 10, 9600 + index * 100, 36, on));
  const facts = factsOf([...drive, ...carried.slice(0, -1), ...drivesOff]);
  expect(ofKind(facts, 'tow')).toMatchObject([{ distanceM: 3600 }]);
  expect(ofKind(facts, 'trip')).toHaveLength(2);
});

it('is a trip if the wire was never on: it may not be connected', () => {
  const reports = Array.from({ length: 20 }, (_, index) => at(index * 30, index * 300, 36, off));
  const facts = factsOf(reports);
  expect(ofKind(facts, 'tow')).toEqual([]);
  expect(ofKind(facts, 'trip')).toMatchObject([{ distanceM: 5700 }]);
});

const restOff = (from: number, eastM: number) =>
  Array.from({ length: 8 }, (_, index) => at(from + index * 300, eastM, 0, off));
/** 6,000 m in ten minutes after 40 minutes of rest, all with ignition off. */
const way = (n: number) => {
  const [from, eastM] = [1000 + n * 3000, 6000 + n * 6000];
  return [
    ...restOff(from, eastM),
    ...Array.from({ length: 60 }, (_, index) => at(from + 2400 + index * 10, eastM + (index + 1) * 100, 36, off)),
  ];
};
const ways = (count: number) => [
  ...drive,
  ...Array.from({ length: count }, (_, n) => way(n)).flat(),
  ...restOff(1000 + count * 3000, 6000 + count * 6000),
];

describe('after a correct wire was cut', () => {
  it('there and back are two tows', () => {
    const facts = factsOf(ways(2));
    expect(ofKind(facts, 'tow')).toMatchObject([{ distanceM: 6000 }, { distanceM: 6000 }]);
    expect(ofKind(facts, 'trip')).toHaveLength(1);
  });

  it('the third drive since it was on shows that all of them are trips', () => {
    const facts = factsOf(ways(5));
    expect(ofKind(facts, 'tow')).toEqual([]);
    const metres = ofKind(facts, 'trip').map(({ distanceM }) => Math.round(distanceM));
    expect(metres).toEqual(Array.from({ length: 6 }, () => 6000));
  });

  it('a wire that was on in between restarts the count', () => {
    const third = Array.from({ length: 60 }, (_, index) => at(9410 + index * 10, 18_000 + (index + 1) * 100, 36, off));
    const between = [at(9300, 18_000, 0, on), at(9360, 18_000, 0, off), at(9400, 18_000, 0, off)];
    const facts = factsOf([...ways(2), ...between, ...third, at(10_100, 24_000, 0, off), at(10_400, 24_000, 0, off)]);
    expect(ofKind(facts, 'tow')).toHaveLength(3);
    expect(ofKind(facts, 'trip')).toHaveLength(1);
  });
});

/**
 * 12 km at 36 km/h in twenty minutes, with the wire off from the eighth minute on; a light of half a minute afterwards.
 */
const drivesOn = (everyS: number) => {
  const reports = [at(0, 0, 0, off), at(60, 0, 0, on)];
  for (let second = 60 + everyS; second <= 1260; second += everyS) {
    const moved = second < 720 ? second - 60 : Math.max(660, second - 90);
    const waits = second >= 720 && second <= 750;
    reports.push(at(second, moved * 10, waits ? 0 : 36, second < 540 ? on : off));
  }
  return [...reports, at(1300, 11_700, 0, off), at(1600, 11_700, 0, off)];
};

describe('a wire that goes off while driving', () => {
  it.each([10, 30, 60])(
    'was cut: with a report every %i s all of it is one trip, and so is the next drive',
    (everyS) => {
      const later = Array.from({ length: 60 }, (_, index) =>
        at(4000 + index * 10, 11_700 + (index + 1) * 100, 36, off),
      );
      const facts = factsOf([...drivesOn(everyS), at(3990, 11_700, 0, off), ...later, at(4700, 17_700, 0, off)]);
      expect(ofKind(facts, 'tow')).toEqual([]);
      const trips = ofKind(facts, 'trip');
      expect(trips).toHaveLength(2);
      expect(Math.abs((trips[0]?.distanceM ?? 0) - 11_700)).toBeLessThan(400);
    },
  );

  it.each([30, 90])('for one report is a loose contact, with a report every %i s', (everyS) => {
    const reports = Array.from({ length: 40 }, (_, index) =>
      at(index * everyS, index * everyS * 10, index === 0 || index === 39 ? 0 : 36, index % 9 === 5 ? off : on),
    );
    const facts = factsOf([...reports, at(39 * everyS + 300, 39 * everyS * 10, 0, off)]);
    expect(ofKind(facts, 'tow')).toEqual([]);
    // The wire is believed throughout.
    expect(ofKind(facts, 'day')).toMatchObject([{ engineBy: { wire: expect.any(Number) } }]);
    expect(ofKind(facts, 'day')[0]?.engineBy.movement).toBeUndefined();
  });

  it('and then stands for five minutes before it moves on: it was loaded', () => {
    const until = drivesOn(10).filter(({ position }) => position.fixTime.getTime() <= T0 + 560_000);
    const stands = Array.from({ length: 32 }, (_, index) => at(570 + index * 10, 5050, 0, off));
    const moves = Array.from({ length: 60 }, (_, index) => at(900 + index * 10, 5050 + (index + 1) * 100, 36, off));
    const facts = factsOf([...until, ...stands, ...moves, at(1510, 11_050, 0, off), at(1900, 11_050, 0, off)]);
    expect(ofKind(facts, 'tow')).toMatchObject([{ distanceM: 6000 }]);
    expect(ofKind(facts, 'trip')).toHaveLength(1);
  });
});

const volts = (reports: readonly Report[], powerV: number) =>
  reports.map((report) => ({
    ...report,
    position: { ...report.position, attributes: { ...report.position.attributes, powerV } },
  }));

it('follows the voltage if the alternator ran all day', () => {
  const facts = factsOf([...volts(drive, 14.1), ...volts(carried, 14.1)]);
  expect(ofKind(facts, 'tow')).toEqual([]);
  expect(ofKind(facts, 'trip')).toHaveLength(2);
});

describe('is not recorded', () => {
  it('under half a kilometre: a push to the next bay, or noise', () => {
    const pushed = [at(1000, 6200, 8, off), at(1060, 6400, 8, off), at(1120, 6450, 0, off), at(1400, 6450, 0, off)];
    const facts = factsOf([...drive, ...pushed]);
    expect(ofKind(facts, 'tow')).toEqual([]);
    expect(ofKind(facts, 'day')).toMatchObject([{ towM: 0, legs: { ignitionOff: { distanceM: 450 } } }]);
  });

  it('if a loose contact is off for less than a minute while driving', () => {
    const loose = drive.map((report, index) =>
      index > 20 && index < 25
        ? { ...report, position: { ...report.position, attributes: { ignition: false } } }
        : report,
    );
    const facts = factsOf(loose);
    expect(ofKind(facts, 'tow')).toEqual([]);
    expect(ofKind(facts, 'trip')).toMatchObject([{ distanceM: 6000 }]);
  });
});
