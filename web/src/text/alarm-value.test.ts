import { expect, test } from 'vitest';
import { valueText } from './alarm-value.ts';

test.each([
  ['overspeed', 112.4, '112 km/h'],
  ['noData', 125, '2 h 05'],
  ['temperature', -18.25, '-18.25 °C'],
  ['fuelDrop', 31.5, '31.5 L'],
  ['something later', 3, '3'],
])('a value of %s is told with its unit', (kind, value, text) => {
  expect(valueText({ kind, value })).toBe(text);
  expect(valueText({ kind, value: null })).toBeNull();
});
