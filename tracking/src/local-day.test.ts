import { expect, it } from 'vitest';
import { localDay, withinHours } from './local-day.ts';

const hours = (day: { startMs: number; endMs: number }) => (day.endMs - day.startMs) / 3_600_000;

it('is the day of the zone, including half-hour offsets', () => {
  // India is 5:30 ahead: its day begins at 18:30 UTC.
  const day = localDay('Asia/Kolkata', Date.UTC(2026, 2, 1, 18, 30));
  expect(day).toEqual({
    day: '2026-03-02',
    startMs: Date.UTC(2026, 2, 1, 18, 30),
    endMs: Date.UTC(2026, 2, 2, 18, 30),
  });
  expect(localDay('Asia/Kolkata', Date.UTC(2026, 2, 1, 18, 30) - 1).day).toBe('2026-03-01');
});

it('has 23 and 25 hours when clocks are changed', () => {
  // Germany: 2026-03-29 at 01:00 UTC forward, 2026-10-25 at 01:00 UTC back.
  const spring = localDay('Europe/Berlin', Date.UTC(2026, 2, 29, 12));
  expect(spring).toMatchObject({ day: '2026-03-29', startMs: Date.UTC(2026, 2, 28, 23) });
  expect(hours(spring)).toBe(23);
  const autumn = localDay('Europe/Berlin', Date.UTC(2026, 9, 25, 12));
  expect(autumn.startMs).toBe(Date.UTC(2026, 9, 24, 22));
  expect(hours(autumn)).toBe(25);
});

it('begins after a midnight that clocks skip', () => {
  // Chile: 2026-09-06, 00:00 became 01:00, which is 04:00 UTC.
  const day = localDay('America/Santiago', Date.UTC(2026, 8, 6, 15));
  expect(day).toMatchObject({ day: '2026-09-06', startMs: Date.UTC(2026, 8, 6, 4) });
  expect(hours(day)).toBe(23);
});

it('begins at the first of two midnights', () => {
  // Azores: on 2026-10-25 at 01:00 UTC the clock goes from 01:00 back to 00:00. Casey: 2020-03-08 from 03:00 to 00:00.
  const day = localDay('Atlantic/Azores', Date.UTC(2026, 9, 25, 12));
  expect(day).toMatchObject({ day: '2026-10-25', startMs: Date.UTC(2026, 9, 25) });
  expect(hours(day)).toBe(25);
  expect(localDay('Antarctica/Casey', Date.UTC(2020, 2, 8, 4)).startMs).toBe(Date.UTC(2020, 2, 7, 13));
});

it('rejects a zone that does not exist', () => {
  expect(() => localDay('Mars/Olympus', 0)).toThrow(RangeError);
});

it('applies weekly hours in local time, their end excluded', () => {
  const weekly = [[{ fromMin: 540, toMin: 1020 }], [], [], [], [], [], []];
  // Monday 2 March 2026: 09:00 in Kolkata is 03:30 UTC, 17:00 is 11:30.
  expect(withinHours(weekly, 'Asia/Kolkata', Date.UTC(2026, 2, 2, 3, 30))).toBe(true);
  expect(withinHours(weekly, 'Asia/Kolkata', Date.UTC(2026, 2, 2, 3, 29, 59))).toBe(false);
  expect(withinHours(weekly, 'Asia/Kolkata', Date.UTC(2026, 2, 2, 11, 29, 59))).toBe(true);
  expect(withinHours(weekly, 'Asia/Kolkata', Date.UTC(2026, 2, 2, 11, 30))).toBe(false);
  expect(withinHours(weekly, 'Asia/Kolkata', Date.UTC(2026, 2, 3, 4))).toBe(false);
});
