import { beforeAll, describe, expect, it } from 'vitest';
import type { Trip } from './fact.ts';
import type { Report } from './report.ts';
import { contextOf, factsOf, ofKind } from './testing/journey.fixture.ts';
import { gapsOf, type Observer, reportsOf, simulatedWeeks, type Week, WEEK } from './testing/week.fixture.ts';

const context = contextOf({ timeZone: 'America/Montevideo' });
const OBSERVERS: [string, Observer][] = [
  ['seen exactly', { ignition: true, faults: false }],
  ['seen exactly, ignition not wired', { ignition: false, faults: false }],
  ['seen with all faults', { ignition: true, faults: true }],
  ['seen with all faults, ignition not wired', { ignition: false, faults: true }],
];

let weeks: Week[];
beforeAll(() => {
  // A motorcycle, vans and trucks, with day, evening and night shifts.
  weeks = simulatedWeeks([3, 8, 13, 20, 52]);
}, 120_000);

/** The facts recorded for each week, and the data needed to judge them. */
function seen(observer: Observer) {
  return weeks.map((week, index) => {
    const reports = reportsOf(week, observer, index + 1);
    const fixes = reports.filter(({ position }) => position.valid).map(({ position }) => position.fixTime.getTime());
    const facts = factsOf(reports, context);
    const gaps = observer.faults ? gapsOf(index + 1) : [];
    const nearGap = (ms: number) => gaps.some(({ from, to }) => ms > from - 600_000 && ms < to + 600_000);
    return { week, reports, fixes, nearHole: nearGap, trips: ofKind(facts, 'trip'), stops: ofKind(facts, 'stop') };
  });
}

/** Returns the number of fixes between two moments. */
function fixesBetween(fixes: readonly number[], a: number, b: number): number {
  return Math.max(0, countBefore(fixes, Math.max(a, b)) - countBefore(fixes, Math.min(a, b) + 1));
}

function countBefore(fixes: readonly number[], ms: number): number {
  let [low, high] = [0, fixes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fixes[middle] ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Metres driven outside gaps: by the vehicle's own count, and as recorded. */
function metres(week: Week, reports: readonly Report[], trips: readonly Trip[]) {
  const odometer = new Map(week.truth.map(({ ms, at }) => [ms, at.odometerM]));
  const times = reports.map(({ position }) => position.fixTime.getTime());
  let [driven, inHoles] = [0, 0];
  for (const [index, ms] of times.entries()) {
    const before = times[index - 1];
    if (before === undefined) continue;
    const way = (odometer.get(ms) ?? 0) - (odometer.get(before) ?? 0);
    if (ms - before > 300_000) inHoles += way;
    else driven += way;
  }
  const bridges = trips.flatMap(({ notes }) => notes.filter(({ from, to }) => to - from > 300_000));
  const bridgedM = bridges.reduce((sum, { distanceM }) => sum + distanceM, 0);
  return { driven, inHoles, countedM: trips.reduce((sum, { distanceM }) => sum + distanceM, 0) - bridgedM, bridgedM };
}

describe.each(OBSERVERS)('a week with a known truth, %s', (_, observer) => {
  let judged: ReturnType<typeof seen> | null = null;
  const written = () => (judged ??= seen(observer));
  // A light less than 20 m before the kerb counts as noise, if the receiver is noisy and no fix between reported a
  // speed.
  const expectNear = (off: readonly number[]) => {
    expect(Math.max(...off)).toBeLessThanOrEqual(observer.faults ? 2 : 1);
    expect(off.filter((fixes) => fixes > 1).length).toBeLessThanOrEqual(off.length / 200);
    expect(off.length).toBeGreaterThan(200);
  };

  it('ends every trip within one fix of a true halt', () => {
    const off = written().flatMap(({ week, fixes, trips }) =>
      trips.flatMap(({ end, endReason }) => {
        if (end === null || endReason === 'dataGap') return [];
        return Math.min(...week.halts.map(({ at }) => fixesBetween(fixes, at, end)));
      }),
    );
    expectNear(off);
  });

  it('ends a trip at every halt that is long enough to be seen as one', () => {
    const off = written().flatMap(({ week, fixes, nearHole: nearGap, trips }) => {
      const ends = trips.flatMap(({ end }) => end ?? []);
      return week.halts.flatMap(({ at, until, engineOff }) => {
        // Four and a half minutes at 30 s: certainly three minutes, whichever second the fixes fall on; 25 s more until
        // the ignition is off, and as much from on to the departure.
        const isLong = until - at >= 270_000 + (observer.ignition ? 70_000 : 0);
        if (at < WEEK.from + 3_600_000 || at > WEEK.to - 600_000 || !isLong || nearGap(at) || nearGap(until)) return [];
        return observer.ignition && !engineOff ? [] : Math.min(...ends.map((end) => fixesBetween(fixes, at, end)));
      });
    });
    expectNear(off);
  });

  it('counts the distance of each vehicle to one and a half percent', () => {
    for (const { week, reports, trips } of written()) {
      const { driven, countedM } = metres(week, reports, trips);
      expect(Math.abs(countedM / driven - 1)).toBeLessThan(0.015);
    }
  });

  it('bridges gaps with no more than was driven in them', () => {
    for (const { week, reports, trips } of written()) {
      const { inHoles, bridgedM } = metres(week, reports, trips);
      // A straight line between two fixes with errors of some metres.
      expect(bridgedM).toBeLessThanOrEqual(inHoles + 200);
    }
  });

  it('records no trip where there was none: in every trip the vehicle drove most of the time', () => {
    for (const { week, trips } of written()) {
      for (const { start, end } of trips) {
        const during = week.truth.filter(({ ms }) => ms >= start && ms <= (end ?? Infinity));
        const [first, last] = [during[0], during.at(-1)];
        const droveM = (last?.at.odometerM ?? 0) - (first?.at.odometerM ?? 0);
        expect(droveM, new Date(start).toISOString()).toBeGreaterThan(150);
      }
    }
  });
});
