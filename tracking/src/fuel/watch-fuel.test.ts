import { expect, it } from 'vitest';
import { compileSensor, type SensorDefinition } from '../sensors/sensor.ts';
import { at, contextOf, factsOf, ofKind, T0 } from '../testing/journey.fixture.ts';
import { Timeline } from '../timeline.ts';
import type { AlarmRule } from '../alarm-rule.ts';
import type { AnyReport } from '../report.ts';

const DEFINITION: SensorDefinition = {
  source: { attribute: 'fuelL' },
  calibration: null,
  min: null,
  max: null,
  inverse: false,
  capacityL: 400,
};
const tankOf = (...versions: { from: number | null; capacityL?: number }[]) =>
  compileSensor({
    id: 7,
    name: 'Tank',
    kind: 'fuelLevel',
    versions: versions.map((one) => ({ ...DEFINITION, ...one })),
    until: null,
  });
const context = contextOf({ sensors: [tankOf({ from: null })] });

/** Drives for ten minutes, stands for an hour with the given level by minute, and drives on. */
function hourOf(level: (minute: number) => number): AnyReport[] {
  const reports: AnyReport[] = [];
  for (let n = 0; n < 30; n++)
    reports.push(at(n * 20, n * 200, 36, { fuelL: 300 - n * 0.1 + (n % 3), ignition: true }));
  for (let n = 0; n <= 60; n++) reports.push(at(600 + n * 60, 6000, 0, { fuelL: level(n), ignition: false }));
  for (let n = 1; n < 30; n++) {
    reports.push(at(4200 + n * 20, 6000 + n * 200, 36, { fuelL: level(60) - n * 0.1 + (n % 3), ignition: true }));
  }
  return reports;
}
const theft = hourOf((n) => (n < 20 ? 297 : n < 30 ? 297 - (n - 20) * 5 : 247));
const fill = hourOf((n) => (n < 10 ? 297 : n < 12 ? 340 : 380));
const seconds = (reports: readonly AnyReport[], given = context) =>
  ofKind(factsOf(reports, given), 'fuel').map(({ change, litres, start, end, sure, place }) => ({
    change,
    litres: Math.round(litres),
    from: (start - T0) / 1000,
    to: end === null ? null : (end - T0) / 1000,
    sure,
    placed: place !== null,
  }));

it('fuel that leaves a parked vehicle is a drop, from the last level before to the first after', () => {
  expect(seconds(theft)).toEqual([
    { change: 'drop', litres: 50, from: 600 + 21 * 60, to: expect.any(Number), sure: true, placed: true },
  ]);
  const [{ to } = { to: 0 }] = seconds(theft);
  expect(to).toBeGreaterThanOrEqual(600 + 30 * 60);
  expect(to).toBeLessThanOrEqual(600 + 34 * 60);
});

it('a fill has its litres', () => {
  expect(seconds(fill)).toMatchObject([{ change: 'fill', litres: 83, from: 600 + 9 * 60, sure: true }]);
});

it('a change lasts until the level is steady or the vehicle leaves', () => {
  const cut = theft.slice(0, 30 + 28);
  expect(seconds(cut)).toMatchObject([{ change: 'drop', to: null }]);
  const timeline = new Timeline(context);
  timeline.receive(cut);
  timeline.end();
  expect(ofKind(timeline.sortedFacts(), 'fuel')).toMatchObject([{ change: 'drop', end: expect.any(Number) }]);
});

it('a day contains the amount by which the level fell, without waves', () => {
  const [day] = ofKind(factsOf(fill, context), 'day');
  // The median of the first five levels while driving, 299.7 to 301.8 l, and of the last fifteen, 377.3 to 380.3 l.
  expect(day?.fuelNetL).toBeCloseTo(300.6 - 378.8, 1);
  expect(ofKind(factsOf(fill, contextOf()), 'day')[0]).not.toHaveProperty('fuelNetL');
});

it('the facts are the same in any order of arrival', () => {
  for (const reports of [theft, fill]) {
    const timeline = new Timeline(context);
    timeline.receive(reports.filter((_, n) => n % 3 === 0).toReversed());
    timeline.receive(reports.filter((_, n) => n % 3 !== 0));
    expect(timeline.sortedFacts()).toEqual(factsOf(reports, context));
  }
});

const halfAnHour = (start: number, fromM: number, litres: number) =>
  Array.from({ length: 30 }, (_, n) =>
    at(start + n * 60, fromM + n * 800, 48, { fuelL: litres - (n % 2), ignition: true }),
  );

/**
 * Drives for half an hour with 184 l, of which the last readings are taken at the halt; sleeps for 50 minutes; wakes
 * with 124 l and drives on.
 */
