import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from './advance.ts';
import type { Alarm, Fact } from './fact.ts';
import type { Fence, Shape } from './fence.ts';
import type { TrackingContext } from './settings.ts';
import { openFacts } from './open-facts.ts';
import { settleVisits } from './settle-visits.ts';
import { newState } from './track-state.ts';
import { at, contextOf, T0 } from './testing/journey.fixture.ts';

const around = (eastM: number): Shape => ({ kind: 'circle', centre: at(0, eastM, 0).position, radiusM: 200 });
const fence = (shape: Shape): Fence => ({ id: 7, shape, speedLimitKph: null, schedule: null });
const rule = (kind: 'geofenceEnter' | 'geofenceExit', id: number) => ({
  id,
  condition: { kind, fenceIds: null },
  coolDownS: 0,
  schedule: null,
});
const rules = [rule('geofenceEnter', 1), rule('geofenceExit', 2)];
const none = contextOf({ rules });
const drawn = (eastM: number, more: Partial<TrackingContext> = {}) => ({
  ...contextOf({ rules, fences: [fence(around(eastM))] }),
  ...more,
});

/** Sends reports at the given seconds and metres east, each under the context current then. */
function follow(...steps: [TrackingContext, [number, number][]][]) {
  const state = newState();
  const facts: Fact[] = [];
  for (const [context, places] of steps)
    for (const [second, eastM] of places) advance(state, at(second, eastM, 0), context, facts);
  const alarms = facts.filter((fact): fact is Alarm => fact.kind === 'alarm' && fact.clearedAt === null);
  return {
    alarms: alarms.map(({ ruleId, start }) => [ruleId, (start - T0) / 1000]),
    inside: state.visits.map(({ start, confirmedAt }) => [(start - T0) / 1000, confirmedAt !== null]),
  };
}
const HERE: [number, number][] = [
  [0, 0],
  [60, 0],
];
const STILL_HERE: [number, number][] = [
  [120, 0],
  [180, 0],
  [240, 0],
];
const AWAY: [number, number][] = [
  [300, 900],
  [360, 900],
];

it('a vehicle standing where a geofence is drawn is inside since then, and did not enter', () => {
  expect(follow([none, HERE], [drawn(0), STILL_HERE])).toEqual({ alarms: [], inside: [[120, true]] });
});

it('a vehicle that leaves a geofence drawn around it leaves it, and enters when it returns', () => {
  const left = follow([none, HERE], [drawn(0), [...STILL_HERE, ...AWAY]]);
  expect(left).toEqual({ alarms: [[2, 300]], inside: [] });
  const back: [number, number][] = [
    [420, 0],
    [480, 0],
  ];
  const came = follow([none, HERE], [drawn(0), [...STILL_HERE, ...AWAY, ...back]]);
  expect(came.alarms).toContainEqual([1, 420]);
});

it('a geofence that is moved onto a vehicle, or off it, was neither entered nor left', () => {
  const moved = follow([drawn(5000), HERE], [drawn(0), STILL_HERE]);
  expect(moved).toEqual({ alarms: [], inside: [[120, true]] });
  expect(follow([none, HERE], [drawn(0), STILL_HERE], [drawn(5000), AWAY])).toEqual({ alarms: [], inside: [] });
});

it('a vehicle to which a geofence begins or ceases to apply neither entered nor left', () => {
  const others = drawn(0, { excludedFences: new Set([7]) });
  expect(follow([others, HERE], [drawn(0), STILL_HERE])).toEqual({ alarms: [], inside: [[120, true]] });
  const parted = follow([none, HERE], [drawn(0), STILL_HERE], [others, AWAY.map(([second]) => [second, 0])]);
  expect(parted).toEqual({ alarms: [], inside: [] });
});

it('a device that is installed within a geofence did not enter it', () => {
  expect(follow([drawn(0), HERE])).toEqual({ alarms: [], inside: [[0, true]] });
});

it('a vehicle that drove in during a silence entered', () => {
  const far: [number, number][] = [
    [0, 2000],
    [60, 2000],
  ];
  expect(follow([drawn(0), [...far, ...STILL_HERE]]).alarms).toEqual([[1, 120]]);
});

