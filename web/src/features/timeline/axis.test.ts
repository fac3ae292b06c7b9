import { expect, test } from 'vitest';
import { spanOfDay } from '../../text/local-day.ts';
import { minutesOf, momentAt, panned, percentOf, ticksOf, viewOf, zoomed } from './axis.ts';

const HOUR = 3_600_000;
const day = { from: 0, to: 24 * HOUR };

test('a moment has its position between the edges', () => {
  expect(percentOf({ from: 6 * HOUR, to: 18 * HOUR }, 12 * HOUR)).toBe(50);
});

test('there are as many lines as fit, at round times of the day', () => {
  expect(ticksOf(day, day, 24)).toHaveLength(25);
  expect(ticksOf(day, day, 8)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => hour * HOUR));
  const part = { from: 8.1 * HOUR, to: 8.9 * HOUR };
  expect(ticksOf(part, day, 4).map((ms) => ms / HOUR)).toEqual([8.25, 8.5, 8.75]);
});

test.each([
  ['2026-03-29', 24],
  ['2026-10-25', 26],
])('%s in Berlin has a line for each of its hours', (date, lines) => {
  const span = spanOfDay(date, 'Europe/Berlin');
  expect(ticksOf(span, span, 30)).toHaveLength(lines);
});

test('zooming in keeps the moment under the pointer, and never exceeds the day or 5 minutes', () => {
  expect(zoomed(day, day, 0.5, 6 * HOUR)).toEqual({ from: 3 * HOUR, to: 15 * HOUR });
  expect(zoomed({ from: 0, to: 6 * HOUR }, day, 100, 3 * HOUR)).toEqual(day);
  const closest = zoomed(day, day, 1e-9, 12 * HOUR);
  expect(closest.to - closest.from).toBe(5 * 60_000);
});

test('where time runs from right to left, the day begins at the right', () => {
  const box = { left: 100, right: 500, width: 400 };
  expect(momentAt(day, 200, box, false)).toBe(6 * HOUR);
  expect(momentAt(day, 200, box, true)).toBe(18 * HOUR);
});

test('moving stops at the ends of the day', () => {
  const part = { from: 6 * HOUR, to: 12 * HOUR };
  expect(panned(part, day, HOUR)).toEqual({ from: 7 * HOUR, to: 13 * HOUR });
  expect(panned(part, day, -99 * HOUR)).toEqual({ from: 0, to: 6 * HOUR });
  expect(panned(part, day, 99 * HOUR)).toEqual({ from: 18 * HOUR, to: 24 * HOUR });
});

test('the part goes through the address', () => {
  const part = { from: 8 * HOUR, to: 9.5 * HOUR };
  expect(minutesOf(part, day)).toEqual([480, 570]);
  expect(viewOf([480, 570], day)).toEqual(part);
  expect(minutesOf(day, day)).toBeNull();
  // The minutes of a longer day, applied to a shorter one.
  expect(viewOf([1400, 1500], day)).toEqual({ from: 24 * HOUR - 100 * 60_000, to: 24 * HOUR });
});
