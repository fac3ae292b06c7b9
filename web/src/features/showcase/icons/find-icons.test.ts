import { expect, test } from 'vitest';
import { findIcons } from './find-icons.ts';

const icons = [
  { name: 'IconCarOff', words: 'vehicle' },
  { name: 'IconCar', words: 'vehicle auto' },
  { name: 'IconPaint', words: 'car body' },
  { name: 'IconRaceCar', words: 'fast' },
  { name: 'IconMapPin', words: 'location place' },
];
const names = (search: string) => findIcons(icons, search).map(({ name }) => name);

test('an exact name comes first, then names that begin with the word, then matching search words', () => {
  expect(names('car')).toEqual(['IconCar', 'IconCarOff', 'IconRaceCar', 'IconPaint']);
});

test('all words must occur, in name or search words, in any case', () => {
  expect(names('Pin place')).toEqual(['IconMapPin']);
  expect(names('pin car')).toEqual([]);
});

test('a Tabler name is found by its dashes; nothing searched for is everything', () => {
  expect(names('map-pin')).toEqual(['IconMapPin']);
  expect(names('  ')).toHaveLength(5);
});
