import { expect, test } from 'vitest';
import { valueText } from './alarm-value.ts';

test.each([
  ['speed', 112.4, '112 km/h'],
  ['minutes', 125, '2 h 05'],
  ['celsius', -18.25, '-18.25 °C'],
  ['litres', 31.5, '31.5 L'],
  ['figure', 10.5, '10.5 °C'],
] as const)('a value of %s is shown with its unit', (measures, value, text) => {
  expect(valueText({ measures, value, unit: '°C' })).toBe(text);
  expect(valueText({ measures, value: null, unit: '°C' })).toBeNull();
  expect(valueText({ measures: null, value, unit: '°C' })).toBeNull();
});
