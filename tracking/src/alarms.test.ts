import { describe, expect, it } from 'vitest';
import type { AlarmCondition, AlarmRule } from './alarm-rule.ts';
import { HARSH_CODES } from './alarm-rule.ts';
import { advance, type Report } from './advance.ts';
import type { Fact } from './fact.ts';
import type { AnyReport } from './report.ts';
import { compileSensor } from './sensors/sensor.ts';
import { at, contextOf, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';
import { newState } from './track-state.ts';

const rule = (condition: AlarmCondition, coolDownS = 0, schedule: AlarmRule['schedule'] = null): AlarmRule => ({
  id: 1,
  condition,
  coolDownS,
  schedule,
});
const circle = { kind: 'circle' as const, centre: at(0, 0, 0).position, radiusM: 500 };

function alarms(
  reports: Report[],
  condition: AlarmCondition,
  coolDownS = 0,
  clearedByHand: { ruleId: number; at: number }[] = [],
) {
  const fences = [{ id: 3, shape: circle, speedLimitKph: null, schedule: null }];
  return ofKind(factsOf(reports, contextOf({ rules: [rule(condition, coolDownS)], fences, clearedByHand })), 'alarm');
}
const written = (reports: Report[], condition: AlarmCondition, coolDownS = 0) =>
  alarms(reports, condition, coolDownS).map(({ start, clearedAt, count }) => [
    (start - T0) / 1000,
    clearedAt === null ? null : (clearedAt - T0) / 1000,
    count,
  ]);
const parked = (...seconds: number[]) => seconds.map((second) => at(second, 0, 0));

const fuel = (...litres: number[]) => litres.map((fuelL, index) => at(index * 60, 0, 0, { fuelL }));

/** Tenths of a degree, every five minutes. */
const everyFive = (...tenths: (number | undefined)[]) =>
  tenths.map((temperature1C, index) => at(index * 300, 0, 0, { temperature1C }));

const brake = (second: number) => at(second, 0, 20, { alarm: ['hardBraking'] });

describe('alarm conditions', () => {
  it('overspeed holds above the limit, until a fix is not above it', () => {
    const speeds = [50, 90, 90.1, 120, 90, 50].map((kph, index) => at(index * 10, index * 300, kph));
    expect(written(speeds, { kind: 'overspeed', limitKph: 90 })).toEqual([[20, 40, 1]]);
    expect(alarms(speeds, { kind: 'overspeed', limitKph: 90 })[0]?.value).toBe(120);
  });

  it('over-stay begins in the second in which the time is up, however late a report shows it', () => {
    expect(written(parked(0, 599), { kind: 'overStay', afterS: 600 })).toEqual([]);
    expect(written(parked(0, 600), { kind: 'overStay', afterS: 600 })).toEqual([[600, null, 1]]);
    expect(written(parked(0, 5000), { kind: 'overStay', afterS: 600 })).toEqual([[600, null, 1]]);
  });

  it('over-stay ends when the vehicle left, however late the trip is known', () => {
    // The trip is confirmed by 200 m and 60 s; it began at the last fix while standing.
    const leaves = Array.from({ length: 9 }, (_, index) => at(710 + index * 10, (index + 1) * 100, 36));
    expect(written([...parked(0, 700), ...leaves], { kind: 'overStay', afterS: 600 })).toEqual([[600, 700, 1]]);
  });

  it('idling holds with ignition on, until it goes off', () => {
    const idle = [at(0, 0, 0, { ignition: true }), at(100, 0, 0), at(300, 0, 0), at(400, 0, 0, { ignition: false })];
    expect(written(idle, { kind: 'idling', afterS: 300 })).toEqual([[300, 400, 1]]);
    expect(written(idle, { kind: 'idling', afterS: 301 })).toEqual([]);
  });

  it('no data is raised after the given silence, and cleared by the next report', () => {
    expect(written(parked(0, 3599), { kind: 'noData', afterS: 3600 })).toEqual([]);
    expect(written(parked(0, 3600), { kind: 'noData', afterS: 3600 })).toEqual([[3600, 3600, 1]]);
    expect(written(parked(0, 9000), { kind: 'noData', afterS: 3600 })).toEqual([[3600, 9000, 1]]);
  });

  it('geofence entry, exit and dwell raise alarms', () => {
    const away = [at(0, 0, 0), at(100, 0, 0), at(200, 900, 36), at(210, 1000, 36), at(300, 100, 36), at(310, 0, 36)];
    expect(written(away, { kind: 'geofenceExit', fenceIds: null })).toEqual([[200, 300, 1]]);
    // The vehicle was already inside when the installation began.
    expect(written(away, { kind: 'geofenceEnter', fenceIds: [3] }, 0)).toEqual([[300, null, 1]]);
    expect(written(away, { kind: 'geofenceEnter', fenceIds: [4] })).toEqual([]);
    expect(written(away, { kind: 'geofenceDwell', fenceIds: null, afterS: 100 })).toEqual([[100, 200, 1]]);
    expect(written(away, { kind: 'geofenceDwell', fenceIds: null, afterS: 201 })).toEqual([]);
  });

  it('a temperature outside its range raises an alarm, but not at its bounds', () => {
    const cold = [2, 8, 8.1, 5, 1.9].map((temperature1C, index) => at(index * 60, 0, 0, { temperature1C }));
    const range = { kind: 'temperature' as const, attribute: 'temperature1C', minC: 2, maxC: 8 };
    expect(written(cold, range)).toEqual([
      [120, 180, 1],
      [240, null, 1],
    ]);
  });

  it('a sensor outside its range for the given time raises an alarm by its name; reports without a value change nothing', () => {
    const definition = { from: null, calibration: null, min: -50, max: 50, inverse: false, capacityL: null };
    const room = compileSensor({
      id: 1,
      name: 'Cold room',
      kind: 'temperature',
      versions: [{ ...definition, source: { expression: 'temperature1C / 10.0' } }],
      until: null,
    });
    const door = compileSensor({
      id: 2,
      name: 'Door',
      kind: 'door',
      versions: [{ ...definition, source: { attribute: 'input2' } }],
      until: null,
    });
    const since = (reports: Report[], condition: Partial<Extract<AlarmCondition, { kind: 'sensor' }>>) => {
      const range = { kind: 'sensor', name: 'COLD ROOM', unit: '', min: null, max: 8, on: null, afterS: 600 } as const;
      const context = contextOf({ rules: [rule({ ...range, ...condition })], sensors: [room, door] });
      return ofKind(factsOf(reports, context), 'alarm').map(({ start, clearedAt, value }) => [
        (start - T0) / 1000,
        clearedAt === null ? null : (clearedAt - T0) / 1000,
        value,
      ]);
    };
    // Above 8.0 from minute 5 on, so the ten minutes are up at minute 15.
    expect(since(everyFive(80, 81, 90, 85, 80), {})).toEqual([[900, 1200, 8.5]]);
    expect(since(everyFive(80, 81, 90, 80, 90), {})).toEqual([]);
    // A missing value, and a value outside a cold room's range, are ignored.
    expect(since(everyFive(81, undefined, 9000, 85), {})).toEqual([[600, null, 8.5]]);
    expect(since(everyFive(90, 90, 90), { name: 'Warm room' })).toEqual([]);
    expect(since(everyFive(-1, 5), { min: 0, max: 1, afterS: 0 })).toEqual([[0, 300, -0.1]]);
    const doors = [false, true, true, false].map((input2, index) => at(index * 60, 0, 0, { input2 }));
    expect(since(doors, { name: 'Door', max: null, on: true, afterS: 0 })).toEqual([[60, 180, null]]);
  });

  it('a smoothed sensor uses the median of its window, so that one outlier raises no alarm', () => {
    const version = { calibration: null, min: -50, max: 50, inverse: false, capacityL: null, from: null };
    const source = { attribute: 'temperature1C' };
    const sensorOf = (smoothingS: number | null) =>
      compileSensor({
        id: 1,
        name: 'Room',
        kind: 'temperature',
        until: null,
        versions: [{ ...version, source, smoothingS }],
      });
    const reports = [5, 5, 20, 5, 5, 20, 20, 20, 5].map((temperature1C, n) => at(n * 60, 0, 0, { temperature1C }));
    const minutes = (smoothingS: number | null) => {
      const warm = { kind: 'sensor', name: 'Room', unit: '', min: null, max: 8, on: null, afterS: 0 } as const;
      const found = ofKind(
        factsOf(reports, contextOf({ rules: [rule(warm)], sensors: [sensorOf(smoothingS)] })),
        'alarm',
      );
      return found.map(({ start }) => (start - T0) / 60_000);
    };
    expect(minutes(null)).toEqual([2, 5]);
    // Medians of three minutes: of 5 5 20 | 5 20 5 | 20 5 5 | 5 5 20 | 5 20 20, the last is the first window with two
    // of three values above the limit.
    expect(minutes(180)).toEqual([6]);
  });

  it('a battery below its limit raises an alarm', () => {
    const battery = [20, 19, 25].map((batteryPercent, index) => at(index * 60, 0, 0, { batteryPercent }));
    expect(written(battery, { kind: 'lowBattery', belowPercent: 20 })).toEqual([[60, 120, 1]]);
  });

  it('a fuel drop needs two consecutive low readings within the time', () => {
    const drop = { kind: 'fuelDrop' as const, dropL: 20, withinS: 600, clearAfterS: null };
    expect(written(fuel(100, 80, 80), drop)).toEqual([[60, null, 1]]);
    expect(written(fuel(100, 80.1, 80.1), drop)).toEqual([]);
    expect(written(fuel(100, 70, 99, 98), drop)).toEqual([]);
    // Levels that no tank can hold are ignored.
    expect(written(fuel(1e308, 1e308, -1e308, -1e308, 100, 100), drop)).toEqual([]);
    // Consumption of two litres a minute: a drop of 20 litres takes the whole ten minutes.
    expect(written(fuel(...Array.from({ length: 60 }, (_, minute) => 100 - minute)), drop)).toEqual([]);
  });

  it('movement outside working hours, which are local, raises an alarm', () => {
    const hours = Array.from({ length: 7 }, () => [{ fromMin: 0, toMin: 485 }]);
    // T0 is 08:00 UTC; work ends at 08:05.
    const drive = Array.from({ length: 20 }, (_, index) => at(200 + index * 10, index * 100, 36));
    const reports = [...parked(0, 190), ...drive, at(400, 2000, 0), at(600, 2000, 0)];
    expect(written(reports, { kind: 'unauthorisedMovement', workingHours: hours })).toEqual([[300, 400, 1]]);
  });

  it('movement in the workshop raises no alarm; it ends one, and movement afterwards raises another', () => {
    const never = Array.from({ length: 7 }, () => []);
    const drive = Array.from({ length: 60 }, (_, index) => at(200 + index * 10, index * 100, 36));
    const raised = (from: number, to: number | null) => {
      const inWorkshop = [{ from: T0 + from * 1000, to: to === null ? null : T0 + to * 1000 }];
      const rules = [rule({ kind: 'unauthorisedMovement', workingHours: never })];
      const facts = ofKind(factsOf([...parked(0, 190), ...drive], contextOf({ rules, inWorkshop })), 'alarm');
      return facts.map(({ start, clearedAt }) => [(start - T0) / 1000, clearedAt && (clearedAt - T0) / 1000]);
    };
    expect(raised(0, null)).toEqual([]);
    expect(raised(0, 500)).toEqual([[500, null]]);
    const [first] = raised(900, null);
    expect(raised(400, 500)).toEqual([
      [first?.[0], 400],
      [500, null],
    ]);
  });
});

describe('alarms of the device', () => {
  const harsh: AlarmCondition = { kind: 'device', codes: HARSH_CODES, clearCodes: [], clearAfterS: 300 };
  it('are counted while the alarm is active, and are cleared after a quiet period', () => {
    expect(written([brake(0), brake(100), ...parked(399)], harsh)).toEqual([[0, null, 2]]);
    expect(written([brake(0), brake(100), ...parked(400)], harsh)).toEqual([[0, 400, 2]]);
    expect(alarms([brake(0)], harsh)[0]?.about).toBe('hardBraking');
  });

  it('reopen the last alarm within the cool-down', () => {
    const quiet = [brake(0), ...parked(300)];
    expect(written([...quiet, brake(420)], harsh, 120)).toEqual([[0, null, 2]]);
    expect(written([...quiet, brake(421)], harsh, 120)).toEqual([
      [0, 300, 1],
      [421, null, 1],
    ]);
  });

  it('clear a power cut when power returns', () => {
    const power: AlarmCondition = {
      kind: 'device',
      codes: ['powerCut'],
      clearCodes: ['powerRestored'],
      clearAfterS: null,
    };
    const cut = [at(0, 0, 0, { alarm: ['powerCut'] }), ...parked(9000)];
    expect(written(cut, power)).toEqual([[0, null, 1]]);
    expect(written([...cut, at(9001, 0, 0, { alarm: ['powerRestored'] })], power)).toEqual([[0, 9001, 1]]);
  });

  it('are cleared by a person even if the device has reported from a later time: its clock is ahead, or the message was slow', () => {
    const sos = { kind: 'device' as const, codes: ['sos'], clearCodes: [], clearAfterS: null };
    const cleared = [{ ruleId: 1, at: T0 + 100_000 }];
    const reports = [at(0, 0, 0, { alarm: ['sos'] }), at(200, 0, 0), at(300, 0, 0), at(900, 0, 0, { alarm: ['sos'] })];
    const facts: Fact[] = [];
    const state = newState();
    for (const [index, report] of reports.entries()) {
      advance(state, report, contextOf({ rules: [rule(sos)], clearedByHand: index < 2 ? [] : cleared }), facts);
    }
    const live = new Map(facts.filter(({ kind }) => kind === 'alarm').map((fact) => [fact.key, fact]));
    // Two alarms, as after a recomputation: without a cool-down the second SOS raises a new alarm.
    expect([...live.values()]).toMatchObject([{ clearedAt: T0 + 100_000 }, { start: T0 + 900_000, clearedAt: null }]);
    expect([...live.values()]).toEqual(alarms(reports, sos, 0, cleared));
  });

  it('keep an SOS until a person clears it', () => {
    const sos: AlarmCondition = { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null };
    const reports = [at(0, 0, 0, { alarm: ['sos'] }), ...parked(100, 90_000)];
    expect(written(reports, sos)).toEqual([[0, null, 1]]);
    const cleared = alarms(reports, sos, 0, [{ ruleId: 1, at: T0 + 500_000 }]);
    expect(cleared).toMatchObject([{ clearedAt: T0 + 500_000, count: 1 }]);
  });

  it("with a wrong clock are raised by receipt, with the coordinates received and the device's time", () => {
    const sos: AlarmCondition = { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null };
    const attributes = { alarm: ['sos'] as const };
    const deviceClock = new Date('2009-01-01T00:00:19Z');
    const report = { position: null, time: new Date(T0 + 5000), attributes, hash: 1, deviceClock };
    const raised = (one: AnyReport) => ofKind(factsOf([at(0, 0, 0), one], contextOf({ rules: [rule(sos)] })), 'alarm');
    expect(raised({ ...report, coordinates: { lat: 12.97, lon: 77.59 } })).toMatchObject([
      { start: T0 + 5000, place: { lat: 12.97, lon: 77.59 }, deviceClock: deviceClock.getTime() },
    ]);
    expect(raised({ ...report, deviceClock: null })).toMatchObject([{ place: { lat: 0, lon: 10 }, deviceClock: null }]);
  });
});
