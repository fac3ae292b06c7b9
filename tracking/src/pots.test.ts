import { describe, expect, it } from 'vitest';
import { advance } from './advance.ts';
import type { AlarmRule } from './alarm-rule.ts';
import { sortReports } from './apply-batch.ts';
import { deviceFaults } from './device-faults.ts';
import type { Fact } from './fact.ts';
import type { Fence } from './fence.ts';
import { indexFences } from './build-fence-index.ts';
import { positionHash } from './report-hash.ts';
import type { Report } from './report.ts';
import type { TrackingContext } from './settings.ts';
import { at, contextOf, factsOf, ofKind, seeded } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';
import { newState } from './track-state.ts';

/** Circles around one point, each a little larger than the previous. */
const circles = (count: number, betweenFixes: boolean, eastM = 0): Fence[] => {
  const { position } = at(0, eastM, 0);
  return Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    shape: { kind: 'circle', centre: position, radiusM: 855 + (50 * n) / count },
    speedLimitKph: null,
    schedule: null,
    betweenFixes,
  }));
};

/** A path around the circles: each leg of 700 m in 26.25 s enters all of them and leaves them. */
const octagon = (legs: number): Report[] =>
  Array.from({ length: legs }, (_, n) => {
    const angle = (n * Math.PI) / 4;
    const { position } = at(n * 26.25, 914.6 * Math.cos(angle), 96, {
      northM: 914.6 * Math.sin(angle),
      ignition: true,
    });
    const courseDeg = (360 + 90 - ((n * 45) % 360) - 90 + 360) % 360;
    const turned = { ...position, courseDeg };
    return { position: turned, hash: positionHash(turned) };
  });

/** Two fixes inside, two outside. */
const inAndOut = (fixes: number): Report[] =>
  Array.from({ length: fixes }, (_, n) => at(n * 30, n % 4 < 2 ? 0 : 2000, 96, { ignition: true }));

const enters = (count: number, coolDownS = 0): AlarmRule[] =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    condition: { kind: n % 2 === 0 ? 'geofenceEnter' : 'geofenceExit', fenceIds: null },
    coolDownS,
    schedule: null,
  }));

/** A row of as many small areas as one leg can enter: each could raise an alarm for each rule. */
const row = (legs: number) =>
  Array.from({ length: legs * 50 }, (_, n): Fence => {
    const { position } = at(0, 1000 + n * 12, 0);
    const shape = { kind: 'circle', centre: position, radiusM: 5 } as const;
    return { id: n + 1, shape, speedLimitKph: null, schedule: null, betweenFixes: true };
  });
const eastward = (legs: number) =>
  Array.from({ length: legs }, (_, n) => {
    const { position } = at(n * 30, n * 600, 72, { ignition: true });
    const turned = { ...position, courseDeg: 90 };
    return { position: turned, hash: positionHash(turned) };
  });
const only = (count: number): AlarmRule[] => enters(count * 2).filter((_, n) => n % 2 === 0);

/** Returns the facts of each report, and the state at the end. */
function each(reports: readonly Report[], context: TrackingContext) {
  const state = newState();
  const written = reports.map((report) => {
    const facts: Fact[] = [];
    advance(state, report, context, facts);
    return facts;
  });
  return { written, state };
}
const most = (numbers: readonly number[]) => Math.max(...numbers);
const crowded = (facts: readonly Fact[], of: 'crowdedAreas' | 'crowdedAlarms') =>
  ofKind(facts, 'day').reduce((sum, { health }) => sum + (health[of] ?? 0), 0);

describe('visits created by reports', () => {
  it('are at most 200 per leg, and in the long run ten, however many areas it crosses', () => {
    const { written } = each(octagon(250), contextOf({ fences: circles(1000, true) }));
    const visits = written.map((facts) => ofKind(facts, 'visit').length);
    expect(most(visits)).toBe(200);
    const sum = visits.reduce((total, one) => total + one, 0);
    expect(sum).toBeGreaterThan(2000);
    expect(sum).toBeLessThanOrEqual(200 + 250 * 10);
  });

  it('are limited the same way while it stands in the areas, and to 5,000 a day', () => {
    const facts = factsOf(inAndOut(2000), contextOf({ fences: circles(1000, false) }));
    // 16 h 40 from 8 o'clock on: two days.
    const days = Map.groupBy(ofKind(facts, 'visit'), ({ start }) => Math.floor(start / 86_400_000));
    expect([...days.values()].map(({ length }) => length)).toEqual([5000, expect.any(Number)]);
    expect(most([...days.values()].map(({ length }) => length))).toBe(5000);
  });

  it('begin with the oldest areas, and the omitted ones are counted', () => {
    const facts = factsOf(inAndOut(4), contextOf({ fences: circles(1000, false) }));
    const ids = ofKind(facts, 'visit').map(({ fenceId }) => fenceId);
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    const [day] = ofKind(facts, 'day');
    expect(day && deviceFaults(day.health)).toEqual([{ kind: 'crowdedAreas', reports: 2 }]);
  });

  it('are all recorded, without such a count, for a vehicle that enters 150 areas simultaneously and 8 with each report', () => {
    const near = circles(150, false);
    const gates = Array.from({ length: 3000 }, (_, n): Fence => {
      const { position } = at(0, 3000 + n * 75, 0);
      const shape = { kind: 'circle', centre: position, radiusM: 20 } as const;
      return { id: 200 + n, shape, speedLimitKph: null, schedule: null, betweenFixes: true };
    });
    // 20 m/s east, a fix every 30 s: eight gates per fix.
    const reports = Array.from({ length: 300 }, (_, n) => {
      const { position } = at(n * 30, n * 600, 72, { ignition: true });
      const east = { ...position, courseDeg: 90 };
      return { position: east, hash: positionHash(east) };
    });
    const facts = factsOf(reports, contextOf({ fences: [...near, ...gates] }));
    expect(ofKind(facts, 'visit').length).toBeGreaterThan(2400);
    expect(crowded(facts, 'crowdedAreas')).toBe(0);
  });
});

