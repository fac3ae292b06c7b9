import { expect, it } from 'vitest';
import { compileSensor, type SensorDefinition } from '../sensors/sensor.ts';
import { at, contextOf, factsOf, ofKind, T0 } from '../testing/journey.fixture.ts';
import { Timeline } from '../timeline.ts';
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

/** Drives for ten minutes, stands for an hour in which the level goes as told, by minute, and drives on. */
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

it('fuel that leaves a parked vehicle is a drop, from the last level before on to the first after', () => {
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

it('goes on until the level is steady or the vehicle leaves', () => {
  const cut = theft.slice(0, 30 + 28);
  expect(seconds(cut)).toMatchObject([{ change: 'drop', to: null }]);
  const timeline = new Timeline(context);
  timeline.receive(cut);
  timeline.end();
  expect(ofKind(timeline.told(), 'fuel')).toMatchObject([{ change: 'drop', end: expect.any(Number) }]);
});

it('is the same in any order of arrival', () => {
  for (const reports of [theft, fill]) {
    const timeline = new Timeline(context);
    timeline.receive(reports.filter((_, n) => n % 3 === 0).toReversed());
    timeline.receive(reports.filter((_, n) => n % 3 !== 0));
    expect(timeline.told()).toEqual(factsOf(reports, context));
  }
});

it('levels by two definitions are not compared, nor is anything found without a sensor or a size of the tank', () => {
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
