import { describe, expect, it } from 'vitest';
import { deviceFaults } from './device-faults.ts';
import type { Report } from './report.ts';
import { at, contextOf, factsOf, normal, ofKind, seeded, T0 } from './testing/journey.fixture.ts';

/** Standing, then east at 10 m/s with a fix every 10 s for the given metres, with the given reported speed. */
const outing = (metres: number, kph = 36): Report[] => [
  at(-600, 0, 0),
  at(-300, 0, 0),
  ...Array.from({ length: metres / 100 }, (_, index) => at(index * 10, index * 100, kph)),
];

describe('a speed without displacement', () => {
  it('is ignored: 600 identical coordinates at 38 km/h make no trip', () => {
    const held = Array.from({ length: 600 }, (_, minute) => at(minute * 60, 0, 38));
    const facts = factsOf(held);
    expect(ofKind(facts, 'trip')).toEqual([]);
    expect(ofKind(facts, 'stop')).toMatchObject([{ start: T0, durationS: 599 * 60 }]);
    const { health } = ofKind(facts, 'day')[0] ?? {};
    expect(health && deviceFaults(health)).toMatchObject([{ kind: 'staleSpeed', seconds: 599 * 60 }]);
  });

  for (const seconds of [1, 10, 30, 60]) {
    it(`ends a trip where it halted, whatever speed is repeated since: a fix every ${seconds} s`, () => {
      const random = seeded(3);
      const parked = Array.from({ length: 7200 / seconds }, (_, index) => {
        const [east, north] = normal(random, 3);
        return at(300 + index * seconds, 3000 + east, 38, { northM: north });
      });
      const [trip, ...others] = ofKind(factsOf([...outing(3000), ...parked]), 'trip');
      expect(others).toEqual([]);
      // The trip ends within one fix of the true end, and at 1 Hz within the seconds that a claim of 50 m takes.
      expect(Math.abs((trip?.end ?? 0) - (T0 + 300_000))).toBeLessThanOrEqual(Math.max(10, seconds) * 1000);
      expect(Math.abs((trip?.distanceM ?? 0) - 3000)).toBeLessThan(30);
    });
  }

  it('adds no trips to a week of a parked device that repeats its last one', () => {
    const random = seeded(5);
    const parked = Array.from({ length: 7 * 2880 }, (_, index) => {
      const [east, north] = normal(random, 15);
      return at(300 + index * 30, 3000 + east, 38, { northM: north });
    });
    expect(ofKind(factsOf([...outing(3000), ...parked]), 'trip')).toHaveLength(1);
  });

  it('is believed once it leaves', () => {
    const parked = Array.from({ length: 60 }, (_, index) => at(300 + index * 30, 3000, 38));
    const repeated = Array.from({ length: 30 }, (_, index) => at(2100 + index * 30, 3000 + (index + 1) * 300, 38));
    const [, second] = ofKind(factsOf([...outing(3000), ...parked, ...repeated]), 'trip');
    expect(second).toMatchObject({ start: T0 + 2_070_000, distanceM: 9000, maxKph: 38 });
  });
});

const withKph = (index: number, speedKph: number) =>
  outing(5000).map((report, n) => (n === index ? { ...report, position: { ...report.position, speedKph } } : report));

const maximum = (reports: Report[]) => ofKind(factsOf(reports), 'trip')[0]?.maxKph;

describe('the maximum of a trip', () => {
  it('is not a speed that no road vehicle reaches', () => {
    expect(maximum(withKph(20, 999))).toBe(36);
  });

  it('is not a single speed that the surrounding coordinates contradict', () => {
    expect(maximum(withKph(20, 180))).toBe(36);
    expect(ofKind(factsOf(withKph(20, 180)), 'day')[0]?.maxKph).toBe(36);
  });

  it('is one that was driven for a moment', () => {
    expect(maximum(withKph(20, 60))).toBe(60);
  });
});

/** Returns the faults of reports that were made under one factor and are judged with the current one. */
const faultsOf = (reports: Report[], speedFactor = 1, now = speedFactor) => {
  const [day] = ofKind(factsOf(reports, contextOf({ speedFactor })), 'day');
  return day ? deviceFaults(day.health, now) : [];
};

describe('a day detects a device', () => {
  it('that reports m/s or knots, with the factor to set, and correct figures with it', () => {
    expect(faultsOf(outing(20_000, 10))).toEqual([{ kind: 'speedUnit', unit: 'm/s', factor: 3.6 }]);
    expect(faultsOf(outing(20_000, 36 / 1.852))).toEqual([{ kind: 'speedUnit', unit: 'knots', factor: 1.852 }]);
    expect(faultsOf(outing(20_000, 10), 3.6)).toEqual([]);
    expect(faultsOf(outing(20_000))).toEqual([]);
  });

  it('with the same factor, whichever was set when it was measured, and without a fault once it is set', () => {
    const knots = outing(20_000, 36 / 1.852);
    const fault = { kind: 'speedUnit', unit: 'knots', factor: 1.852 };
    expect(faultsOf(knots, 3.6)).toEqual([fault]);
    expect(faultsOf(knots, 1, 3.6)).toEqual([fault]);
    expect(faultsOf(knots, 1, 1.852)).toEqual([]);
    expect(faultsOf(outing(20_000), 3.6)).toEqual([{ kind: 'speedUnit', unit: 'km/h', factor: 1 }]);
  });

  it('whose course does not follow the vehicle, and takes its corners from the coordinates', () => {
    // The vehicle drives due north, with a course that always shows east.
    const stuck = outing(20_000).map((report) => {
      const { position } = report;
      return { ...report, position: { ...position, lat: position.lon - 10, lon: 10, courseDeg: 90 } };
    });
    expect(faultsOf(stuck)).toMatchObject([{ kind: 'course', share: 1 }]);
    const metres = ofKind(factsOf(stuck), 'trip')[0]?.distanceM ?? 0;
    // Three legs until the fault is known, each at most twice as long.
    expect(metres).toBeLessThan(19_900 + 400);
  });
});
