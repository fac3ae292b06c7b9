import { expect, it } from 'vitest';
import { compileSensor, type SensorDefinition, type SensorKind, type SensorSetting } from './sensors/sensor.ts';
import { SWITCH_HOLD_S } from './switches.ts';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';

const OPEN = { door: true };
const SHUT = { door: false };
const seconds = (facts: ReturnType<typeof factsOf>) =>
  ofKind(facts, 'switch').map(({ name, start, end, durationS }) => [
    name,
    (start - T0) / 1000,
    end === null ? null : (end - T0) / 1000,
    durationS,
  ]);

it('is on from the first report of on to the first of off; reports without it change nothing', () => {
  const reports = [at(0, 0, 0, SHUT), at(60, 0, 0, OPEN), at(120, 0, 0), at(180, 0, 0, OPEN), at(240, 0, 0, SHUT)];
  expect(seconds(factsOf(reports))).toEqual([['door', 60, 240, 180]]);
});

it('continues until contradicted, as of its last report', () => {
  expect(seconds(factsOf([at(0, 0, 0, OPEN), at(60, 0, 0, OPEN), at(120, 0, 0)]))).toEqual([['door', 0, null, 60]]);
});

it('handles several simultaneously, also from reports without coordinates, and where they were switched on', () => {
  const reports = [at(0, 0, 0), statusAt(30, { input1: true }), at(60, 0, 0, { input1: false, ac: true })];
  const facts = factsOf(reports);
  expect(seconds(facts)).toEqual([
    ['input1', 30, 60, 30],
    ['ac', 60, null, 0],
  ]);
  expect(ofKind(facts, 'switch')[0]?.place).toEqual({ lat: expect.any(Number), lon: expect.any(Number) });
});

it('last reported on more than a day ago is on until then', () => {
  const later = SWITCH_HOLD_S + 61;
  expect(seconds(factsOf([at(0, 0, 0, OPEN), at(60, 0, 0, OPEN), at(later, 0, 0)]))).toEqual([['door', 0, 60, 60]]);
  expect(seconds(factsOf([at(0, 0, 0, OPEN), at(60, 0, 0, OPEN), at(later, 0, 0, OPEN)]))).toEqual([
    ['door', 0, 60, 60],
    ['door', later, null, 0],
  ]);
});

it('excludes ignition, motion, and names invented by an unknown device', () => {
  expect(seconds(factsOf([at(0, 0, 0, { ignition: true, motion: true, madeUp: true })]))).toEqual([]);
});

it('that comes late is sorted in, and ends with the installation when it was last reported', () => {
  const reports = [at(0, 0, 0, OPEN), at(60, 0, 0, SHUT), at(120, 0, 0, OPEN), at(180, 0, 0)];
  const timeline = new Timeline(contextOf());
  timeline.receive([1, 3].flatMap((n) => reports[n] ?? []));
  timeline.receive([0, 2].flatMap((n) => reports[n] ?? []));
  expect(timeline.sortedFacts()).toEqual(factsOf(reports));
  timeline.end();
  expect(seconds(timeline.sortedFacts())).toEqual([
    ['door', 0, 60, 60],
    ['door', 120, 120, 0],
  ]);
});

const byName = (facts: ReturnType<typeof factsOf>) =>
  seconds(facts).toSorted(([a], [b]) => String(a).localeCompare(String(b)));

const sensor = (
  id: number,
  kind: SensorKind,
  source: SensorDefinition['source'],
  others: Partial<SensorSetting> = {},
) =>
  compileSensor({
    id,
    name: `Sensor ${id}`,
    kind,
    versions: [{ source, calibration: null, min: null, max: null, inverse: false, capacityL: null, from: null }],
    until: null,
    ...others,
  });

it('follows a yes/no sensor instead of the attribute that it reads', () => {
  const sensors = [
    sensor(7, 'pto', { attribute: 'input1' }),
    sensor(8, 'door', { expression: 'analog1V > 3.0' }),
    sensor(9, 'temperature', { attribute: 'temperatureC' }),
  ];
  const reports = [
    at(0, 0, 0, { input1: true, input2: true, analog1V: 5, temperatureC: 4 }),
    at(60, 0, 0, { input1: false, analog1V: 5 }),
    // This report lacks the expression's input.
    at(90, 0, 0, { input2: false }),
    at(120, 0, 0, { analog1V: 0.2 }),
  ];
  const facts = factsOf(reports, contextOf({ sensors }));
  expect(byName(facts)).toEqual([
    ['input2', 0, 90, 90],
    ['sensor:7', 0, 60, 60],
    ['sensor:8', 0, 120, 120],
  ]);
  expect(ofKind(facts, 'switch').map((one) => one.sensorId)).toEqual(expect.arrayContaining([7, 8, null]));
});

it('keeps two doors separate, and ends with a removed sensor when it was last reported', () => {
  const gone = { until: T0 + 90_000 };
  const sensors = [sensor(1, 'door', { attribute: 'input1' }, gone), sensor(2, 'door', { attribute: 'input2' })];
  const both = { input1: true, input2: true };
  const reports = [at(0, 0, 0, both), at(60, 0, 0, both), at(120, 0, 0, both)];
  expect(byName(factsOf(reports, contextOf({ sensors })))).toEqual([
    // The input is recorded under its own name once more.
    ['input1', 120, null, 0],
    ['sensor:1', 0, 60, 60],
    ['sensor:2', 0, null, 120],
  ]);
});
