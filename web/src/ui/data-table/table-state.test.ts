import { expect, test } from 'vitest';
import { readTableState, sortBy, writeTableState } from './table-state.ts';

const defaults = { sorts: ['name', 'age'] as const, sort: 'name' as const, direction: 'asc' as const };
const read = (query: string) => readTableState(new URLSearchParams(query), defaults);
const write = (query: string, change: Parameters<typeof writeTableState<'name' | 'age'>>[2]) =>
  writeTableState(new URLSearchParams(query), defaults, change).toString();

test('an empty address is the default state', () => {
  expect(read('')).toEqual({ search: '', sort: 'name', direction: 'asc', page: 1, pageSize: 50 });
});

test('the state of the address is read', () => {
  expect(read('search=van&sort=age&direction=desc&page=3&size=100')).toEqual({
    search: 'van',
    sort: 'age',
    direction: 'desc',
    page: 3,
    pageSize: 100,
  });
});

test.each(['sort=salary', 'direction=up', 'page=0', 'page=-2', 'page=1.5', 'page=x', 'page=1e9', 'size=7', 'size=x'])(
  'an invalid value gets the default: %s',
  (query) => expect(read(query)).toEqual(read('')),
);

test('a change of search returns to the first page and keeps size, sorting and unrelated parameters', () => {
  expect(write('page=4&size=25&sort=age&open=7', { search: 'x' })).toBe('size=25&sort=age&open=7&search=x');
});

test('a change of page keeps the search', () => {
  expect(write('search=x', { page: 2 })).toBe('search=x&page=2');
});

test('defaults leave the address', () => {
  expect(write('search=x&sort=age&page=2&size=25', { search: '', sort: 'name', pageSize: 50 })).toBe('');
});

test('the default column sorted the other way is written to the address, and read back', () => {
  const query = write('', { sort: 'name', direction: 'desc' });
  expect(query).toBe('sort=name&direction=desc');
  expect(read(query)).toMatchObject({ sort: 'name', direction: 'desc' });
});

test('where the default is descending, ascending survives the address', () => {
  const newest = { ...defaults, sort: 'age' as const, direction: 'desc' as const };
  const query = writeTableState(new URLSearchParams(), newest, { direction: 'asc' });
  expect(readTableState(query, newest)).toMatchObject({ sort: 'age', direction: 'asc' });
  expect(readTableState(new URLSearchParams(), newest)).toMatchObject({ sort: 'age', direction: 'desc' });
});

test('the second click on a column turns the order, a click on another begins ascending', () => {
  expect(sortBy(read('sort=age'), 'age')).toEqual({ sort: 'age', direction: 'desc' });
  expect(sortBy(read('sort=age&direction=desc'), 'age')).toEqual({ sort: 'age', direction: 'asc' });
  expect(sortBy(read('sort=age&direction=desc'), 'name')).toEqual({ sort: 'name', direction: 'asc' });
});
