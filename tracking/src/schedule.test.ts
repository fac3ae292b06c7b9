import { describe, expect, it } from 'vitest';
import type { AlarmCondition, AlarmRule } from './alarm-rule.ts';
import type { AnyReport } from './report.ts';
import { silenceAlarms } from './silence.ts';
import { applyLateReports } from './apply-batch.ts';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from './testing/journey.fixture.ts';
import { newState } from './track-state.ts';

/** T0 is 08:00; hours from 08:10 to 08:20 (600 s to 1200 s) on every day. */
const tenMinutes = [1, 2, 3, 4, 5, 6, 7].map(() => [{ fromMin: 490, toMin: 500 }]);
const ruleOf = (condition: AlarmCondition, schedule: AlarmRule['schedule'] = tenMinutes): AlarmRule => ({
  id: 1,
  condition,
  coolDownS: 0,
  schedule,
});
const circle = { kind: 'circle' as const, centre: at(0, 0, 0).position, radiusM: 500 };
const contextWith = (rule: AlarmRule, fenceHours: AlarmRule['schedule'] = null) =>
  contextOf({ rules: [rule], fences: [{ id: 3, shape: circle, speedLimitKph: 30, schedule: fenceHours }] });
const written = (reports: AnyReport[], context: ReturnType<typeof contextOf>) =>
  ofKind(factsOf(reports, context), 'alarm').map(({ start, clearedAt, count }) => [
    (start - T0) / 1000,
    clearedAt === null ? null : (clearedAt - T0) / 1000,
    count,
  ]);
/** With a rule created at 600 s. */
const made = (condition: AlarmCondition) => contextOf({ rules: [{ ...ruleOf(condition, null), since: T0 + 600_000 }] });
const brake = (second: number) => at(second, 0, 20, { alarm: ['hardBraking'] });
const parked = (...seconds: number[]) => seconds.map((second) => at(second, 0, 0));
const speeds = (...kphs: number[]) => kphs.map((kph, index) => at(index * 300, index * 3000, kph));

const away = (second: number) => [at(0, 3000, 0), at(second, 100, 36), at(second + 10, 0, 36)];
const passing = (from: number) => [0, 10, 20].map((second) => at(from + second, second * 11, 40));

describe('hours of a rule', () => {
  it('count events from their first second up to their last', () => {
    const harsh = contextWith(ruleOf({ kind: 'device', codes: ['hardBraking'], clearCodes: [], clearAfterS: null }));
    expect(written([brake(599)], harsh)).toEqual([]);
    expect(written([brake(600), brake(1199)], harsh)).toEqual([[600, null, 2]]);
    expect(written([brake(600), brake(1200)], harsh)).toEqual([[600, null, 1]]);
  });

  it('raise a condition that already holds when they begin', () => {
    const over = contextWith(ruleOf({ kind: 'overspeed', limitKph: 50 }));
    // A fix every five minutes: 08:00, 08:05, 08:10 …
    expect(written(speeds(90, 90, 90, 40), over)).toEqual([[600, 900, 1]]);
    // The clock raises the alarm where the condition is a duration: the dwell limit is reached at 300 s, the hours
    // begin at 600 s.
    const dwell = contextWith(ruleOf({ kind: 'overStay', afterS: 300 }));
    expect(written(parked(0, 599), dwell)).toEqual([]);
    expect(written(parked(0, 700), dwell)).toEqual([[600, null, 1]]);
    // The alarm is raised even though no report arrived within the hours.
    expect(written(parked(0, 5000), dwell)).toEqual([[600, null, 1]]);
  });

  it('clear nothing at their end: an alarm is cleared by its condition as usual', () => {
    const over = contextWith(ruleOf({ kind: 'overspeed', limitKph: 50 }));
    expect(written(speeds(40, 40, 90, 90, 90, 90, 40), over)).toEqual([[600, 1800, 1]]);
    expect(written(speeds(40, 40, 40, 40, 90, 90, 40), over)).toEqual([]);
  });

  it('apply to silence as well, by the clock and by the next report', () => {
    const silent = contextWith(ruleOf({ kind: 'noData', afterS: 300 }));
    expect(written(parked(0, 599), silent)).toEqual([]);
    expect(written(parked(0, 700), silent)).toEqual([[600, 700, 1]]);
    const { state } = applyLateReports(newState(), parked(0), silent);
    expect(silenceAlarms(state, T0 + 599_000, silent)).toEqual([]);
    expect(silenceAlarms(state, T0 + 600_000, silent)).toMatchObject([{ key: `alarm:1:${T0 + 600_000}` }]);
  });
});

