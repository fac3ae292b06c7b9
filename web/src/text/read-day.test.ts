import { afterEach, expect, test, vi } from 'vitest';
import type { Language } from '@milepost/contract/languages';
import { setFormat } from './format-settings.ts';
import { dayFirst, dayPattern, enteredDayText, readEnteredDay, readEnteredDays } from './read-day.ts';

const today = '2026-11-29';
const setLanguage = (language: Language, browser: string) => {
  setFormat({ language, timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
  vi.stubGlobal('navigator', { language: browser });
};
afterEach(() => {
  vi.unstubAllGlobals();
  setFormat({ language: 'en', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
});

test.each([
  ['en', 'en-GB', '3/4/2028', '2028-04-03'],
  ['en', 'en-GB', '03.04.2028', '2028-04-03'],
  ['en', 'de-DE', '3.4.28', '2028-04-03'],
  ['en', 'de-DE', '3.4.', '2026-04-03'],
  ['en', 'en-GB', '3/4', '2026-04-03'],
  ['en', 'en-GB', '3-4-28', '2028-04-03'],
  ['en', 'en-GB', ' 3 4 28 ', '2028-04-03'],
  ['en', 'en-GB', '2028-04-03', '2028-04-03'],
  ['en', 'en-US', '2028-4-3', '2028-04-03'],
  ['en', 'en-GB', '20280403', '2028-04-03'],
  ['en', 'en-GB', '3 Apr 2028', '2028-04-03'],
  ['en', 'en-US', 'April 3, 2028', '2028-04-03'],
  ['en', 'en-GB', '3 sep', '2026-09-03'],
  ['en', 'en-GB', '3 Sept. 28', '2028-09-03'],
  ['en', 'en-US', '4/25/2028', '2028-04-25'],
  ['en', 'en-US', '4/4/2028', '2028-04-04'],
  ['en', 'en-GB', '29.2.2028', '2028-02-29'],
  ['en', 'en-GB', '1.1.69', '2069-01-01'],
  ['en', 'en-GB', '1.1.70', '1970-01-01'],
  ['hi', 'hi-IN', '३/४/२०२८', '2028-04-03'],
  ['hi', 'hi-IN', '३ अप्रैल २०२८', '2028-04-03'],
  ['hi', 'hi-IN', '3 सितंबर 2028', '2028-09-03'],
  ['hi', 'en-IN', '3 April 2028', '2028-04-03'],
  ['ar', 'ar-EG', '٣/٤/٢٠٢٨', '2028-04-03'],
  ['ar', 'ar-EG', '٣ أبريل ٢٠٢٨', '2028-04-03'],
  ['ar', 'ar-EG', '\u0663\u200f/\u0664\u200f/\u0662\u0668', '2028-04-03'],
  ['ar', 'ar-EG', '۳/۴/۲۰۲۸', '2028-04-03'],
] as const)('in %s, with a browser of %s, “%s” is %s', (language, browser, text, day) => {
  setLanguage(language, browser);
  expect(readEnteredDay(text, { today })).toEqual({ value: day });
});

test.each([
  ['31.4.2028', { code: 'impossible' }],
  ['29/2/2027', { code: 'impossible' }],
  ['29.2.', { code: 'impossible' }],
  ['last week', { code: 'none' }],
  ['27 to 28', { code: 'none' }],
  ['4/25/2028', { code: 'impossible' }],
  ['0.1.2028', { code: 'impossible' }],
  ['2028-13-01', { code: 'impossible' }],
  ['soon', { code: 'none' }],
  ['3', { code: 'none' }],
  ['4/2028', { code: 'none' }],
  ['3/4/2028 10:00', { code: 'none' }],
  ['3 ma 2028', { code: 'none' }],
  ['3 Jun Jul', { code: 'none' }],
  ['1.2.3.4', { code: 'none' }],
  ['3/4/028', { code: 'none' }],
  ['45992', { code: 'none' }],
  ['28-29 nov', { code: 'none' }],
  ['Nov 28-29', { code: 'none' }],
])('“%s” is refused: %j', (text, fault) => {
  setLanguage('en', 'en-GB');
  expect(readEnteredDay(text, { today })).toEqual({ fault });
});

test('if language and browser differ in the order of day and month, an ambiguous day is rejected', () => {
  setLanguage('en', 'en-US');
  expect([dayFirst('en-GB'), dayFirst('de-DE'), dayFirst('not a language'), dayFirst('en-US')]).toEqual([
    true,
    true,
    true,
    null,
  ]);
  expect(readEnteredDay('3/4/2028', { today })).toEqual({
    fault: { code: 'two', readings: ['2028-04-03', '2028-03-04'] },
  });
  expect(dayPattern('DD', 'MM', 'YYYY')).toBe('YYYY-MM-DD');
  setLanguage('en', 'en-GB');
  expect(dayPattern('DD', 'MM', 'YYYY')).toBe('DD/MM/YYYY');
});

test('a day out of bounds is rejected with the bound, and one without a year gets the year within them', () => {
  setLanguage('en', 'en-GB');
  expect(readEnteredDay('28.11.2026', { today, min: today })).toEqual({ fault: { code: 'earliest', bound: today } });
  expect(readEnteredDay('30.11.2026', { today, max: today })).toEqual({ fault: { code: 'latest', bound: today } });
  expect(readEnteredDay('29.11.2026', { today, min: today, max: today })).toEqual({ value: today });
  expect(readEnteredDay('3.1.', { today, min: today })).toEqual({ value: '2027-01-03' });
  expect(readEnteredDay('3.12.', { today, max: today })).toEqual({ value: '2025-12-03' });
  expect(readEnteredDay('3.12.', { today, min: '2026-11-01', max: today })).toEqual({
    fault: { code: 'latest', bound: today },
  });
});

test.each([
  ['1.3.2026 – 7.3.2026', '2026-03-01', '2026-03-07'],
  ['1.3.-7.3.', '2026-03-01', '2026-03-07'],
  ['1/3 - 7/3/25', '2025-03-01', '2025-03-07'],
  ['2026-03-01 - 2026-03-07', '2026-03-01', '2026-03-07'],
  ['28.12. – 3.1.2026', '2025-12-28', '2026-01-03'],
  ['28.12.2024 – 3.1.', '2024-12-28', '2025-01-03'],
  ['1 Mar – 7 Mar 2025', '2025-03-01', '2025-03-07'],
  ['28-29 nov', '2026-11-28', '2026-11-29'],
  ['28 – 29 Nov. 2025', '2025-11-28', '2025-11-29'],
  ['28.-29.11.', '2026-11-28', '2026-11-29'],
  ['28-29.11.2025', '2025-11-28', '2025-11-29'],
  ['Nov 28-29', '2026-11-28', '2026-11-29'],
  ['November 28 – 29, 2025', '2025-11-28', '2025-11-29'],
  ['3-4-28', '2028-04-03', '2028-04-03'],
  ['3-4', '2026-04-03', '2026-04-03'],
])('“%s” is the range from %s to %s', (text, first, last) => {
  setLanguage('en', 'en-GB');
  expect(readEnteredDays(text, { today })).toEqual({ value: [first, last] });
});

// 2026-11-29 is a Sunday.
test.each([
  // Words between two days.
  ['en', '27 nov to 29 nov', '2026-11-27', '2026-11-29'],
  ['en', '27 to 29 nov', '2026-11-27', '2026-11-29'],
  ['en', '27th to 29th November 2025', '2025-11-27', '2025-11-29'],
  ['en', 'nov 27 to 29', '2026-11-27', '2026-11-29'],
  ['en', '27 nov to 29', '2026-11-27', '2026-11-29'],
  ['en', 'from 28 oct until 3 nov', '2026-10-28', '2026-11-03'],
  ['en', 'between 1.11. and 7.11.', '2026-11-01', '2026-11-07'],
  ['en', '1.11.2025 through 7.11.2025', '2025-11-01', '2025-11-07'],
  ['en', '28 dec 2025 to 3 jan', '2025-12-28', '2026-01-03'],
  ['en', '28 dec to 3 jan 2026', '2025-12-28', '2026-01-03'],
  ['en', 'yesterday to today', '2026-11-28', '2026-11-29'],
  ['en', '27 Nov until today', '2026-11-27', '2026-11-29'],
  ['hi', '27 से 29 नवंबर', '2026-11-27', '2026-11-29'],
  ['hi', '27 नवंबर से 29 नवंबर तक', '2026-11-27', '2026-11-29'],
  ['hi', '२७ और २९ नवंबर के बीच', '2026-11-27', '2026-11-29'],
  ['hi', '1 नवंबर से आज तक', '2026-11-01', '2026-11-29'],
  ['ar', 'من 27 إلى 29 نوفمبر', '2026-11-27', '2026-11-29'],
  ['ar', 'من 27 نوفمبر الى 29 نوفمبر', '2026-11-27', '2026-11-29'],
  ['ar', 'بين ٢٧ و٢٩ نوفمبر', '2026-11-27', '2026-11-29'],
  ['ar', '27 نوفمبر حتى اليوم', '2026-11-27', '2026-11-29'],
  // Days without a month belong to the present one.
  ['en', '27 to 28', '2026-11-27', '2026-11-28'],
  ['en', '27-28', '2026-11-27', '2026-11-28'],
  ['en', '3 – 4', '2026-11-03', '2026-11-04'],
  ['hi', '27 से 28 तक', '2026-11-27', '2026-11-28'],
  ['ar', 'من 27 إلى 28', '2026-11-27', '2026-11-28'],
  // An open end.
  ['en', 'since 1 nov', '2026-11-01', '2026-11-29'],
  ['en', 'from 27.11.', '2026-11-27', '2026-11-29'],
  ['hi', '1 नवंबर से', '2026-11-01', '2026-11-29'],
  ['ar', 'منذ 1 نوفمبر', '2026-11-01', '2026-11-29'],
  // One day by its name.
  ['en', 'Tomorrow', '2026-11-30', '2026-11-30'],
  ['hi', 'आज', '2026-11-29', '2026-11-29'],
  ['hi', 'बीता कल', '2026-11-28', '2026-11-28'],
  ['ar', 'أمس', '2026-11-28', '2026-11-28'],
  ['ar', 'امس', '2026-11-28', '2026-11-28'],
  ['ar', 'غداً', '2026-11-30', '2026-11-30'],
  // A weekday is the last such day up to today; one that begins a range is the last before its end.
  ['en', 'friday', '2026-11-27', '2026-11-27'],
  ['en', 'Sunday', '2026-11-29', '2026-11-29'],
  ['en', 'mon', '2026-11-23', '2026-11-23'],
  ['en', 'since wednesday', '2026-11-25', '2026-11-29'],
  ['en', 'monday to friday', '2026-11-23', '2026-11-27'],
  ['en', 'saturday to friday', '2026-11-21', '2026-11-27'],
  ['en', '20 nov until friday', '2026-11-20', '2026-11-27'],
  ['hi', 'शुक्रवार', '2026-11-27', '2026-11-27'],
  ['hi', 'सोमवार से शुक्रवार तक', '2026-11-23', '2026-11-27'],
  ['hi', 'friday', '2026-11-27', '2026-11-27'],
  ['ar', 'الجمعة', '2026-11-27', '2026-11-27'],
  ['ar', 'يوم الاحد', '2026-11-29', '2026-11-29'],
  ['ar', 'من الإثنين إلى الجمعة', '2026-11-23', '2026-11-27'],
  // Periods: days including today; a whole week or month without a number.
  ['en', 'last 7 days', '2026-11-23', '2026-11-29'],
  ['en', 'the past 30 days', '2026-10-31', '2026-11-29'],
  ['en', 'last 2 weeks', '2026-11-16', '2026-11-29'],
  ['en', 'last 3 months', '2026-08-30', '2026-11-29'],
  ['en', 'last week', '2026-11-16', '2026-11-22'],
  ['en', 'last month', '2026-10-01', '2026-10-31'],
  ['en', 'last year', '2025-01-01', '2025-12-31'],
  ['en', 'this week', '2026-11-23', '2026-11-29'],
  ['en', 'this year', '2026-01-01', '2026-11-29'],
  ['en', 'next week', '2026-11-30', '2026-12-06'],
  ['en', 'next 7 days', '2026-11-29', '2026-12-05'],
  ['hi', 'पिछले 7 दिन', '2026-11-23', '2026-11-29'],
  ['hi', 'पिछले ७ दिनों में', '2026-11-23', '2026-11-29'],
  ['hi', 'पिछला हफ्ता', '2026-11-16', '2026-11-22'],
  ['hi', 'पिछले हफ़्ते', '2026-11-16', '2026-11-22'],
  ['hi', 'इस महीने', '2026-11-01', '2026-11-29'],
  ['hi', 'last 7 days', '2026-11-23', '2026-11-29'],
  ['ar', 'آخر 7 أيام', '2026-11-23', '2026-11-29'],
  ['ar', 'اخر ٧ ايام', '2026-11-23', '2026-11-29'],
  ['ar', 'آخر يومين', '2026-11-28', '2026-11-29'],
  ['ar', 'الأسبوع الماضي', '2026-11-16', '2026-11-22'],
  ['ar', 'الشهر الماضي', '2026-10-01', '2026-10-31'],
  ['ar', 'هذه السنة', '2026-01-01', '2026-11-29'],
  ['ar', 'الأسبوع القادم', '2026-11-30', '2026-12-06'],
] as const)('in %s “%s” is the range from %s to %s', (language, text, first, last) => {
  setLanguage(language, { en: 'en-GB', hi: 'hi-IN', ar: 'ar-EG' }[language]);
  expect(readEnteredDays(text, { today })).toEqual({ value: [first, last] });
});

test.each([
  ['en', 'until 20 nov', '2026-11-10', undefined, { value: ['2026-11-10', '2026-11-20'] }],
  ['en', 'until friday', '2026-11-10', undefined, { value: ['2026-11-10', '2026-11-27'] }],
  ['hi', 'शुक्रवार तक', '2026-11-10', undefined, { value: ['2026-11-10', '2026-11-27'] }],
  ['ar', 'حتى الجمعة', '2026-11-10', undefined, { value: ['2026-11-10', '2026-11-27'] }],
  ['en', 'until 20 nov', '2026-11-25', '2026-11-01', { value: ['2026-11-01', '2026-11-20'] }],
  ['en', 'until 20 nov', null, undefined, { fault: { code: 'no-first' } }],
  ['hi', '20 नवंबर तक', '2026-11-10', undefined, { value: ['2026-11-10', '2026-11-20'] }],
  ['ar', 'حتى 20 نوفمبر', '2026-11-10', undefined, { value: ['2026-11-10', '2026-11-20'] }],
] as const)(
  'in %s “%s” begins with the present first day of the field, otherwise with its bound',
  (language, text, first, min, read) => {
    setLanguage(language, { en: 'en-GB', hi: 'hi-IN', ar: 'ar-EG' }[language]);
    expect(readEnteredDays(text, { today, first, min })).toEqual(read);
  },
);

test.each([
  '29 nov – 27 nov',
  '29 nov to 27 nov',
  '29 to 27 nov',
  '29 to 27',
  '29-27',
  '29 nov – 27 nov 2026',
  '29 nov 2026 – 27 nov',
  '1.3. – 1.2.',
  'today to yesterday',
])('“%s” is the wrong way round, and no range of a year', (text) => {
  setLanguage('en', 'en-GB');
  expect(readEnteredDays(text, { today })).toEqual({ fault: { code: 'order' } });
});

test('a word for two days is the one within the bounds, otherwise the person is asked', () => {
  setLanguage('hi', 'hi-IN');
  const [yesterday, tomorrow] = ['2026-11-28', '2026-11-30'];
  expect(readEnteredDay('कल', { today })).toEqual({ fault: { code: 'which', readings: [yesterday, tomorrow] } });
  expect(readEnteredDay('कल', { today, max: today })).toEqual({ value: yesterday });
  expect(readEnteredDay('कल', { today, min: today })).toEqual({ value: tomorrow });
});

test('worded periods are cut to the bounds of the field, or rejected with them', () => {
  setLanguage('en', 'en-GB');
  expect(readEnteredDays('last 7 days', { today, min: '2026-11-26' })).toEqual({ value: ['2026-11-26', today] });
  expect(readEnteredDays('next week', { today, max: today })).toEqual({ fault: { code: 'latest', bound: today } });
  expect(readEnteredDays('30 to 31', { today, max: today })).toEqual({ value: ['2026-10-30', '2026-10-31'] });
  expect(readEnteredDay('tomorrow', { today, max: today })).toEqual({ fault: { code: 'latest', bound: today } });
});

test('a range is refused with the reason of its faulty end, or because it ends before it begins', () => {
  setLanguage('en', 'en-GB');
  expect(readEnteredDays('7.3.2026 – 1.3.2026', { today })).toEqual({ fault: { code: 'order' } });
  expect(readEnteredDays('29-28 nov', { today })).toEqual({ fault: { code: 'order' } });
  expect(readEnteredDays('1.3.2026 – 31.4.2026', { today })).toEqual({ fault: { code: 'impossible' } });
  expect(readEnteredDays('soon – 1.4.2026', { today })).toEqual({ fault: { code: 'none' } });
  expect(readEnteredDays(' ', { today })).toBeNull();
  expect(readEnteredDay(' ', { today })).toBeNull();
});

test.each([
  ['en', 'en-GB'],
  ['en', 'en-US'],
  ['hi', 'hi-IN'],
  ['ar', 'ar-EG'],
] as const)('the text of a field in %s, with a browser of %s, is read as the same day', (language, browser) => {
  setLanguage(language, browser);
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, '0')}-28`;
    expect(readEnteredDay(enteredDayText(day), { today })).toEqual({ value: day });
  }
});
