import { expect, test } from 'vitest';
import { newSince } from './new-since.ts';

test('only unread entries after the newest known one are announced, in order, without quiet ones', () => {
  const known = [
    { id: 4, read: true, quiet: false },
    { id: 2, read: false, quiet: false },
  ];
  const rows = [
    { id: 8, read: false, quiet: true },
    { id: 7, read: false, quiet: false },
    { id: 6, read: true, quiet: false },
    { id: 5, read: false, quiet: false },
    ...known,
  ];
  expect(newSince(known, rows).map(({ id }) => id)).toEqual([5, 7]);
});

test('the first one ever is news', () => {
  expect(newSince([], [{ id: 1, read: false, quiet: false }])).toHaveLength(1);
});
