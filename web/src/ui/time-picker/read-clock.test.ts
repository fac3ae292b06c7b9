import { expect, test } from 'vitest';
import { readClock } from './read-clock.ts';

test.each([
  ['7', '07:00'],
  ['19', '19:00'],
  ['730', '07:30'],
  ['0730', '07:30'],
  ['2359', '23:59'],
  ['7:30', '07:30'],
  [' 7.30 ', '07:30'],
  ['7h30', '07:30'],
  ['7h', '07:00'],
  ['٢٢:٠٥', '22:05'],
  ['०७:३०', '07:30'],
  ['', ''],
  ['24:00', null],
  ['7:60', null],
  ['7:5', null],
  ['99', null],
  ['7:30 pm', null],
  ['morning', null],
])('%j is %j', (typed, time) => {
  expect(readClock(typed)).toBe(time);
});