function sleepAt(from: number, eastM: number, { atHalt, awake }: { atHalt: number; awake: number }): AnyReport[] {
  const halt = from + 1800;
  const wakes = halt + 3000;
  return [
    ...halfAnHour(from, eastM, 184),
    ...Array.from({ length: atHalt }, (_, n) =>
      at(halt + n * 20, eastM + 24_000, 0, { fuelL: 184, ignition: n < atHalt - 1 }),
    ),
    ...Array.from({ length: awake }, (_, n) => at(wakes + n * 30, eastM + 24_000, 0, { fuelL: 124, ignition: n > 0 })),
    ...halfAnHour(wakes + awake * 30, eastM + 24_000, 124),
  ];
}

it.each([
  { atHalt: 2, awake: 3 },
  { atHalt: 1, awake: 1 },
  { atHalt: 0, awake: 2 },
  { atHalt: 6, awake: 1 },
  { atHalt: 6, awake: 0 },
])('60 l missing after a sleep at the halt are a drop, with $atHalt readings before and $awake after', (stop) => {
  const three = [0, 1, 2].flatMap((n) => sleepAt(n * 7200, n * 48_000, stop));
  // Readings count as those of a standing tank from a minute after the halt on. The first reading of the drive, at the
  // same coordinates, counts too.
  const isSure = stop.atHalt > 3;
  const found = seconds(three).filter(({ change }) => change === 'drop');
  expect(found).toHaveLength(3);
  for (const [n, { litres, from, to, sure }] of found.entries()) {
    expect(sure).toBe(isSure);
    // The expected litres are reduced by half of what an engine may have burnt: 5 l an hour for the 2 h of a sleep for
    // which no engine stop was reported, and 0.8 l/km while driving.
    expect(litres).toBeLessThanOrEqual(60);
    expect(litres).toBeGreaterThanOrEqual(isSure ? 59 : 60 - (10 + 0.8 * 24) / 2);
    const halt = n * 7200 + 1800;
    expect(from).toBeGreaterThanOrEqual(halt - 60);
    expect(from).toBeLessThanOrEqual(halt + 120);
    expect(to).toBeGreaterThanOrEqual(halt + 3000);
    expect(to).toBeLessThanOrEqual(halt + 3000 + 30 * 60);
  }
});

it('a rule about 20 l within 10 minutes detects the drop after the sleep', () => {
  const rule: AlarmRule = {
    id: 1,
    condition: { kind: 'fuelDrop', dropL: 20, withinS: 600, clearAfterS: null },
    coolDownS: 0,
    schedule: null,
  };
  const alarms = (stop: { atHalt: number; awake: number }) =>
    ofKind(factsOf(sleepAt(0, 0, stop), contextOf({ rules: [rule] })), 'alarm').map(({ start, value }) => [
      (start - T0) / 1000,
      value,
    ]);
  // 184 l at the halt and 124 after it; the first of the two low readings is taken on waking.
  expect(alarms({ atHalt: 2, awake: 3 })).toEqual([[1800 + 3000, 60]]);
  // No engine stop was reported, so consumption in the 50 minutes is unknown.
  expect(alarms({ atHalt: 0, awake: 3 })).toEqual([]);
});

it('possible consumption is no drop: a sleep of a truck that idled, 100 km driven without data', () => {
  const stop = { atHalt: 0, awake: 3 };
  const reports = sleepAt(0, 0, stop).map((report, n) =>
    n < 30 ? report : at(4800 + (n - 30) * 60, 124_000 + (n - 30) * 800, 48, { fuelL: 150 - (n % 2), ignition: true }),
  );
  expect(seconds(reports)).toEqual([]);
});

it('levels by two definitions are not compared, and nothing is found without a sensor or a tank size', () => {
  const changed = contextOf({
    sensors: [tankOf({ from: null }, { from: T0 + (600 + 20 * 60) * 1000, capacityL: 401 })],
  });
  const at20 = hourOf((n) => (n < 20 ? 297 : 247));
  expect(seconds(at20)).toHaveLength(1);
  expect(seconds(at20, changed)).toEqual([]);
  expect(seconds(theft, contextOf())).toEqual([]);
  const unsized = compileSensor({
    id: 7,
    name: 'Tank',
    kind: 'fuelLevel',
    versions: [{ ...DEFINITION, capacityL: null, from: null }],
    until: null,
  });
  expect(seconds(theft, contextOf({ sensors: [unsized] }))).toEqual([]);
  expect(seconds(theft, contextOf({ sensors: [unsized], tankL: 400 }))).toMatchObject([{ litres: 50 }]);
});