/** Sends a vehicle's reports and returns the facts; the geofences then change at the given seconds. */
function settled(before: [TrackingContext, [number, number][]], ...changes: [TrackingContext, number][]) {
  const state = newState();
  const facts: Fact[] = [];
  for (const [second, eastM] of before[1]) advance(state, at(second, eastM, 0), before[0], facts);
  facts.length = 0;
  for (const [context, second] of changes) facts.push(...settleVisits(state, context, T0 + second * 1000));
  const visits = facts.flatMap((fact) =>
    fact.kind === 'visit' ? [[(fact.start - T0) / 1000, fact.end === null ? null : (fact.end - T0) / 1000]] : [],
  );
  return { state, visits, facts };
}
const enterAlarms = (facts: readonly Fact[]) =>
  facts.filter((fact) => fact.kind === 'alarm' && fact.clearedAt === null);

it('a vehicle standing where a geofence is drawn is inside before the next report, since then, without an alarm', () => {
  const { state, visits, facts } = settled([none, HERE], [drawn(0), 100]);
  expect(visits).toEqual([[100, null]]);
  expect(facts.map(({ kind }) => kind)).toEqual(['visit']);
  // The next reports continue that visit, even one that was measured before the geofence was drawn.
  const more: Fact[] = [];
  for (const second of [95, 120, 180]) advance(state, at(second, 0, 0), drawn(0), more);
  const written = openFacts(state).filter((fact) => fact.kind === 'visit');
  expect(written).toMatchObject([{ key: facts[0]?.key, start: T0 + 100_000, end: null, durationS: 80 }]);
  expect(enterAlarms(more)).toEqual([]);
  // Leaving is recorded as usual.
  for (const [second, eastM] of AWAY) advance(state, at(second, eastM, 0), drawn(0), more);
  expect(enterAlarms(more)).toMatchObject([{ ruleId: 2, start: T0 + 300_000 }]);
});

it('a geofence that is moved off a vehicle, deleted, or applies to others is left immediately, without an alarm', () => {
  const others = drawn(0, { excludedFences: new Set([7]) });
  for (const changed of [drawn(5000), none, others]) {
    const { state, visits, facts } = settled([drawn(0), HERE], [changed, 100]);
    expect(visits).toEqual([[0, 100]]);
    expect(state.visits).toEqual([]);
    expect(enterAlarms(facts)).toEqual([]);
  }
});

it('an entry alarm ends when the geofence is moved off the vehicle', () => {
  const came: [number, number][] = [[0, 900], ...STILL_HERE];
  const { facts } = settled([drawn(0), came], [drawn(5000), 300]);
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'alarm', ruleId: 1, clearedAt: T0 + 300_000 }));
});

it('applying a change twice, or without a change, has no effect', () => {
  expect(settled([none, HERE], [drawn(0), 100], [drawn(0), 200]).visits).toEqual([[100, null]]);
  expect(settled([none, []], [drawn(0), 100]).visits).toEqual([]);
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.constantFrom(0, 150, 190, 210, 900, 4000)), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(steps, (path) => {
      const [plain, looked] = [newState(), newState()];
      const facts: [Fact[], Fact[]] = [[], []];
      let second = 0;
      for (const [gap, eastM] of path) {
        second += gap;
        advance(plain, at(second, eastM, 0), drawn(0), facts[0]);
        advance(looked, at(second, eastM, 0), drawn(0), facts[1]);
        facts[1].push(...settleVisits(looked, drawn(0), T0 + (second + 1) * 1000));
      }
      expect(looked).toEqual(plain);
      expect(facts[1]).toEqual(facts[0]);
    }),
    { numRuns: 300 },
  );
});

it('a vehicle that is inside when a dwell rule begins counts as inside since then', () => {
  const condition = { kind: 'geofenceDwell', fenceIds: null, afterS: 300 } as const;
  const dwell = { id: 3, condition, coolDownS: 0, schedule: null };
  const parked: [number, number][] = Array.from({ length: 20 }, (_, index) => [index * 60, 0]);
  const context = { fences: [fence(around(0))] };
  const since = T0 + 600_000;
  const first = (one: TrackingContext['rules'][number]) =>
    follow([contextOf({ ...context, rules: [one] }), parked]).alarms[0];
  expect(first(dwell)).toEqual([3, 300]);
  expect(first({ ...dwell, since })).toEqual([3, 900]);
});
