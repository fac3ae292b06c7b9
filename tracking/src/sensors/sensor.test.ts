import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { calibrate, compileSensor, type SensorDefinition, type SensorKind } from './sensor.ts';
import { readerOf, smooth } from './smoothing.ts';

const TANK = [
  { raw: 0.5, value: 0 },
  { raw: 2, value: 100 },
  { raw: 4.5, value: 400 },
];
const DEFINITION: SensorDefinition = {
  source: { attribute: 'analog1V' },
  calibration: null,
  min: null,
  max: null,
  inverse: false,
  capacityL: null,
};
const sensor = (kind: SensorKind, ...versions: (Partial<SensorDefinition> & { from?: number })[]) =>
  compileSensor({
    id: 1,
    name: 'Tank',
    kind,
    versions: versions.map((one) => ({ ...DEFINITION, from: null, ...one })),
    until: null,
  });

it('interpolates a table linearly between its points, and keeps its ends outside of them', () => {
  expect([0, 0.5, 1.25, 2, 3.25, 4.5, 5].map((raw) => calibrate(TANK, raw))).toEqual([0, 0, 50, 100, 250, 400, 400]);
});

it('is monotonic where the table is', () => {
  const rising = fc
    .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 20 })
    .map((raws) => raws.toSorted((a, b) => a - b).map((raw, index) => ({ raw, value: index * index })));
  const raws = fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(rising, raws, (points, [a, b]) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(calibrate(points, low)).toBeLessThanOrEqual(calibrate(points, high));
    }),
  );
});

it('rejects a value whose sum over a day would overflow', () => {
  for (const kind of ['temperature', 'counter', 'weight', 'fuelLevel', 'other'] as const) {
    for (const expression of ['1e308', '-1e308', 'satellites * 1e307', '1e12 + 1.0e6']) {
      const read = sensor(kind, { source: { expression } }).read({ satellites: 10 }, 0);
      expect(read, `${kind} ${expression}`).toEqual({ raw: null, value: null });
    }
  }
  const steep = sensor('other', {
    calibration: [
      { raw: 0, value: 0 },
      { raw: 1, value: 1e300 },
    ],
  });
  expect(steep.read({ analog1V: 1 }, 0)).toEqual({ raw: 1, value: null });
  expect(sensor('counter', { source: { expression: '1e12' } }).read({}, 0).value).toBe(1e12);
});

it('reads an attribute or an expression, by its table and range', () => {
  const level = sensor('fuelLevel', { calibration: TANK, capacityL: 400 });
  expect(level.read({ analog1V: 2 }, 0)).toEqual({ raw: 2, value: 100 });
  expect(level.read({}, 0)).toEqual({ raw: null, value: null });
  expect(level.capacityL(0, 300)).toBe(400);
  const unsaid = sensor('fuelLevel', { calibration: TANK });
  expect([unsaid.capacityL(0, 300), unsaid.capacityL(0, null)]).toEqual([300, 400]);
  const cold = sensor('temperature', { source: { expression: '(analog1V - 0.5) * 100' }, min: -40, max: 80 });
  expect(cold.read({ analog1V: 0.75 }, 0)).toEqual({ raw: 25, value: 25 });
  expect(cold.read({ analog1V: 5 }, 0)).toEqual({ raw: 450, value: null });
});

it('is smoothed by the median of the readings in its time, by its definition', () => {
  const smoothed = sensor('weight', { smoothingS: 60 }, { smoothingS: 60, min: 0, from: 200_000 });
  const read = readerOf(smoothed);
  const values = [
    [0, 10],
    [20, 90],
    [40, 12],
    [50, 14],
    // The value 10 is 60 s old and no longer counts.
    [60, 16],
    [180, 40],
    [190, undefined],
    // Another definition starts afresh.
    [200, 60],
  ] as const;
  const found = values.map(([second, analog1V]) => read(analog1V === undefined ? {} : { analog1V }, second * 1000));
  expect(found).toEqual([10, 50, 12, 13, 15, 40, null, 60]);
  expect(smoothed.smoothingS(0)).toBe(60);
  expect(sensor('door', { smoothingS: 60 }).smoothingS(0)).toBe(0);
});

it('smooths by the newest 31 readings of a device that reports often', () => {
  const readings: [number, number][] = [];
  const values = Array.from({ length: 100 }, (_, n) => smooth(readings, n, n, 3600));
  expect(readings).toHaveLength(31);
  // The median of 69 to 99.
  expect(values.at(-1)).toBe(84);
});

it('is yes or no for on/off sensors, inverted if configured', () => {
  const written = [{ input1: true }, { input1: false }, { input1: 1 }, { input1: 0 }];
  const source = { attribute: 'input1' };
  expect(written.map((one) => sensor('door', { source }).read(one, 0).value)).toEqual([true, false, true, false]);
  expect(written.map((one) => sensor('door', { source, inverse: true }).read(one, 0).value)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

it('reads each report by the definition at its time, and nothing once the sensor is removed', () => {
  const versions = [
    { ...DEFINITION, from: null },
    { ...DEFINITION, calibration: TANK, from: 1000 },
  ];
  const changed = compileSensor({ id: 1, name: 'Tank', kind: 'fuelLevel', versions, until: 2000 });
  expect([0, 999, 1000, 1999, 2000].map((time) => changed.read({ analog1V: 2 }, time).value)).toEqual([
    2,
    2,
    100,
    100,
    null,
  ]);
});
