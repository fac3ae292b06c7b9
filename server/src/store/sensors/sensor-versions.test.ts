import { expect, it } from 'vitest';
import type { SensorDefinition } from '@milepost/tracking/sensors/sensor';
import { withVersion } from './sensor-versions.ts';

const reads = (attribute: string): SensorDefinition => ({
  source: { attribute },
  calibration: null,
  min: null,
  max: null,
  inverse: false,
  capacityL: null,
});
const summarise = (versions: ReturnType<typeof withVersion>) =>
  versions.map(({ source, from }) => ['attribute' in source ? source.attribute : '', from]);

it('applies from the chosen time, and removes later definitions', () => {
  const first = withVersion([], reads('a'), null);
  const second = withVersion(first, reads('b'), 2000);
  expect(summarise(second)).toEqual([
    ['a', null],
    ['b', 2000],
  ]);
  expect(summarise(withVersion(second, reads('c'), 3000)).at(-1)).toEqual(['c', 3000]);
  expect(summarise(withVersion(second, reads('c'), 1000))).toEqual([
    ['a', null],
    ['c', 1000],
  ]);
  expect(summarise(withVersion(second, reads('c'), null))).toEqual([['c', null]]);
});

it('with an equal definition changes nothing from a later time, and applies earlier from an earlier one', () => {
  const first = withVersion([], reads('a'), 2000);
  expect(summarise(withVersion(first, reads('a'), 3000))).toEqual([['a', 2000]]);
  expect(summarise(withVersion(first, reads('a'), null))).toEqual([['a', null]]);
});

it('stores twenty definitions', () => {
  let versions = withVersion([], reads('0'), null);
  for (let n = 1; n <= 30; n++) versions = withVersion(versions, reads(String(n)), n * 1000);
  expect(versions).toHaveLength(20);
  expect(summarise(versions)[0]).toEqual(['11', null]);
});