describe('dwells at outlets and depots created by reports', () => {
  it('are 20 per report in the long run', () => {
    const depots = circles(1000, false).map((fence) => ({ ...fence, id: -fence.id }));
    const facts = factsOf(inAndOut(400), { ...contextOf(), places: indexFences(depots) });
    expect(ofKind(facts, 'stay').length).toBeGreaterThan(4000);
    expect(ofKind(facts, 'stay').length).toBeLessThanOrEqual(2000 + 400 * 20);
    expect(crowded(facts, 'crowdedAreas')).toBeGreaterThan(0);
  });
});

describe('alarms created by reports', () => {
  it('are each written once per report, whatever they count', () => {
    const { written } = each(octagon(60), contextOf({ fences: circles(1000, true), rules: enters(100) }));
    for (const facts of written) {
      const keys = ofKind(facts, 'alarm').map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      // For each rule, one alarm raised by an earlier geofence and one raised by this leg.
      expect(keys.length).toBeLessThanOrEqual(200);
    }
  });

  it('are at most 500, and one of each rule, for one report, and five per report in the long run', () => {
    const { written } = each(eastward(100), contextOf({ fences: row(100), rules: only(300) }));
    const known = new Set<string>();
    const raised = written.map((facts) => {
      const keys = ofKind(facts, 'alarm').map(({ key }) => key);
      const fresh = keys.filter((key) => !known.has(key));
      for (const key of fresh) known.add(key);
      return fresh.length;
    });
    expect(most(raised)).toBeGreaterThan(400);
    expect(most(raised)).toBeLessThanOrEqual(500 + 300);
    expect(known.size).toBeLessThanOrEqual(500 + 100 * 5 + 300);
  });

  it('beyond that are counted in the last alarm of the rule, so that no rule is silenced', () => {
    const sos: AlarmRule = {
      id: 9000,
      condition: { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: 10 },
      coolDownS: 0,
      schedule: null,
    };
    const calls = eastward(100).map(({ position }, n) => {
      const called = {
        ...position,
        attributes: { ...position.attributes, ...(n % 10 === 9 && { alarm: ['sos'] as const }) },
      };
      return { position: called, hash: positionHash(called) };
    });
    const facts = factsOf(calls, contextOf({ fences: row(100), rules: [...only(300), sos] }));
    const written = ofKind(facts, 'alarm').filter(({ ruleId }) => ruleId === 9000);
    expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(10);
    expect(written.at(-1)).toMatchObject({ clearedAt: null });
    expect(crowded(facts, 'crowdedAlarms')).toBeGreaterThan(0);
  });
});

const later = (position: Report['position']): Report => {
  const moved = { ...position, fixTime: new Date(position.fixTime.getTime() + 3_600_000) };
  return { position: moved, hash: positionHash(moved) };
};

describe('the omitted facts', () => {
  const context = contextOf({ fences: circles(400, true), rules: enters(40) });

  it('are the same in any order of arrival, in any batches, with a restart after each', () => {
    const reports = [...octagon(60), ...inAndOut(60).map(({ position }) => later(position))];
    const expected = factsOf(reports, context);
    expect(crowded(expected, 'crowdedAreas')).toBeGreaterThan(0);
    for (const seed of [1, 2, 3]) {
      const random = seeded(seed);
      const mixed = reports.map((report) => ({ report, key: random() })).toSorted((a, b) => a.key - b.key);
      const timeline = new Timeline(context);
      for (let first = 0; first < mixed.length;) {
        const next = first + 1 + Math.floor(random() * 20);
        timeline.receive(mixed.slice(first, next).map(({ report }) => report));
        first = next;
      }
      expect(timeline.sortedFacts()).toEqual(expected);
    }
    expect(sortReports(reports)).toHaveLength(120);
  });
});
