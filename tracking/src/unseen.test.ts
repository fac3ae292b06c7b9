import { describe, expect, it } from 'vitest';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from './testing/journey.fixture.ts';

/** Drives east at 10 m/s with a fix every 10 s. */
const driving = (fromS: number, fromM: number, fixes: number, more = {}) =>
  Array.from({ length: fixes }, (_, index) => at(fromS + index * 10, fromM + index * 100, 36, more));
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

describe('a silence', () => {
  it('of three to five minutes at one location is a stop', () => {
    const facts = factsOf([...driving(0, 0, 30), ...driving(290 + 200, 2905, 30)]);
    expect(ofKind(facts, 'trip')).toMatchObject([{ end: T0 + 290_000 }, { start: T0 + 490_000 }]);
    expect(ofKind(facts, 'stop')).toMatchObject([{ start: T0 + 290_000, durationS: 200 }]);
  });

  it('that is shorter is not, and neither is one in which it drove on', () => {
    expect(ofKind(factsOf([...driving(0, 0, 30), ...driving(290 + 170, 2905, 30)]), 'trip')).toHaveLength(1);
    expect(ofKind(factsOf([...driving(0, 0, 30), ...driving(290 + 200, 4000, 30)]), 'trip')).toHaveLength(1);
  });

  it('within a trip is neither driving nor standing', () => {
    // 20 minutes without data at 30 km/h: 10 km.
    const facts = factsOf([...driving(0, 0, 30), ...driving(290 + 1200, 12_900, 30)]);
    expect(ofKind(facts, 'trip')).toMatchObject([{ durationS: 1780, unseenS: 1200, bridgedM: 10_000 }]);
    expect(ofKind(facts, 'day')).toMatchObject([{ tripS: 580, unseenS: 1200, stopS: 0 }]);
  });

  it('of more than an hour belongs to no trip: movement in it is a separate trip, entirely without data', () => {
    // Two hours at 40 km/h.
    const facts = factsOf([...driving(0, 0, 30), ...driving(290 + 7200, 82_900, 30)]);
    const [first, unknown, second] = ofKind(facts, 'trip');
    expect(first).toMatchObject({ end: T0 + 290_000, unseenS: 0 });
    expect(unknown).toMatchObject({ durationS: 7200, unseenS: 7200, distanceM: 80_000, bridgedM: 80_000 });
    expect(second).toMatchObject({ start: T0 + 7_490_000, unseenS: 0 });
    expect(ofKind(facts, 'day')).toMatchObject([{ tripS: 580, unseenS: 7200, stopS: 0, distanceM: 85_800 }]);
  });

  it('of more than an hour: the trip in it also begins and ends for rules, at the ends of the silence', () => {
    const reports = [at(-60, 0, 0), ...driving(0, 0, 30), ...driving(290 + 7200, 82_900, 30)];
    const moments = (kind: 'tripStart' | 'tripEnd') => {
      const rules = [{ id: 1, condition: { kind }, coolDownS: 0, schedule: null }];
      const alarms = ofKind(factsOf(reports, contextOf({ rules })), 'alarm');
      return alarms.map(({ start, clearedAt, count }) =>
        [start, clearedAt, count].map((n) => n && (n > 9 ? (n - T0) / 1000 : n)),
      );
    };
    expect(moments('tripStart')).toEqual([
      [0, 290, 1],
      [290, 7490, 1],
      [7490, null, 1],
    ]);
    expect(moments('tripEnd')).toEqual([
      [290, 290, 1],
      [7490, 7490, 1],
    ]);
  });

  it('of 41 days fills none of them with driving or standing', () => {
    const days = 41 * 86_400;
    const facts = factsOf([...driving(0, 0, 30), ...driving(290 + days, 500_000, 30)]);
    const written = ofKind(facts, 'day');
    expect(written).toHaveLength(42);
    expect(sum(written.map(({ tripS }) => tripS))).toBe(580);
    expect(sum(written.map(({ stopS }) => stopS))).toBe(0);
    expect(sum(written.map(({ unseenS: unknownS }) => unknownS))).toBe(days);
    expect(written[20]).toMatchObject({ unseenS: 86_400, tripS: 0 });
  });

  it('at one location is a stop, which contains the unknown time', () => {
    const facts = factsOf([
      ...driving(0, 0, 30),
      at(300, 3000, 0),
      at(600, 3000, 0),
      at(36_600, 3010, 0),
      at(36_900, 3010, 0),
    ]);
    expect(ofKind(facts, 'stop')).toMatchObject([{ start: T0 + 300_000, durationS: 36_600, unseenS: 36_000 }]);
    expect(ofKind(facts, 'stop')).toMatchObject([{ unseen: [[T0 + 600_000, T0 + 36_600_000]] }]);
    expect(ofKind(facts, 'day')).toMatchObject([{ stopS: 600, unseenS: 36_000 }]);
  });
});

it('is not the time between two hourly reports of a parked device', () => {
  const parked = Array.from({ length: 10 }, (_, hour) => at(hour * 3600, 0, 0));
  expect(ofKind(factsOf(parked), 'day')).toMatchObject([{ stopS: 9 * 3600, unseenS: 0 }]);
});

it('is not a time with heartbeats of a parked vehicle whose engine is off', () => {
  const heartbeats = Array.from({ length: 100 }, (_, index) => statusAt(30 + index * 300, { ignition: false }));
  const facts = factsOf([at(0, 0, 0, { ignition: false }), ...heartbeats, at(30_100, 0, 0, { ignition: false })]);
  expect(ofKind(facts, 'day')).toMatchObject([{ stopS: 30_100, unseenS: 0 }]);
});