describe('a rule that was created at 600 s', () => {
  it('counts no earlier event', () => {
    const harsh = made({ kind: 'device', codes: ['hardBraking'], clearCodes: [], clearAfterS: null });
    expect(written([brake(300), brake(599)], harsh)).toEqual([]);
    expect(written([brake(300), brake(600), brake(700)], harsh)).toEqual([[600, null, 2]]);
  });

  it('raises a condition that holds then as of that moment, and nothing that was over', () => {
    const over = made({ kind: 'overspeed', limitKph: 50 });
    expect(written(speeds(90, 90, 90, 40), over)).toEqual([[600, 900, 1]]);
    expect(written(speeds(90, 90, 40, 40), over)).toEqual([]);
    expect(written(parked(0, 700), made({ kind: 'overStay', afterS: 300 }))).toEqual([[600, null, 1]]);
    const silent = made({ kind: 'noData', afterS: 300 });
    expect(written(parked(0, 500, 550), silent)).toEqual([]);
    expect(written(parked(0, 700), silent)).toEqual([[600, 700, 1]]);
  });

  it('continues an alarm that was raised before it was changed, until its condition ends', () => {
    const before = made({ kind: 'overspeed', limitKph: 50 });
    const [rule] = before.rules;
    const early = { ...before, rules: rule ? [{ ...rule, since: T0 }] : [] };
    const reports = speeds(90, 90, 40, 40);
    const { state } = applyLateReports(newState(), reports.slice(0, 1), early);
    const { facts } = applyLateReports(state, reports.slice(1), before);
    expect(ofKind(facts, 'alarm')).toMatchObject([{ start: T0, clearedAt: T0 + 600_000 }]);
  });
});

describe('hours of a geofence', () => {
  it('apply to its alarms', () => {
    const enter = contextWith(ruleOf({ kind: 'geofenceEnter', fenceIds: null }, null), tenMinutes);
    expect(written(away(599), enter)).toEqual([]);
    expect(written(away(600), enter)).toEqual([[600, null, 1]]);
    const dwell = contextWith(ruleOf({ kind: 'geofenceDwell', fenceIds: [3], afterS: 60 }, null), tenMinutes);
    expect(written([...parked(0, 30, 599)], dwell)).toEqual([]);
    expect(written([...parked(0, 30, 700)], dwell)).toEqual([[600, null, 1]]);
  });

  it('apply to its speed limit; its visits are always recorded', () => {
    const context = contextWith(ruleOf({ kind: 'overStay', afterS: 9999 }), tenMinutes);
    const early = factsOf(passing(500), context);
    expect([ofKind(early, 'visit').length, ofKind(early, 'overspeed').length]).toEqual([1, 0]);
    expect(ofKind(factsOf(passing(600), context), 'overspeed')).toMatchObject([{ limitKph: 30, fenceId: 3 }]);
  });
});

it('geofences that do not apply to a vehicle are ignored for it', () => {
  const context = { ...contextWith(ruleOf({ kind: 'overStay', afterS: 9999 })), excludedFences: new Set([3]) };
  expect(ofKind(factsOf(parked(0, 30, 60), context), 'visit')).toEqual([]);
  expect(ofKind(factsOf(parked(0, 30, 60), { ...context, excludedFences: new Set([4]) }), 'visit')).toHaveLength(1);
});

describe('reports without coordinates', () => {
  it('raise their alarms at the last known coordinates', () => {
    const sos = contextWith(ruleOf({ kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null }, null));
    const alarms = ofKind(factsOf([...parked(0), statusAt(90, { alarm: ['sos'] })], sos), 'alarm');
    expect(alarms).toMatchObject([{ start: T0 + 90_000, about: 'sos', place: { lat: 0, lon: 10 } }]);
    expect(ofKind(factsOf([statusAt(0, { alarm: ['sos'] })], sos), 'alarm')).toMatchObject([{ place: null }]);
  });

  it('switch the ignition, and so end the trip', () => {
    const drive = [0, 10, 20, 30, 40, 50, 60, 70].map((second) =>
      at(second, second * 10, second % 70 === 0 ? 0 : 36, { ignition: true }),
    );
    const facts = factsOf([...drive, statusAt(75, { ignition: false }), statusAt(260, { ignition: false })]);
    expect(ofKind(facts, 'trip')).toMatchObject([{ end: T0 + 70_000, endReason: 'ignition' }]);
    expect(ofKind(facts, 'day')).toMatchObject([{ positions: 8, engineS: 75 }]);
  });
});
