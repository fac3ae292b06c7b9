import type { MapFence } from '@milepost/contract/fence-operations';
import { expect, test } from 'vitest';
import { countTags, filterFences } from './fence-filter.ts';

const fence = (name: string, ...tags: string[]): MapFence => ({
  id: 1,
  name,
  colour: '#000000',
  tags,
  areaM2: 1,
  box: [0, 0, 1, 1],
  shape: { kind: 'circle', centre: { lat: 0, lon: 0 }, radiusM: 10 },
});
const fences = [fence('Depósito', 'yard', 'own'), fence('Port', 'customs'), fence('Yard 2', 'own')];
const names = (search: string, ...tags: string[]) => filterFences(fences, { search, tags }).map(({ name }) => name);

test('finds by name and by tag, in any case; of several tags all have to be there', () => {
  expect(names('')).toEqual(['Depósito', 'Port', 'Yard 2']);
  expect(names(' YARD ')).toEqual(['Depósito', 'Yard 2']);
  expect(names('', 'own')).toEqual(['Depósito', 'Yard 2']);
  expect(names('', 'own', 'yard')).toEqual(['Depósito']);
  expect(names('port', 'own')).toEqual([]);
});

test('counts tags, the most used first', () => {
  expect(countTags(fences)).toEqual([
    { tag: 'own', count: 2 },
    { tag: 'customs', count: 1 },
    { tag: 'yard', count: 1 },
  ]);
});
