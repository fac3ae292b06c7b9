import { beforeAll, describe, expect, it } from 'vitest';
import type { Trip } from './fact.ts';
import type { Report } from './report.ts';
import { contextOf, factsOf, ofKind } from './testing/journey.fixture.ts';
import { holesOf, type Observer, reportsOf, simulatedWeeks, type Week, WEEK } from './testing/week.fixture.ts';

const context = contextOf({ timeZone: 'America/Montevideo' });
const OBSERVERS: [string, Observer][] = [
  ['seen exactly', { ignition: true, faults: false }],
  ['seen exactly, ignition not wired', { ignition: false, faults: false }],
  ['seen with all faults', { ignition: true, faults: true }],
  ['seen with all faults, ignition not wired', { ignition: false, faults: true }],
];

let weeks: Week[];
beforeAll(() => {
  // A motorcycle, vans and trucks, of day, evening and night shifts.
  weeks = simulatedWeeks([3, 8, 13, 20, 52]);
}, 120_000);

/** What was told of each week, and what is needed to judge it. */
function seen(observer: Observer) {
  return weeks.map((week, index) => {
    const reports = reportsOf(week, observer, index + 1);
    const fixes = reports.filter(({ position }) => position.valid).map(({ position }) => position.fixTime.getTime());
    const facts = factsOf(reports, context);
    const holes = observer.faults ? holesOf(index + 1) : [];
    const nearHole = (ms: number) => holes.some(({ from, to }) => ms > from - 600_000 && ms < to + 600_000);
    return { week, reports, fixes, nearHole, trips: ofKind(facts, 'trip'), stops: ofKind(facts, 'stop') };
  });
}

/** How many fixes lie between two moments. */
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

/** Metres driven outside of holes: by the vehicle's own count, and as told. */
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
  return { driven, inHoles, told: trips.reduce((sum, { distanceM }) => sum + distanceM, 0) - bridgedM, bridgedM };
}

describe.each(OBSERVERS)('a week of which the truth is known, %s', (_, observer) => {
  let judged: ReturnType<typeof seen> | null = null;
  const told = () => (judged ??= seen(observer));
  // Without ignition a light less than 20 m before the kerb is noise, where no fix between the two told a speed.
  const most = observer.faults && !observer.ignition ? 2 : 1;

  it('ends every trip within one fix of a true halt', () => {
    for (const { week, fixes, trips } of told()) {
      for (const { end, endReason } of trips) {
        if (end === null || endReason === 'dataGap') continue;
        const nearest = Math.min(...week.halts.map(({ at }) => fixesBetween(fixes, at, end)));
        expect(nearest, new Date(end).toISOString()).toBeLessThanOrEqual(most);
      }
    }
  });

  it('ends a trip at every halt that is long enough to be seen as one', () => {
    for (const { week, fixes, nearHole, trips } of told()) {
      const ends = trips.flatMap(({ end }) => end ?? []);
      for (const { at, until, engineOff } of week.halts) {
        // Four minutes and a half at 30 s: three minutes for sure, whichever second the fixes fall on; 25 s more until
        // ignition is off, and as much from on to leaving.
        const isLong = until - at >= 270_000 + (observer.ignition ? 70_000 : 0);
        if (at < WEEK.from + 3_600_000 || at > WEEK.to - 600_000 || !isLong || nearHole(at) || nearHole(until))
          continue;
        if (observer.ignition && !engineOff) continue;
        const off = Math.min(...ends.map((end) => fixesBetween(fixes, at, end)));
        expect(off, new Date(at).toISOString()).toBeLessThanOrEqual(most);
      }
    }
  });

  it('counts the distance of each vehicle to one and a half percent', () => {
    for (const { week, reports, trips } of told()) {
      const { driven, told: counted } = metres(week, reports, trips);
      expect(Math.abs(counted / driven - 1)).toBeLessThan(0.015);
    }
  });

  it('bridges holes with no more than was driven in them', () => {
    for (const { week, reports, trips } of told()) {
      const { inHoles, bridgedM } = metres(week, reports, trips);
      // A straight line, between two fixes that err by some metres.
      expect(bridgedM).toBeLessThanOrEqual(inHoles + 200);
    }
  });

  it('tells no trip where there was none: every one drove for most of its time', () => {
    for (const { week, trips } of told()) {
      for (const { start, end } of trips) {
        const during = week.truth.filter(({ ms }) => ms >= start && ms <= (end ?? Infinity));
        const [first, last] = [during[0], during.at(-1)];
        const droveM = (last?.at.odometerM ?? 0) - (first?.at.odometerM ?? 0);
        expect(droveM, new Date(start).toISOString()).toBeGreaterThan(150);
      }
    }
  });
});
