import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortReports, applyLateReports } from './apply-batch.ts';
import { unconfirmedCut } from './cut-wire.ts';
import type { AnyReport } from './report.ts';
import { at, contextOf, factsOf, ofKind } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';
import { newState } from './track-state.ts';

/** A drive and the rest before it, each with the state of the wire. */
interface Way {
  restMin: number;
  /** Whether the wire follows the engine; otherwise it is off. */
  right: boolean;
  /** Whether the vehicle is carried: then the wire is off too. */
  carried?: boolean;
}

/**
 * Drives for ten minutes at 36 km/h after each rest, with a report every half minute while driving and every five
 * minutes at rest.
 */
function ways(given: readonly Way[], everyS = 30): AnyReport[] {
  let [second, east] = [0, 0];
  const reports: AnyReport[] = [];
  for (const { restMin, right, carried = false } of [...given, { restMin: 60, right: true }]) {
    const restsUntil = second + restMin * 60;
    for (; second <= restsUntil; second += 300) reports.push(at(second, east, 0, { ignition: false }));
    second = restsUntil;
    if (given.length * 6000 === east) break;
    const from = east;
    for (let s = everyS; s <= 600; s += everyS) {
      east = from + s * 10;
      reports.push(at(second + s, east, s + everyS > 600 ? 0 : 36, { ignition: right && !carried }));
    }
    second += 600 + 60;
  }
  return reports;
}
const rights = (count: number): Way[] => Array.from({ length: count }, () => ({ restMin: 60, right: true }));
const cuts = (count: number): Way[] => Array.from({ length: count }, () => ({ restMin: 60, right: false }));

const written = (reports: readonly AnyReport[], context = contextOf()) => {
  const facts = factsOf(reports, context);
  return {
    trips: ofKind(facts, 'trip').map(({ distanceM }) => Math.round(distanceM)),
    tows: ofKind(facts, 'tow').length,
    alarms: ofKind(facts, 'alarm').length,
  };
};

describe('a wire that was cut while parked', () => {
  const tow = { id: 1, condition: { kind: 'tow' as const }, coolDownS: 0, schedule: null };

  it.each([10, 30, 120])(
    'leaves all drives trips, with a report every %i s, without tows or their alarms',
    (everyS) => {
      const all = written(ways([...rights(2), ...cuts(4)], everyS), contextOf({ rules: [tow] }));
      expect(all.trips).toHaveLength(6);
      expect(all).toMatchObject({ tows: 0, alarms: 0 });
      for (const metres of all.trips) expect(metres).toBe(6000);
    },
  );

  it('counts the drives and their distance on their days', () => {
    const facts = factsOf(ways([...rights(1), ...cuts(4).map((way) => ({ ...way, restMin: 480 }))]));
    const days = ofKind(facts, 'day');
    expect(days.length).toBeGreaterThan(1);
    expect(days.map(({ tows, towM }) => [tows, towM])).toEqual(days.map(() => [0, 0]));
    expect(days.reduce((sum, { distanceM }) => sum + distanceM, 0)).toBeCloseTo(30_000, 0);
  });

  it('that works on the third drive has been on for a vehicle towed twice, as far as can be known', () => {
    expect(written(ways([...rights(2), ...cuts(2), ...rights(1)]))).toMatchObject({ tows: 2 });
  });

  it('that works after that makes all of them trips, and once it is trusted a tow is a tow', () => {
    const days = Array.from({ length: 8 }, () => ({ restMin: 120, right: true }));
    const all = written(ways([...rights(2), ...cuts(3), ...days, { restMin: 60, right: false, carried: true }]));
    expect(all.trips).toHaveLength(13);
    expect(all.tows).toBe(1);
  });

  it('twice leaves all drives trips both times', () => {
    const days = Array.from({ length: 8 }, () => ({ restMin: 120, right: true }));
    const all = written(ways([...rights(2), ...cuts(3), ...days, ...cuts(3)]));
    expect(all).toMatchObject({ tows: 0 });
    expect(all.trips).toHaveLength(16);
  });
});

describe('a vehicle that is towed', () => {
  it.each([1, 2])('%i times stays a tow, with drives before and after', (times) => {
    expect(written(ways([...rights(2), ...cuts(times), ...rights(3)]))).toMatchObject({ tows: times });
  });

  it('is towed although the wire was off on a drive weeks before', () => {
    const month = [
      { restMin: 60, right: false },
      { restMin: 20 * 1440, right: false },
      { restMin: 60, right: false },
    ];
    // The third drive reveals the cut, but facts from weeks ago must not change.
    expect(written(ways([...rights(2), ...month]))).toMatchObject({ tows: 2 });
  });
});

const eastOf = ({ position }: AnyReport) => ((position?.lon ?? 10) - 10) * 111_195;

describe('facts of a cut wire', () => {
  const way = fc.record({
    restMin: fc.constantFrom(15, 60, 240, 700),
    right: fc.constantFrom(true, true, false, false, false),
  });
  const history = fc.array(way, { minLength: 4, maxLength: 9 }).map((all) => ways([...rights(1), ...all], 60));
  const context = contextOf({
    timeZone: 'Asia/Kolkata',
    rules: [{ id: 1, condition: { kind: 'tow' }, coolDownS: 0, schedule: null }],
  });

  it('are the same in any order of arrival, in any batches, with a restart after each', () => {
    const disorder = fc.record({
      late: fc.array(fc.nat(400), { maxLength: 6 }),
      size: fc.integer({ min: 1, max: 90 }),
      later: fc.nat(3),
    });
    fc.assert(
      fc.property(history, disorder, (reports, { late, size, later }) => {
        const retained = new Set(late.map((index) => index % reports.length));
        const batches: AnyReport[][] = [];
        const others = reports.filter((_, index) => !retained.has(index));
        for (let from = 0; from < others.length; from += size) batches.push(others.slice(from, from + size));
        const place = later === 0 ? batches.length : Math.floor((batches.length * later) / 4);
        batches.splice(
          place,
          0,
          reports.filter((_, index) => retained.has(index)),
        );
        const timeline = new Timeline(context);
        for (const batch of batches) timeline.receive(batch);
        expect(timeline.sortedFacts()).toEqual(factsOf(reports, context));
      }),
      { numRuns: 40 },
    );
  });

  it.each([0, 1, 2, 3, 4, 5])(
    'are the same if drive %i comes late, days after the third showed the cut or did not',
    (late) => {
      // Some wires are right, so that a late report may show that nothing was cut, or when it was cut.
      const right = [true, false, true, false, false, false];
      const reports = ways(
        right.map((one) => ({ restMin: 700, right: one })),
        60,
      );
      const isLate = (report: AnyReport) => Math.ceil(eastOf(report) / 6000 - 0.001) === late + 1;
      const timeline = new Timeline(context);
      timeline.receive(reports.filter((report) => !isLate(report)));
      timeline.receive(reports.filter(isLate));
      expect(timeline.sortedFacts()).toEqual(factsOf(reports, context));
    },
  );

  it('store no state of days in which later reports reveal the cut', () => {
    fc.assert(
      fc.property(history, (reports) => {
        const { state, checkpoints } = applyLateReports(newState(), sortReports(reports), context);
        expect([unconfirmedCut(state), ...checkpoints.map(({ cut }) => cut)].filter(Boolean)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
