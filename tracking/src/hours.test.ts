import { expect, it } from 'vitest';
import { firstWithin } from './hours.ts';
import type { WeeklyHours } from './local-day.ts';

/** Monday to Friday, 09:00 to 17:00. */
const office: WeeklyHours = [1, 2, 3, 4, 5, 6, 7].map((day) => (day < 6 ? [{ fromMin: 540, toMin: 1020 }] : []));
/** Every day, 06:00 to 09:30. */
const early: WeeklyHours = [1, 2, 3, 4, 5, 6, 7].map(() => [{ fromMin: 360, toMin: 570 }]);
const never: WeeklyHours = [[], [], [], [], [], [], []];
/** 2 March 2026 was a Monday. */
const monday = (hour: number, minute = 0) => Date.UTC(2026, 2, 2, hour, minute);
const DAY_MS = 86_400_000;

it('is the moment itself within the hours, whose end is excluded', () => {
  expect(firstWithin([office], 'UTC', monday(9), monday(20))).toBe(monday(9));
  expect(firstWithin([office], 'UTC', monday(16, 59), monday(20))).toBe(monday(16, 59));
  expect(firstWithin([null], 'UTC', monday(3), monday(3))).toBe(monday(3));
});

it('is when the hours begin, if that is not too late', () => {
  expect(firstWithin([office], 'UTC', monday(8), monday(9))).toBe(monday(9));
  expect(firstWithin([office], 'UTC', monday(8), monday(8, 59))).toBeNull();
  // Closed at 17:00; the next day opens at 09:00.
  expect(firstWithin([office], 'UTC', monday(17), monday(12) + DAY_MS)).toBe(monday(9) + DAY_MS);
  // Over the weekend: Friday evening to Monday morning.
  expect(firstWithin([office], 'UTC', monday(17) + 4 * DAY_MS, monday(12) + 7 * DAY_MS)).toBe(monday(9) + 7 * DAY_MS);
});

it('is the first that lies in all of them', () => {
  expect(firstWithin([office, early], 'UTC', monday(5), monday(20))).toBe(monday(9));
  expect(firstWithin([office, early], 'UTC', monday(9, 30), monday(20))).toBeNull();
  expect(firstWithin([office, never], 'UTC', monday(5), monday(20) + 90 * DAY_MS)).toBeNull();
});

it("follows the zone's clocks, also on the days on which they are changed", () => {
  // 09:00 in Kolkata is 03:30 UTC.
  expect(firstWithin([office], 'Asia/Kolkata', monday(1), monday(20))).toBe(monday(3, 30));
  // Germany, Sunday 29 March 2026: 06:00 is 04:00 UTC, and was 05:00 UTC the day before.
  const at = Date.UTC(2026, 2, 28, 23);
  expect(firstWithin([early], 'Europe/Berlin', at, at + DAY_MS)).toBe(Date.UTC(2026, 2, 29, 4));
  expect(firstWithin([early], 'Europe/Berlin', at - DAY_MS, at)).toBe(Date.UTC(2026, 2, 28, 5));
});
