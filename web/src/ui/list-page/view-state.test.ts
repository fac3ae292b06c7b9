import { expect, test } from 'vitest';
import { choiceOf, isSameLook, lookOf } from './view-state.ts';

const look = (query: string, choice: Record<string, boolean> = {}) => lookOf(new URLSearchParams(query), choice);

test('a view contains search, filters and sorting, in any order, but not the page and the open record', () => {
  expect(look('sort=age&page=3&group=7&open=12&search=van').query).toBe('group=7&search=van&sort=age');
  expect(look('page=2')).toEqual({ query: '', shown: [], hidden: [] });
});

test('columns that a person decided about come back as they were', () => {
  const { shown, hidden } = look('', { year: true, driver: false, colour: true });
  expect({ shown, hidden }).toEqual({ shown: ['colour', 'year'], hidden: ['driver'] });
  expect(choiceOf({ query: '', shown, hidden })).toEqual({ year: true, driver: false, colour: true });
});

test('two looks are the same where address and columns are', () => {
  const saved = { query: 'sort=age&group=7', shown: ['year', 'colour'], hidden: ['driver'] };
  const decided = { driver: false, colour: true, year: true };
  expect(isSameLook(saved, look('group=7&sort=age&page=2', decided))).toBe(true);
  expect(isSameLook(saved, look('sort=age', decided))).toBe(false);
  expect(isSameLook(saved, look('sort=age&group=7', { year: true, colour: true }))).toBe(false);
});
