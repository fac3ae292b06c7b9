import { expect, test } from 'vitest';
import { wordDifference } from './word-difference.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-23T12:00:00Z');
const unknown = { served: false, arrivedAt: null, departedAt: null, metres: null, radiusM: 50 };
const served = { ...unknown, served: true, arrivedAt: NOON, departedAt: NOON + 10 * MINUTE, metres: 20 };
const done = (doneAt: number) => ({ doneAt, skippedAt: null });

test.each([
  ['done at the door', done(NOON + 9 * MINUTE), served, null],
  ['done half an hour after it left', done(NOON + 40 * MINUTE), served, null],
  ['done later than that', done(NOON + 40 * MINUTE + 1), served, 'time'],
  ['done more than half an hour before it came', done(NOON - 30 * MINUTE - 1), served, 'time'],
  ['done while it still stands there', done(NOON + 90 * MINUTE), { ...served, departedAt: null }, null],
  ['done at home', done(NOON), { ...unknown, metres: 351 }, 'elsewhere'],
  ['done within the area and a street', done(NOON), { ...unknown, metres: 350 }, 'short'],
  ['done without a position', done(NOON), unknown, 'unseen'],
  ['skipped and not served', { doneAt: null, skippedAt: NOON }, unknown, null],
  ['skipped and served', { doneAt: null, skippedAt: NOON }, served, 'served'],
  ['only arrived', { doneAt: null, skippedAt: null }, { ...unknown, metres: 90_000 }, null],
] as const)('%s', (_name, entered, seen, difference) => {
  expect(wordDifference(entered, seen)).toBe(difference);
});
