import { expect, it } from 'vitest';
import { applyLateReports, planBatch } from './apply-batch.ts';
import { endInstallation } from './end-installation.ts';
import { silenceAlarms } from './silence.ts';
import { at, contextOf, ofKind, T0 } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';
import { newState } from './track-state.ts';

const context = contextOf({
  fences: [
    {
      id: 3,
      shape: { kind: 'circle', centre: at(0, 0, 0).position, radiusM: 50_000 },
      speedLimitKph: 30,
      schedule: null,
    },
  ],
  rules: [
    { id: 1, condition: { kind: 'overspeed', limitKph: null }, coolDownS: 0, schedule: null },
    { id: 2, condition: { kind: 'noData', afterS: 600 }, coolDownS: 0, schedule: null },
  ],
});
const drive = (from: number, to: number) =>
  Array.from({ length: (to - from) / 10 + 1 }, (_, n) => at(from + n * 10, (from + n * 10) * 10, from + n ? 36 : 0));

function ended(reports: ReturnType<typeof at>[]) {
  const timeline = new Timeline(context);
  timeline.receive(reports);
  timeline.end();
  return timeline.sortedFacts();
}

it('ends an ongoing trip at its last fix, and with it the visit, the overspeed and the alarm', () => {
  const facts = ended(drive(0, 200));
  expect(ofKind(facts, 'trip')).toMatchObject([{ end: T0 + 200_000, endReason: 'deviceChange', distanceM: 2000 }]);
  expect(ofKind(facts, 'visit')).toMatchObject([{ fenceId: 3, end: T0 + 200_000, exitKph: 36, distanceM: 2000 }]);
  expect(ofKind(facts, 'overspeed')).toMatchObject([{ end: T0 + 200_000, maxKph: 36 }]);
  expect(ofKind(facts, 'alarm')).toMatchObject([{ ruleId: 1, clearedAt: T0 + 200_000 }]);
  expect(ofKind(facts, 'day')).toMatchObject([{ distanceM: 2000, tripS: 200, trips: 1 }]);
});

it('ends a stop, and idling in it, at the last fix', () => {
  const facts = ended([0, 60, 240].map((second) => at(second, 0, 0, { ignition: true })));
  expect(ofKind(facts, 'stop')).toMatchObject([{ start: T0, end: T0 + 240_000, idleS: 240 }]);
  expect(ofKind(facts, 'idle')).toMatchObject([{ end: T0 + 240_000, durationS: 240 }]);
  // One second less than three minutes is not a stop.
  expect(ofKind(ended([0, 179].map((second) => at(second, 0, 0))), 'stop')).toEqual([]);
});

it('drops a trip that had not yet reached 200 m and 60 s', () => {
  expect(ofKind(ended(drive(0, 50)), 'trip')).toEqual([]);
  expect(ofKind(ended(drive(0, 60)), 'trip')).toHaveLength(1);
});

it('gives the same result when done twice, and remains silent afterwards', () => {
  const { state } = applyLateReports(newState(), drive(0, 200), context);
  const once = endInstallation(state, context);
  expect(endInstallation(once.state, context)).toEqual({ state: once.state, facts: [], checkpoints: [] });
  expect(silenceAlarms(state, T0 + 9_000_000, context)).toHaveLength(1);
  expect(silenceAlarms(once.state, T0 + 9_000_000, context)).toEqual([]);
  expect(endInstallation(newState(), context).facts).toEqual([]);
});

it('recomputes from before when late reports arrive', () => {
  const { state } = endInstallation(applyLateReports(newState(), drive(0, 200), context).state, context);
  expect(planBatch(state, drive(210, 300))).toEqual({ kind: 'recompute', lateAt: T0 + 210_000 });
  const timeline = new Timeline(context);
  timeline.receive(drive(0, 200));
  timeline.end();
  timeline.receive(drive(210, 300));
  expect(timeline.sortedFacts()).toEqual(ended(drive(0, 300)));
});
