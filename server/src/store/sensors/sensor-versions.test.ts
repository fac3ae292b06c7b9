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

it('counts from the moment that was chosen, and what would have counted after it is gone', () => {
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

it('of the same from later on changes nothing, and from earlier on counts earlier', () => {
  const first = withVersion([], reads('a'), 2000);
  expect(summarise(withVersion(first, reads('a'), 3000))).toEqual([['a', 2000]]);
  expect(summarise(withVersion(first, reads('a'), null))).toEqual([['a', null]]);
});

it('remembers twenty', () => {
  let versions = withVersion([], reads('0'), null);
  for (let n = 1; n <= 30; n++) versions = withVersion(versions, reads(String(n)), n * 1000);
  expect(versions).toHaveLength(20);
  expect(summarise(versions)[0]).toEqual(['11', null]);
});
