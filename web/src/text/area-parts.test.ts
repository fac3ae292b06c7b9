import { expect, test } from 'vitest';
import { areaParts } from './area-parts.ts';

test.each([
  [9999, { value: 9999, unit: 'm2' }],
  [25_000, { value: 2.5, unit: 'ha' }],
  [3_200_000, { value: 3.2, unit: 'km2' }],
])('%d m² for metric people', (area, parts) => {
  expect(areaParts(area, 'metric')).toEqual(parts);
});

// One acre is 4046.8564224 m², one square mile 2589988.110336 m².
test.each([
  [92.903_04, 1000, 'ft2'],
  [8093.712_844_8, 2, 'acre'],
  [5_179_976.220_672, 2, 'mi2'],
])('%d m² for imperial people', (area, value, unit) => {
  const parts = areaParts(area, 'imperial');
  expect(parts.unit).toBe(unit);
  expect(parts.value).toBeCloseTo(value, 6);
});
