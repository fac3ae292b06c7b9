import { expect, it } from 'vitest';
import { advance } from './advance.ts';
import type { Alarm, Fact } from './fact.ts';
import type { Fence, Shape } from './fence.ts';
import type { TrackingContext } from './settings.ts';
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

/** Reports at so many seconds and metres east, each under the context that held by then. */
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

it('who stands where a fence is drawn is inside since then, and did not enter', () => {
  expect(follow([none, HERE], [drawn(0), STILL_HERE])).toEqual({ alarms: [], inside: [[120, true]] });
});

it('who leaves a fence that was drawn around them leaves it, and enters when they come back', () => {
  const left = follow([none, HERE], [drawn(0), [...STILL_HERE, ...AWAY]]);
  expect(left).toEqual({ alarms: [[2, 300]], inside: [] });
  const back: [number, number][] = [
    [420, 0],
    [480, 0],
  ];
  const came = follow([none, HERE], [drawn(0), [...STILL_HERE, ...AWAY, ...back]]);
  expect(came.alarms).toContainEqual([1, 420]);
});

it('a fence that is moved onto a vehicle, or off it, was neither entered nor left', () => {
  const moved = follow([drawn(5000), HERE], [drawn(0), STILL_HERE]);
  expect(moved).toEqual({ alarms: [], inside: [[120, true]] });
  expect(follow([none, HERE], [drawn(0), STILL_HERE], [drawn(5000), AWAY])).toEqual({ alarms: [], inside: [] });
});

it('a vehicle that joins those for which a fence holds, or leaves them, neither entered nor left', () => {
  const others = drawn(0, { excludedFences: new Set([7]) });
  expect(follow([others, HERE], [drawn(0), STILL_HERE])).toEqual({ alarms: [], inside: [[120, true]] });
  const parted = follow([none, HERE], [drawn(0), STILL_HERE], [others, AWAY.map(([second]) => [second, 0])]);
  expect(parted).toEqual({ alarms: [], inside: [] });
});

it('a device that is fitted within a fence did not enter it', () => {
  expect(follow([drawn(0), HERE])).toEqual({ alarms: [], inside: [[0, true]] });
});

it('who drove in while nothing was heard entered', () => {
  const far: [number, number][] = [
    [0, 2000],
    [60, 2000],
  ];
  expect(follow([drawn(0), [...far, ...STILL_HERE]]).alarms).toEqual([[1, 120]]);
});
