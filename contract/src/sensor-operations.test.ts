import { expect, test } from 'vitest';
import { sensorOperations } from './sensor-operations.ts';

const FIRST = { raw: 0.5, value: 0 };
const SECOND = { raw: 2, value: 100 };
const THIRD = { raw: 4.5, value: 400 };

function faultsOf(calibration: unknown) {
  const sensor = { vehicleId: 1, name: 'Tank', kind: 'fuelLevel', source: 'attribute', attribute: 'analog1V' };
  const { error } = sensorOperations['save-sensor'].input.safeParse({ ...sensor, calibration });
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

test('a normal range can have a single limit, and its upper limit is above its lower one', () => {
  const sensor = {
    vehicleId: 1,
    name: 'Cold room',
    kind: 'temperature',
    source: 'attribute',
    attribute: 'temperature1C',
  };
  const faults = (range: object) => {
    const { error } = sensorOperations['save-sensor'].input.safeParse({ ...sensor, ...range });
    return (error?.issues ?? []).map(({ path }) => path.join('.'));
  };
  expect([faults({ normalMin: 2, normalMax: 8 }), faults({ normalMax: -18 }), faults({ normalMin: 2 })]).toEqual([
    [],
    [],
    [],
  ]);
  expect([faults({ normalMin: 8, normalMax: 2 }), faults({ normalMin: 8, normalMax: 8 })]).toEqual([
    ['normalMax'],
    ['normalMax'],
  ]);
});

test('a calibration table has rising raw values and monotonic values', () => {
  expect(faultsOf([FIRST, SECOND, THIRD])).toEqual([]);
  expect(faultsOf([FIRST, SECOND, { ...THIRD, raw: 2 }])).toEqual(['calibration.2.raw']);
  expect(faultsOf([FIRST, { ...SECOND, raw: 0.2 }, THIRD])).toEqual(['calibration.1.raw']);
  expect(faultsOf([FIRST, SECOND, { ...THIRD, value: 90 }])).toEqual(['calibration.2.value']);
  expect(faultsOf([FIRST, { raw: Number.NaN, value: 1 }])).toEqual(['calibration.1.raw']);
  // One point does not define a line.
  expect(faultsOf([FIRST])).toEqual(['calibration.0.raw']);
  // A falling calibration is as valid as a rising one; so is a point at which the slope does not change.
  expect(faultsOf([FIRST, SECOND, THIRD].map(({ raw, value }) => ({ raw, value: -value })))).toEqual([]);
  expect(faultsOf([FIRST, { raw: 1, value: 0 }, SECOND])).toEqual([]);
});
