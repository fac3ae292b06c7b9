import { expect, test } from 'vitest';
import { shownKeys } from './use-series.ts';

const sensor = (name: string) =>
  ({
    key: `sensor:${name}`,
    kind: 'number',
    sensor: { name, kind: 'other', unit: '', normalMin: null, normalMax: null },
  }) as const;
const raw = { key: 'analog1V', kind: 'number', raw: true } as const;
const others = [sensor('A'), sensor('B'), sensor('C'), sensor('D'), raw];

test('the first three sensors are drawn, and no raw value, until somebody chooses', () => {
  expect(shownKeys(others, [], [])).toEqual(['sensor:A', 'sensor:B', 'sensor:C']);
});

test('hidden keys are not drawn, chosen ones are', () => {
  expect(shownKeys(others, ['sensor:D', 'analog1V'], ['sensor:A'])).toEqual([
    'sensor:B',
    'sensor:C',
    'sensor:D',
    'analog1V',
  ]);
});
