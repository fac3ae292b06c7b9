import { expect, test } from 'vitest';
import { chunksOf, galleryRows } from './gallery-layout.ts';

test('each day begins a new row, and its last row has the remainder', () => {
  const days = [
    { day: '2026-02-10', count: 5 },
    { day: '2026-02-09', count: 2 },
  ];
  expect(galleryRows(days, 2)).toEqual([
    { day: '2026-02-10', count: 5 },
    { first: 0, count: 2 },
    { first: 2, count: 2 },
    { first: 4, count: 1 },
    { day: '2026-02-09', count: 2 },
    { first: 5, count: 2 },
  ]);
});

test('rows request the chunks of a hundred that contain them', () => {
  expect(
    chunksOf([
      { day: '2026-02-10', count: 300 },
      { first: 98, count: 4 },
      { first: 102, count: 4 },
    ]),
  ).toEqual([0, 1]);
  expect(chunksOf([{ day: '2026-02-10', count: 0 }])).toEqual([]);
});
