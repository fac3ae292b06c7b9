import { expect, test } from 'vitest';
import { localAnswer } from './local-answer.ts';
import type { TableState } from './table-state.ts';

interface Row {
  name: string;
  seen: number | null;
}
const ROWS: Row[] = [
  { name: 'Role 10', seen: 3 },
  { name: 'role 9', seen: null },
  { name: 'Admin', seen: 7 },
];
type Sort = 'name' | 'seen';
const answer = (change: Partial<TableState<Sort>>) =>
  localAnswer<Row, Sort>(
    ROWS,
    { search: '', sort: 'name', direction: 'asc', page: 1, pageSize: 25, ...change },
    { name: ({ name }) => name, seen: ({ seen }) => seen },
    ({ name }) => [name],
  );
const names = (change: Partial<TableState<Sort>>) => answer(change).rows.map(({ name }) => name);

test('numbers in names count as numbers', () => {
  expect(names({})).toEqual(['Admin', 'role 9', 'Role 10']);
});

test('unknown values come last in either direction', () => {
  expect(names({ sort: 'seen' })).toEqual(['Role 10', 'Admin', 'role 9']);
  expect(names({ sort: 'seen', direction: 'desc' })).toEqual(['Admin', 'Role 10', 'role 9']);
});

test('the search is case-insensitive, and the total counts the matches', () => {
  expect(answer({ search: 'ROLE' })).toMatchObject({ total: 2 });
});

test('a page holds its part', () => {
  expect(answer({ page: 2, pageSize: 2 })).toEqual({ rows: [{ name: 'Role 10', seen: 3 }], total: 3 });
});
