import { describe, expect, it } from 'vitest';
import { advance } from './advance.ts';
import { sortReports, planBatch, applyLateReports } from './apply-batch.ts';
import { silenceAlarms } from './silence.ts';
import { at, contextOf, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';
import { newState } from './track-state.ts';
import { isTrackedStatus, isUsableTime } from './usable-time.ts';

const context = contextOf();
const DAY_S = 86_400;

describe('late data', () => {
  it('is recomputed from the last checkpoint before it: the end of the day before', () => {
    const reports = [0, 1, 2, 3].map((day) => at(day * DAY_S, 0, 0));
    const { checkpoints, state } = applyLateReports(newState(), reports, context);
    expect(checkpoints.map(({ time }) => time)).toEqual([T0, T0 + DAY_S * 1000, T0 + 2 * DAY_S * 1000]);
    const late = at(1.5 * DAY_S, 10, 0);
    expect(planBatch(state, [at(4 * DAY_S, 0, 0), late])).toEqual({
      kind: 'recompute',
      lateAt: T0 + 1.5 * DAY_S * 1000,
    });
  });

  it('at the very moment of a checkpoint is not lost', () => {
    const reports = [at(0, 0, 0), at(DAY_S - 100, 0, 0), at(2 * DAY_S, 0, 0)];
    for (const lateEast of [1, 2, 3, 4, 5, 6]) {
      const timeline = new Timeline(context);
      timeline.receive(reports);
      const late = at(DAY_S - 100, lateEast, 0);
      timeline.receive([late]);
      expect(timeline.sortedFacts()).toEqual(factsOf([...reports, late], context));
      expect(ofKind(timeline.sortedFacts(), 'day').map(({ positions }) => positions)).toEqual([1, 2, 1]);
    }
  });

  it('is rejected by advance, whose result would depend on the order of arrival', () => {
    const state = newState();
    advance(state, at(10, 0, 0), context, []);
    expect(() => advance(state, at(9, 0, 0), context, [])).toThrow(RangeError);
    expect(() => advance(state, at(10, 0, 0), context, [])).toThrow(RangeError);
  });
});

it('orders reports with the same time by their hash, and applies a repeated one once', () => {
  const [a, b] = [at(0, 0, 0), at(0, 5, 0)];
  const wanted = a.hash < b.hash ? [a, b] : [b, a];
  expect(sortReports([b, a, b])).toEqual(wanted);
});

it('splits standing and driving at midnight of the zone', () => {
  // 08:00 UTC is 13:30 in Kolkata; midnight there is 18:30 UTC, 37,800 s later. A fix every minute from 10 minutes
  // before it to 10 minutes after, at 600 m a minute, between two halts.
  const midnight = 37_800;
  const way = Array.from({ length: 21 }, (_, n) => at(midnight - 600 + n * 60, n * 600, n % 20 === 0 ? 0 : 36));
  const parked = Array.from({ length: 11 }, (_, n) => at(n * 3600, 0, 0));
  const facts = factsOf([...parked, ...way, at(midnight + 1200, 12_000, 0)], contextOf({ timeZone: 'Asia/Kolkata' }));
  expect(ofKind(facts, 'trip')).toMatchObject([{ distanceM: 12_000, durationS: 1200 }]);
  expect(ofKind(facts, 'day')).toMatchObject([
    { day: '2026-03-02', distanceM: 6000, tripS: 600, stopS: midnight - 600, trips: 1, stops: 1 },
    { day: '2026-03-03', distanceM: 6000, tripS: 600, stopS: 600, trips: 0, stops: 1 },
  ]);
});

it('keeps a small state', () => {
  const reports = Array.from({ length: 500 }, (_, n) => at(n * 30, n * 200, 24, { ignition: true }));
  const { state } = applyLateReports(newState(), reports, context);
  expect(JSON.stringify(state).length).toBeLessThan(4000);
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});

it('raises the alarm of a silent device by the clock, the same that its next report raises', () => {
  const silent = contextOf({
    rules: [{ id: 1, coolDownS: 0, schedule: null, condition: { kind: 'noData', afterS: 600 } }],
  });
  const { state } = applyLateReports(newState(), [at(0, 0, 0)], silent);
  expect(silenceAlarms(state, T0 + 599_000, silent)).toEqual([]);
  const [alarm] = silenceAlarms(state, T0 + 600_000, silent);
  const [later] = ofKind(factsOf([at(0, 0, 0), at(5000, 0, 0)], silent), 'alarm');
  expect(alarm).toMatchObject({ key: later?.key, start: T0 + 600_000, clearedAt: null });
  expect(later?.clearedAt).toBe(T0 + 5_000_000);
});

const engineS = (...reports: ReturnType<typeof at>[]) => ofKind(factsOf(reports), 'day')[0]?.engineS;

it('counts engine hours by ignition, not through a long silence', () => {
  const on = { ignition: true };
  expect(engineS(at(0, 0, 0, on), at(300, 0, 0, on), at(400, 0, 0, { ignition: false }), at(900, 0, 0))).toBe(400);
  expect(engineS(at(0, 0, 0, on), at(900, 0, 0, on))).toBe(900);
  expect(engineS(at(0, 0, 0, on), at(901, 0, 0, on))).toBe(0);
});

it('idles from a minute of standing with ignition on', () => {
  const on = { ignition: true };
  const idles = (second: number) =>
    ofKind(factsOf([at(0, 0, 0, on), at(30, 0, 0, on), at(second, 0, 0, { ignition: false })]), 'idle');
  expect(idles(59)).toEqual([]);
  expect(idles(60)).toMatchObject([{ start: T0, end: T0 + 60_000, durationS: 60 }]);
  expect(ofKind(factsOf([at(0, 0, 0, on), at(60, 0, 0, on)]), 'idle')).toMatchObject([{ end: null, durationS: 60 }]);
});

it('keeps fixes from a wrong clock out', () => {
  expect(isUsableTime(T0 + 120_000, T0)).toBe(true);
  expect(isUsableTime(T0 + 120_001, T0)).toBe(false);
  // The time is 1,024 weeks earlier, as after a rollover of the GPS week.
  expect(isUsableTime(T0 - 1024 * 7 * DAY_S * 1000, T0)).toBe(false);
  expect(isUsableTime(T0 - 90 * DAY_S * 1000, T0)).toBe(true);
});

it('accepts reports without coordinates that have a time of their own, or an alarm', () => {
  expect(isTrackedStatus(T0 - 2000, T0, { ignition: true })).toBe(true);
  expect(isTrackedStatus(T0, T0, { ignition: true })).toBe(false);
  expect(isTrackedStatus(T0, T0, { alarm: [] })).toBe(false);
  expect(isTrackedStatus(T0, T0, { alarm: ['sos'] })).toBe(true);
  expect(isTrackedStatus(T0 + 600_001, T0, { alarm: ['sos'] })).toBe(false);
});
