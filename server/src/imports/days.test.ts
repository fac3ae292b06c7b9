import { expect, test } from 'vitest';
import { detectDayOrder, readDay } from './days.ts';

test.each([
  ['2025-12-31', 'dmy', '2025-12-31'],
  ['2025/12/31', 'mdy', '2025-12-31'],
  ['2025-12-31 10:11:12', 'dmy', '2025-12-31'],
  ['31/12/2025', 'dmy', '2025-12-31'],
  ['31.12.25', 'dmy', '2025-12-31'],
  ['12/31/2025', 'mdy', '2025-12-31'],
  ['03/04/2025', 'dmy', '2025-04-03'],
  ['03/04/2025', 'mdy', '2025-03-04'],
  ['25-12-31', 'ymd', '2025-12-31'],
  ['31 Dec 2025', 'mdy', '2025-12-31'],
  ['1-January-2026', 'dmy', '2026-01-01'],
  ['Dec 31, 2025', 'dmy', '2025-12-31'],
  ['February 1 2026', 'mdy', '2026-02-01'],
  ['2024-02-29', 'ymd', '2024-02-29'],
  ['٠١/٠٢/٢٠٢٦', 'dmy', '2026-02-01'],
  ['०१/०२/२०२६', 'mdy', '2026-01-02'],
  ['۲۰۲۶-۰۲-۰۱', 'dmy', '2026-02-01'],
  // 1 January 1900 is day 1 of Excel, which treats 1900 as a leap year: 45,000 is 15 March 2023.
  ['45000', 'dmy', '2023-03-15'],
  ['45000.75', 'dmy', '2023-03-15'],
  ['31. Dezember 2025', 'mdy', '2025-12-31'],
  ['1. März 2026', 'dmy', '2026-03-01'],
  ['31 de diciembre de 2025', 'dmy', '2025-12-31'],
  ['1er février 2026', 'dmy', '2026-02-01'],
  ['31 декабря 2025', 'dmy', '2025-12-31'],
  ['31 दिसंबर 2025', 'dmy', '2025-12-31'],
  ['٣١ ديسمبر ٢٠٢٥', 'dmy', '2025-12-31'],
  ['31st Dec 2025', 'dmy', '2025-12-31'],
  ['Wed, 31 Dec 2025', 'dmy', '2025-12-31'],
  ['31.12.2025 08:30', 'dmy', '2025-12-31'],
  ['2025-12-31T10:11:12Z', 'dmy', '2025-12-31'],
  ['20251231', 'dmy', '2025-12-31'],
] as const)('%s, %s, is read as %s', (text, order, day) => {
  expect(readDay(text, order)).toBe(day);
});

test.each([
  ['31/12/2025', 'mdy'],
  ['12/31/2025', 'dmy'],
  ['2025-02-29', 'ymd'],
  ['31/04/2025', 'dmy'],
  ['tomorrow', 'dmy'],
  ['Dec 32, 2025', 'dmy'],
  ['Smarch 1, 2026', 'dmy'],
  ['5', 'dmy'],
  ['', 'dmy'],
  ['1/2/3/4', 'dmy'],
] as const)('%s, %s, is no day', (text, order) => {
  expect(readDay(text, order)).toBeNull();
});

test('the order of a column is the one in which most of it can be read', () => {
  expect(detectDayOrder(['03/04/2025', '31/12/2025'])).toEqual({ days: 'dmy' });
  expect(detectDayOrder(['03/04/2025', '12/31/2025'])).toEqual({ days: 'mdy' });
  expect(detectDayOrder(['99/12/31', '25/01/30'])).toEqual({ days: 'ymd' });
  expect(detectDayOrder(['hello', '', '2025-04-03', '3 Apr 2025', '45000'])).toEqual({ days: 'dmy' });
});

test('days of two sources in one column are not swapped by a majority: a person chooses', () => {
  const twoDays = { text: '11/05/2026', dmy: '2026-05-11', mdy: '2026-11-05' };
  const mixed = ['26/11/2028', '12/31/2026', '12/30/2026', '11/05/2026'];
  expect(detectDayOrder(mixed)).toEqual({ days: 'mdy', twoDays });
});

test('a column that can be read in two orders shows a cell with two meanings', () => {
  const twoDays = { text: '03/04/2026', dmy: '2026-04-03', mdy: '2026-03-04' };
  expect(detectDayOrder(['05/05/2026', '03/04/2026', '01/12/2026'])).toEqual({ days: 'dmy', twoDays });
  // Equally many lines support each order.
  expect(detectDayOrder(['03/04/2026', '31/12/2026', '12/31/2026'])).toEqual({ days: 'dmy', twoDays });
  expect(detectDayOrder(['٠٣/٠٤/٢٠٢٦'])).toMatchObject({ twoDays: { dmy: '2026-04-03' } });
  // The same day in both orders.
  expect(detectDayOrder(['05/05/2026', '2026-04-03'])).toEqual({ days: 'dmy' });
});
