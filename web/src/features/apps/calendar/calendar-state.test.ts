import { expect, test } from 'vitest';
import { readState, shownDays, stepFrom } from './calendar-state.ts';

test('a month is six weeks from the Monday on or before its first, a week begins on Monday, a list on its day', () => {
  // May 2026 begins on a Friday, June on a Monday, February 2027 is four whole weeks.
  expect(shownDays({ view: 'month', day: '2026-05-31' })).toEqual({ from: '2026-04-27', days: 42 });
  expect(shownDays({ view: 'month', day: '2026-06-30' })).toEqual({ from: '2026-06-01', days: 42 });
  expect(shownDays({ view: 'week', day: '2026-05-31' })).toEqual({ from: '2026-05-25', days: 7 });
  expect(shownDays({ view: 'list', day: '2026-05-31' })).toEqual({ from: '2026-05-31', days: 31 });
});

test('a step goes to the month, the week or the days beside', () => {
  expect(stepFrom({ view: 'month', day: '2026-01-31' }, 1)).toBe('2026-02-01');
  expect(stepFrom({ view: 'month', day: '2026-01-31' }, -1)).toBe('2025-12-01');
  expect(stepFrom({ view: 'week', day: '2026-03-01' }, -1)).toBe('2026-02-22');
  expect(stepFrom({ view: 'list', day: '2026-01-01' }, 1)).toBe('2026-02-01');
});

const read = (text: string, phone = false) => readState(new URLSearchParams(text), '2026-05-10', phone);

test('invalid parameters of the address mean today, and all kinds', () => {
  expect(read('view=year&day=2026-02-30&without=moon')).toEqual({ view: 'month', day: '2026-05-10', without: [] });
  expect(read('day=9999-01-01').day).toBe('2026-05-10');
  expect(read('', true).view).toBe('list');
  expect(read('view=week&day=2026-02-28&without=document,task', true)).toEqual({
    view: 'week',
    day: '2026-02-28',
    without: ['task', 'document'],
  });
});
