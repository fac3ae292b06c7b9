import { cityForTests } from '@milepost/city/testing';
import { simulate, type World, worldOf } from '@milepost/simulator/simulate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyReport } from './report.ts';
import { positionHash } from './report-hash.ts';
import type { IgnitionSource } from './settings.ts';
import { at, contextOf, factsOf, ofKind, statusAt } from './testing/journey.fixture.ts';

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const CHARGING = { powerV: 28.2 };
const RESTING = { powerV: 25.3 };

/** Ten minutes of driving, and its halt at 600 s. */
const drive = Array.from({ length: 21 }, (_, index) => at(index * 30, index * 300, index < 20 ? 36 : 0, CHARGING));
const parked = (second: number, more = {}) => at(second, 6000, 0, more);
const dayOf = (reports: readonly AnyReport[]) => {
  const [day] = ofKind(factsOf(reports, contextOf({ ignitionSource: 'voltage' })), 'day');
  return { engineS: day?.engineS, engineKnownS: day?.engineKnownS };
};

describe('an engine known by its voltage', () => {
  it('ran until the first low reading, once the second confirms it, minutes later', () => {
    const reports = [...drive, ...[840, 1080, 1320].map((second) => parked(second, RESTING))];
    expect(dayOf(reports)).toEqual({ engineS: 840, engineKnownS: 1320 });
  });

  it('ran until then even if reports without a voltage lie between the two', () => {
    const between = Array.from({ length: 11 }, (_, index) => parked(900 + index * 60));
    expect(dayOf([...drive, parked(840, RESTING), ...between, parked(1560, RESTING)])).toEqual({
      engineS: 840,
      engineKnownS: 1560,
    });
  });

  it('is not counted while the second reading is awaited, and ran throughout if that contradicts the first', () => {
    const awaiting = [...drive, parked(660, RESTING), statusAt(700, { batteryPercent: 80 })];
    expect(dayOf(awaiting)).toEqual({ engineS: 660, engineKnownS: 660 });
    expect(dayOf([...awaiting, parked(720, CHARGING)])).toEqual({ engineS: 720, engineKnownS: 720 });
  });

  it('was off from a single low reading on if none followed for minutes: a parked device reports seldom', () => {
    const away = Array.from({ length: 21 }, (_, index) => at(870 + index * 30, 6000 + index * 300, 36, CHARGING));
    const reports = [...drive, parked(630, RESTING), ...away];
    // The engine ran for ten minutes, for half a minute until the voltage was low, and for another ten minutes.
    expect(dayOf(reports)).toEqual({ engineS: 1230, engineKnownS: 1470 });
    const facts = factsOf(reports, contextOf({ ignitionSource: 'voltage' }));
    expect(ofKind(facts, 'trip')).toHaveLength(2);
    expect(ofKind(facts, 'stop')).toMatchObject([{ durationS: 270, idleS: 0 }]);
  });
});

/** Drives for ten minutes, of which one and a half are spent waiting at a traffic light. */
const legs = (begin: number, more = {}) => [
  ...Array.from({ length: 10 }, (_, n) => at(begin + n * 30, begin * 10 + n * 300, n === 0 ? 0 : 36, more)),
  ...[300, 330, 360, 390].map((second) => at(begin + second, begin * 10 + 3000, 0, more)),
  ...Array.from({ length: 7 }, (_, n) => at(begin + 420 + n * 30, begin * 10 + 3300 + n * 300, n === 6 ? 0 : 36, more)),
];
const stands = (second: number, eastM: number, more = {}) =>
  [60, 120, 180, 240, 300].map((later) => at(second + later, eastM, 0, more));
const totals = (reports: readonly AnyReport[]) => {
  const [day] = ofKind(factsOf(reports), 'day');
  return { engineS: day?.engineS, engineBy: day?.engineBy, engineKnownS: day?.engineKnownS, tripS: day?.tripS };
};

describe('engine hours with movement as the only evidence of the engine', () => {
  it('equal the time of trips: with the first leg and the waits, without the time after the halt', () => {
    expect(totals([...legs(0), ...stands(600, 5100)])).toEqual({
      engineS: 600,
      engineBy: { movement: 600 },
      engineKnownS: 0,
      tripS: 600,
    });
  });

  it('equal those of an ongoing trip up to its last report, and are zero for a movement that is not a trip', () => {
    expect(totals(legs(0).slice(0, 9))).toMatchObject({ engineS: 240, tripS: 240 });
    const across = [at(0, 0, 0), at(30, 100, 12), at(60, 170, 9), at(90, 170, 0)];
    expect(totals([...across, ...stands(90, 170)])).toMatchObject({ engineS: 0, tripS: 0 });
  });

  it('are zero if a wire reports them', () => {
    // A wire that is on throughout is the source: the same ten minutes, known.
    const on = { ignition: true };
    const off = { ignition: false };
    const wired = [...legs(0, on), at(601, 5100, 0, off), ...stands(600, 5100, off)];
    expect(totals(wired)).toMatchObject({ engineS: 601, engineBy: { wire: 601 }, tripS: 600 });
  });
});

describe('engine hours of a simulated week', () => {
  let world: World;
  beforeAll(() => {
    world = worldOf(cityForTests());
  }, 120_000);

  /** Two days of four vehicles that report every half minute while driving, and every four minutes while parked. */
  const days = (ignitionSource: IgnitionSource) =>
    simulate({
      world,
      vehicles: [3, 8, 13, 52],
      days: 2,
      intervalS: 30,
      parkedS: 240,
      faults: {},
      reports: { ignition: true, powerV: true },
    }).map(({ reports }) => {
      const context = contextOf({ timeZone: 'America/Montevideo', ignitionSource });
      const facts = factsOf(
        reports.map(({ position }) => ({ position, hash: positionHash(position) })),
        context,
      );
      return { days: ofKind(facts, 'day'), stops: ofKind(facts, 'stop').length };
    });

  it('are the same by voltage as by a correct wire', () => {
    const [wire, voltage] = (['wire', 'voltage'] as const).map((source) =>
      sum(days(source).flatMap((one) => one.days.map(({ engineS }) => engineS))),
    );
    expect(Math.abs((voltage ?? 0) / (wire ?? 1) - 1)).toBeLessThan(0.03);
  });

  it.each(['wire', 'voltage'] as const)(
    'are trips and idling, and at a stop no more than the uncertainty, by %s',
    (source) => {
      for (const one of days(source)) {
        const engineS = sum(one.days.map((day) => day.engineS));
        const writtenS = sum(one.days.map((day) => day.tripS + day.idleS - day.tripIdleS));
        // At each end of a stop: less than a minute of standing, which does not count as idling, and one reporting
        // interval.
        expect(engineS).toBeLessThanOrEqual(writtenS + one.stops * 2 * (60 + 30));
      }
    },
  );
});
