import { describe, expect, it } from 'vitest';
import type { Attributes } from '@milepost/protocols/types';
import type { Report } from './report.ts';
import { at, factsOf, normal, ofKind, seeded, T0 } from './testing/journey.fixture.ts';

const on = { ignition: true };
const off = { ignition: false };

interface Day {
  everyS: number;
  /** The greatest delay of a report. */
  lateS: number;
  /** The wire's state while the engine runs. */
  wire: (random: () => number) => Attributes;
}

/**
 * Ten drives of 40 minutes straight on at 45 km/h, with a report when the engine is switched and every 300 s in
 * between; an hour parked after each. The engine runs for 400 minutes and drives 300 km.
 */
function reportsOf({ everyS, lateS, wire }: Day): Report[] {
  const random = seeded(5);
  const reports: Report[] = [];
  for (let n = 0; n < 10; n += 1) {
    const [begin, fromM] = [n * 6000, n * 30_000];
    const seen = (second: number, kph: number, written: Attributes) => {
      const [east, northM] = normal(random, 3);
      reports.push(at(begin + second, fromM + Math.min(second, 2400) * 12.5 + east, kph, { northM, ...written }));
    };
    seen(0, 0, on);
    for (let second = everyS; second < 2400; second += everyS + Math.floor(lateS * random()))
      seen(second, 45, wire(random));
    seen(2400, 0, off);
    for (let second = 2700; second < 6000; second += 600) seen(second, 0, off);
  }
  return reports;
}
const outcome = (day: Day) => {
  const facts = factsOf(reportsOf(day));
  const days = ofKind(facts, 'day');
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((total, one) => total + of(one), 0);
  return {
    trips: ofKind(facts, 'trip').length,
    tows: ofKind(facts, 'tow').length,
    km: sum(({ distanceM }) => distanceM) / 1000,
    engineMin: sum(({ engineS }) => engineS) / 60,
    unseenMin: ofKind(facts, 'trip').reduce((total, { unseenS: unknownS }) => total + unknownS, 0) / 60,
  };
};
const right = () => on;

describe('a device that reports every five minutes', () => {
  it.each([0, 10, 25])('and up to %i s late has no gaps', (lateS) => {
    const { trips, km, engineMin, unseenMin } = outcome({ everyS: 300, lateS, wire: right });
    expect(trips).toBe(10);
    // On the first leg the reporting interval is not yet known.
    expect(unseenMin).toBeLessThan(6);
    expect(km).toBeCloseTo(300, -1);
    expect(Math.abs(engineMin - 400)).toBeLessThan(2);
  });

  it('without a wire drives for as long as it was reported driving', () => {
    const { trips, engineMin } = outcome({ everyS: 300, lateS: 10, wire: () => ({}) });
    expect(trips).toBe(10);
    // On each drive at most the first leg and the last are unknown.
    expect(engineMin).toBeGreaterThan(400 - 10 * 10);
    expect(engineMin).toBeLessThanOrEqual(402);
  });

  it('was silent after six minutes without a report', () => {
    const { unseenMin } = outcome({ everyS: 360, lateS: 0, wire: right });
    expect(unseenMin).toBeGreaterThan(300);
  });
});

const flaps = (share: number) => (random: () => number) => ({ ignition: random() >= share });

describe('a wire that flaps', () => {
  it.each([
    [30, 0.1],
    [60, 0.1],
    [300, 0.1],
    [300, 0.3],
    [300, 0.6],
    [300, 0.9],
  ])(
    'with a report every %i s, off for %f of the time, makes no tows, and engine hours match the driving',
    (everyS, share) => {
      const { trips, tows, km, engineMin } = outcome({ everyS, lateS: 10, wire: flaps(share) });
      expect({ trips, tows }).toEqual({ trips: 10, tows: 0 });
      expect(km).toBeCloseTo(300, -1);
      expect(engineMin).toBeGreaterThan(400 - 10 * 10);
      expect(engineMin).toBeLessThanOrEqual(402);
    },
  );
});

describe('a vehicle that drives away and is back with the next report, five minutes apart,', () => {
  const parked = [0, 300, 600].map((second) => at(second, 0, 0, off));
  const after = [1200, 1500, 1800].map((second) => at(second, 0, 0, off));

  it('drove, if the engine was switched on and it was reported driving', () => {
    const facts = factsOf([...parked, at(900, 2000, 40, on), ...after]);
    const [trip, ...others] = ofKind(facts, 'trip');
    expect(others).toEqual([]);
    expect(trip?.start).toBe(T0 + 600_000);
    // The distance is at least there and back, and at most what 40 km/h for ten minutes allow.
    expect(trip?.distanceM).toBeGreaterThanOrEqual(3999);
    expect(trip?.distanceM).toBeLessThan(6700);
  });

  it.each([
    ['with the engine off', at(900, 2000, 40, off)],
    ['without moving there', at(900, 2000, 0, on)],
  ])('did not drive %s: the receiver had an error', (_, strange) => {
    expect(ofKind(factsOf([...parked, strange, ...after]), 'trip')).toEqual([]);
  });

  it('did not drive with a report every ten seconds', () => {
    const near = [0, 10, 20].map((second) => at(second, 0, 0, off));
    const back = [40, 50, 60, 400].map((second) => at(second, 0, 0, off));
    expect(ofKind(factsOf([...near, at(30, 600, 40, on), ...back]), 'trip')).toEqual([]);
  });
});

/** Ten minutes at 36 km/h. */
const drive = (from: number, fromM: number) =>
  Array.from({ length: 21 }, (_, n) => at(from + n * 30, fromM + n * 300, n === 0 ? 0 : 36, on));

it('a vehicle that is switched off while the last report still has a speed, and then sleeps, stood with the engine off', () => {
  // At its halt the device reports ignition off and 12 km/h, then nothing for ten minutes until it is switched on.
  const facts = factsOf([
    at(-600, 0, 0, off),
    ...drive(0, 0),
    at(620, 6150, 12, off),
    ...drive(1220, 6150),
    at(1830, 12_150, 0, off),
    at(2100, 12_150, 0, off),
  ]);
  expect(ofKind(facts, 'trip')).toHaveLength(2);
  const [day] = ofKind(facts, 'day');
  expect(day?.idleS).toBe(0);
  // The engine ran for twice ten minutes, and for 20 and 10 s to the halts.
  expect(day?.engineS).toBe(1230);
});
