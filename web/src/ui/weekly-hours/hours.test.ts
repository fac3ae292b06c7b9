import { expect, test } from 'vitest';
import {
  allHours,
  everyNight,
  groupDays,
  joinNights,
  nextSpan,
  officeHours,
  splitNights,
  timeOf,
  toClock,
  withSpan,
  withTime,
} from './hours.ts';

test('minutes of a day as clock and as time', () => {
  expect([0, 510, 1439, 1440].map(toClock)).toEqual(['00:00', '08:30', '23:59', '00:00']);
  expect([0, 510, 1439, 1440].map(timeOf)).toEqual([
    { hour: 0, minute: 0, second: 0 },
    { hour: 8, minute: 30, second: 0 },
    { hour: 23, minute: 59, second: 0 },
    { hour: 0, minute: 0, second: 0 },
  ]);
});

test('an end at midnight is the end of the day, a begin its first minute', () => {
  const span = { fromMin: 60, toMin: 120 };
  expect(withTime(span, 'toMin', { hour: 0, minute: 0, second: 0 })).toEqual({ fromMin: 60, toMin: 1440 });
  expect(withTime(span, 'fromMin', { hour: 0, minute: 0, second: 0 })).toEqual({ fromMin: 0, toMin: 120 });
  expect(withTime(span, 'toMin', { hour: 13, minute: 5, second: 0 })).toEqual({ fromMin: 60, toMin: 785 });
});

test('spans are added behind the last, changed and taken away', () => {
  const hours = officeHours();
  const more = withSpan(hours, 0, 1, nextSpan(hours[0] ?? []));
  expect(more[0]).toEqual([
    { fromMin: 480, toMin: 1080 },
    { fromMin: 1140, toMin: 1440 },
  ]);
  expect(withSpan(more, 0, 0, null)[0]).toEqual([{ fromMin: 1140, toMin: 1440 }]);
  expect(withSpan(hours, 6, 0, nextSpan([]))[6]).toEqual([{ fromMin: 480, toMin: 1080 }]);
});

test('days with equal hours are grouped', () => {
  const hours = withSpan(officeHours(), 2, 0, { fromMin: 0, toMin: 60 });
  expect(groupDays(hours).map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [2, 2],
    [3, 4],
  ]);
  expect(groupDays(officeHours())).toEqual([{ from: 0, to: 4, spans: [{ fromMin: 480, toMin: 1080 }] }]);
});

test('hours over midnight are entered as one span and stored as two, of two days, from Sunday to Monday too', () => {
  const shown = Array.from({ length: 7 }, (_, day) => (day === 4 || day === 6 ? [{ fromMin: 1320, toMin: 360 }] : []));
  const stored = splitNights(shown);
  const [evening, morning] = [
    { fromMin: 1320, toMin: 1440 },
    { fromMin: 0, toMin: 360 },
  ];
  expect(stored).toEqual([[morning], [], [], [], [evening], [morning], [evening]]);
  expect(joinNights(stored)).toEqual(shown);
  expect(joinNights(everyNight())).toEqual(Array.from({ length: 7 }, () => [{ fromMin: 1320, toMin: 360 }]));
});

test('whole days, office hours and a day that ends at midnight are no nights', () => {
  for (const hours of [allHours(), officeHours()]) expect(joinNights(hours)).toEqual(hours);
  const late = officeHours().map(() => [{ fromMin: 600, toMin: 1440 }]);
  expect(joinNights(late)).toEqual(late);
});

test('a night beside other hours of the same day keeps them', () => {
  const shown = officeHours().map((spans) => [...spans, { fromMin: 1380, toMin: 120 }]);
  expect(joinNights(splitNights(shown))).toEqual(shown);
});

test('a span with equal begin and end stays an error', () => {
  const same = [[{ fromMin: 480, toMin: 480 }], [], [], [], [], [], []];
  expect(splitNights(same)).toEqual(same);
});
