import { describe, expect, it } from 'vitest';
import { advance, type Report } from './advance.ts';
import type { AlarmCondition, AlarmRule } from './alarm-rule.ts';
import { compileSensor } from './sensors/sensor.ts';
import { silenceAlarms } from './silence.ts';
import { at, contextOf, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';
import { newState } from './track-state.ts';

const rule = (condition: AlarmCondition): AlarmRule => ({ id: 1, condition, coolDownS: 0, schedule: null });
/** A circle of 500 m. */
const circle = { kind: 'circle' as const, centre: at(0, 0, 0).position, radiusM: 500 };
const fences = [{ id: 3, shape: circle, speedLimitKph: null, schedule: null }];

/** Start, end and count of the alarms of a rule, seconds. */
const written = (reports: Report[], condition: AlarmCondition) =>
  ofKind(factsOf(reports, contextOf({ rules: [rule(condition)], fences })), 'alarm').map(
    ({ start, clearedAt, count }) => [(start - T0) / 1000, clearedAt === null ? null : (clearedAt - T0) / 1000, count],
  );
const parked = (...seconds: number[]) => seconds.map((second) => at(second, 0, 0));
const far = (...seconds: number[]) => seconds.map((second) => at(second, 5000, 0));
/** A value every five minutes. */
const everyFive = (...values: number[]) =>
  values.map((temperature1C, index) => at(index * 300, 0, 0, { temperature1C }));

const definition = { from: null, calibration: null, min: -50, max: 50, inverse: false, capacityL: null };
const coldRoom = compileSensor({
  id: 1,
  name: 'Cold room',
  kind: 'temperature',
  versions: [{ ...definition, source: { expression: 'temperature1C / 10.0' } }],
  until: null,
});
const loadDoor = compileSensor({
  id: 2,
  name: 'Door',
  kind: 'door',
  versions: [{ ...definition, source: { attribute: 'input2' } }],
  until: null,
});
/** Start and end of alarms of sensors, seconds, near a geofence of 500 m. */
const ofSensors = (reports: Report[], condition: AlarmCondition) => {
  const context = contextOf({ rules: [rule(condition)], sensors: [coldRoom, loadDoor], fences });
  return ofKind(factsOf(reports, context), 'alarm').map(({ start, clearedAt }) => [
    (start - T0) / 1000,
    clearedAt === null ? null : (clearedAt - T0) / 1000,
  ]);
};
/** Drives east at 36 km/h from a second on, with a report every ten seconds. */
const drive = (from: number, to: number, more: Parameters<typeof at>[3] = {}) =>
  Array.from({ length: (to - from) / 10 + 1 }, (_, index) => at(from + index * 10, index * 100, 36, more));

describe('a sensor rule with additional conditions', () => {
  const warm = { kind: 'sensor', name: 'Cold room', unit: '', min: null, max: 8, on: null, afterS: 600 } as const;
  it('is normal only within the hysteresis, and dips do not restart the delay', () => {
    // The value is 8.5 at 0 s and not down to 7 before 1200 s: the ten minutes are up at 600 s.
    expect(ofSensors(everyFive(85, 75, 81, 72, 70), { ...warm, hysteresis: 1 })).toEqual([[600, 1200]]);
    expect(ofSensors(everyFive(85, 75, 81, 72, 70), warm)).toEqual([]);
    const plain = { kind: 'temperature', attribute: 'temperature1C', minC: 2, maxC: 8 } as const;
    expect(written(everyFive(9, 7.5, 9, 7), { ...plain, afterS: 600, hysteresisC: 1 })).toEqual([[600, 900, 1]]);
    expect(written(everyFive(9, 9, 7.5), { ...plain, afterS: 300 })).toEqual([[300, 600, 1]]);
    expect(written(everyFive(1, 2.5, 3), { ...plain, hysteresisC: 1 })).toEqual([[0, 600, 1]]);
  });

  const open = { kind: 'sensor', name: 'Door', unit: '', min: null, max: null, on: true, afterS: 0 } as const;
  it('applies while driving, also if the door was opened before and later reports do not contain it', () => {
    const opened = [at(0, 0, 0, { input2: false }), at(300, 0, 0, { input2: true }), at(400, 0, 0)];
    const way = [...opened, ...drive(410, 700), at(710, 3000, 36, { input2: false })];
    const [trip] = ofKind(factsOf(way), 'trip');
    expect(ofSensors(way, { ...open, driving: true })).toEqual([[((trip?.confirmedAt ?? 0) - T0) / 1000, 710]]);
    expect(ofSensors(way, open)).toEqual([[300, 710]]);
    expect(ofSensors(opened, { ...open, driving: true })).toEqual([]);
    // A day later the state is no longer known.
    const later = [...opened, at(90_000, 0, 0), ...drive(90_010, 90_300)];
    expect(ofSensors(later, { ...open, driving: true })).toEqual([]);
  });

  it('applies outside geofences', () => {
    const away = [at(0, 0, 0, { input2: true }), at(100, 0, 0), at(200, 900, 36), at(210, 1000, 36)];
    const back = [at(300, 100, 36), at(310, 0, 36), at(400, 0, 0, { input2: false })];
    // The second fix outside ends the visit; the first fix inside already suspends the alarm.
    expect(ofSensors([...away, ...back], { ...open, fenceIds: [3] })).toEqual([[210, 300]]);
    expect(ofSensors([...away, ...back], { ...open, fenceIds: [4] })).toEqual([]);
  });
});

/** 1,200 s after T0 on the given number of days. */
const due = (days: number) => Array.from({ length: days }, (_, day) => T0 + (day * 86_400 + 1200) * 1000);

describe('not in an area at a time', () => {
  // Monday, 08:10, or up to ten minutes later: from second 600 to 1200.
  const there = { kind: 'notInArea', fenceIds: [3], atMin: 490, weekdays: [0], toleranceS: 600 } as const;
  it.each([
    ['stood elsewhere', far(0, 600, 1199, 1260), [[1200, null, 1]]],
    ['stood elsewhere, and it is not yet late', far(0, 600, 1199), []],
    ['came in time', [...far(0, 600), ...parked(900, 910, 1300)], []],
    ['came with the last second', [...far(0, 600), ...parked(1200, 1210)], []],
    ['came too late', [...far(0, 600), ...parked(1500, 1510)], [[1200, 1500, 1]]],
    ['left before', [...parked(0, 480), ...far(540, 550, 1300)], [[1200, null, 1]]],
    ['left within the time', [...parked(0, 480, 700), ...far(720, 730, 1300)], []],
    ['slept there', [...parked(0, 10), ...far(5000, 5010)], []],
    ['was heard for the first time later', far(1300, 1400), []],
  ])('%s', (_what, reports, expected) => {
    expect(written(reports, there)).toEqual(expected);
  });

  it('applies on its days only, each independently', () => {
    const day = 86_400;
    const week = far(0, day / 2, day, 1.5 * day, 2 * day);
    expect(written(week, { ...there, weekdays: [1] })).toEqual([[day + 1200, null, 1]]);
    // Monday's alarm ends at 08:10 on Tuesday.
    expect(written(week, { ...there, weekdays: [0, 1] })).toEqual([
      [1200, day + 600, 1],
      [day + 1200, null, 1],
    ]);
  });

  it("follows the zone's clock, also on the day on which it is put forward", () => {
    // In Berlin 09:00 is 07:00 UTC from Sunday 29 March 2026 on, and 08:00 UTC before.
    const since = Date.UTC(2026, 2, 27, 12);
    const reports = far(...Array.from({ length: 72 }, (_, hour) => (since - T0) / 1000 + hour * 3600));
    const starts = (weekday: number) => {
      const condition = { ...there, atMin: 540, weekdays: [weekday], toleranceS: 0 };
      const context = contextOf({ timeZone: 'Europe/Berlin', fences, rules: [rule(condition)] });
      return ofKind(factsOf(reports, context), 'alarm').map(({ start }) => new Date(start).toISOString());
    };
    expect(starts(5)).toEqual(['2026-03-28T08:00:00.000Z']);
    expect(starts(6)).toEqual(['2026-03-29T07:00:00.000Z']);
  });

  it('is raised by a clock while no reports arrive, with the key that the next report gives it', () => {
    const context = contextOf({
      fences,
      rules: [rule(there)],
    });
    const stateOf = (reports: Report[]) => {
      const state = newState();
      for (const report of reports) advance(state, report, context, []);
      return state;
    };
    const byClock = (reports: Report[], second: number) => silenceAlarms(stateOf(reports), T0 + second * 1000, context);
    expect(byClock(far(0, 100), 1199)).toEqual([]);
    const [alarm] = byClock(far(0, 100), 1200);
    expect(alarm).toMatchObject({ start: T0 + 1_200_000, clearedAt: null });
    const [reported] = ofKind(factsOf(far(0, 100, 2000), context), 'alarm');
    expect(alarm?.key).toBe(reported?.key);
    // The vehicle is assumed to be where it last was, and the clock does not repeat an alarm that a report raised.
    expect(byClock(parked(0, 100), 1200)).toEqual([]);
    expect(byClock(far(0, 100, 1300), 1400)).toEqual([]);
  });

  it('is checked for 31 days of a silence, whenever the check runs', () => {
    const daily = { ...there, weekdays: [0, 1, 2, 3, 4, 5, 6] };
    const context = contextOf({ fences, rules: [rule(daily)] });
    const state = newState();
    for (const report of far(0, 100)) advance(state, report, context, []);
    const byClock = (days: number) => silenceAlarms(state, T0 + (days * 86_400 + 7200) * 1000, context);
    expect(byClock(2).map(({ start }) => start)).toEqual(due(3));
    expect(byClock(30).map(({ start }) => start)).toEqual(due(31));
    expect(byClock(45).map(({ start }) => start)).toEqual(due(31));
    const reported = ofKind(factsOf(far(0, 100, 45 * 86_400), context), 'alarm');
    expect(reported.map(({ start }) => start)).toEqual(due(31));
  });
});

describe('events', () => {
  const parkedThenAway = [at(0, 0, 0), at(60, 0, 0), ...drive(70, 700), ...[720, 900, 1200].map((s) => at(s, 6300, 0))];
  const repeated = [
    ...parkedThenAway,
    ...drive(1210, 1500).map((_, index) => at(1210 + index * 10, 6300 + index * 100, 36)),
  ];
  it('a trip begins and ends, each once, cleared by the other', () => {
    // From the last fix at the halt to the first at the next.
    const [begin, end, next] = [70, 720, 1210];
    const trips = ofKind(factsOf(repeated), 'trip');
    expect(trips.map(({ start }) => (start - T0) / 1000)).toEqual([begin, next]);
    expect(written(repeated, { kind: 'tripStart' })).toEqual([
      [begin, end, 1],
      [next, null, 1],
    ]);
    expect(written(repeated, { kind: 'tripEnd' })).toEqual([[end, next, 1]]);
    // A vehicle standing at its first report has not ended a trip.
    expect(written(parked(0, 600, 1200), { kind: 'tripEnd' })).toEqual([]);
  });

  it('the ignition is switched on and off; its first state is not an event', () => {
    const wire = [false, true, true, false, true].map((ignition, index) => at(index * 100, 0, 0, { ignition }));
    expect(written(wire, { kind: 'ignitionOn' })).toEqual([
      [100, 300, 1],
      [400, null, 1],
    ]);
    expect(written(wire, { kind: 'ignitionOff' })).toEqual([[300, 400, 1]]);
    expect(written(drive(0, 300), { kind: 'ignitionOn' })).toEqual([]);
  });
});
