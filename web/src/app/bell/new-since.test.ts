import { expect, test } from 'vitest';
import { newSince } from './new-since.ts';

test('only unread entries after the newest known one are news, in the order in which they came', () => {
  const known = [
    { id: 4, read: true },
    { id: 2, read: false },
  ];
  const rows = [{ id: 7, read: false }, { id: 6, read: true }, { id: 5, read: false }, ...known];
  expect(newSince(known, rows).map(({ id }) => id)).toEqual([5, 7]);
});

test('the first one ever is news', () => {
  expect(newSince([], [{ id: 1, read: false }])).toHaveLength(1);
});
