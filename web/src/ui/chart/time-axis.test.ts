import { afterEach, expect, test } from 'vitest';
import type { Language } from '@milepost/contract/languages';
import { setFormat } from '../../text/format-settings.ts';
import { timeAxis } from './time-axis.ts';

const ZONE = 'America/Montevideo';
const setLanguage = (language: Language) => setFormat({ language, timeZone: ZONE, dayZone: ZONE, units: 'metric' });
afterEach(() => setFormat({ language: 'en', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' }));

/** An average of 11 px a character, without the marks around a text that keeps its own direction. */
const widthOf = (text: string) => text.replaceAll(/\p{Cf}/gu, '').length * 6;
function labels(from: string, to: string, width: number) {
  const { ticks, timeText } = timeAxis(Date.parse(from), Date.parse(to), width, 12, widthOf);
  return ticks.map((tick) => timeText(tick).replaceAll(/\p{Cf}/gu, ''));
}
const TWO_DAYS = ['2026-11-27T03:00:00Z', '2026-11-29T03:00:00Z'] as const;

test('two days on a phone keep their midnights and noons in Arabic, whose months are long', () => {
  setLanguage('ar');
  // 12 h are 83 px; half of "27 نوفمبر" is 27, half of "12:00" is 15. 6 h would be 42.
  expect(labels(...TWO_DAYS, 334)).toEqual(['27 نوفمبر', '12:00', '28 نوفمبر', '12:00', '29 نوفمبر']);
});

test('the wider an axis is, the more hours it shows', () => {
  setLanguage('en');
  // 6 h are 35 px; half of "27 Nov" is 18, half of "06:00" is 15.
  expect(labels(...TWO_DAYS, 280)).toEqual(['27 Nov', '12:00', '28 Nov', '12:00', '29 Nov']);
  // 6 h are 50 px. The last midnight, whose label ends at the end of the axis, has no room beside 18:00.
  expect(labels(...TWO_DAYS, 400)).toEqual(['27 Nov', '06:00', '12:00', '18:00', '28 Nov', '06:00', '12:00', '18:00']);
});

test('a day on a phone shows every third hour, and only hours', () => {
  setLanguage('hi');
  const day = labels('2026-11-28T03:00:00Z', '2026-11-29T03:00:00Z', 334);
  expect(day).toEqual(['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']);
});

test('a week shows days alone, evenly', () => {
  setLanguage('ar');
  // A day is 48 px, and its label 54.
  expect(labels('2026-11-22T03:00:00Z', '2026-11-29T03:00:00Z', 334)).toEqual([
    '22 نوفمبر',
    '24 نوفمبر',
    '26 نوفمبر',
    '28 نوفمبر',
  ]);
});

test('no two labels touch, however narrow the axis and long the range', () => {
  for (const language of ['en', 'ar', 'hi'] as const) {
    setLanguage(language);
    for (const hours of [1, 5, 12, 24, 25, 30, 36, 48, 72, 24 * 8, 24 * 31, 24 * 200])
      for (let width = 200; width <= 1200; width += 37) {
        const from = Date.parse('2026-11-20T11:17:00Z');
        const to = from + hours * 3_600_000;
        const { ticks, timeText, isLastAligned } = timeAxis(from, to, width, 12, widthOf);
        const at = (tick: number) => ((tick - from) / (to - from)) * width;
        for (const [index, tick] of ticks.entries()) {
          const before = ticks[index - 1];
          if (before === undefined) continue;
          const label = widthOf(timeText(tick));
          const begin = at(tick) - (isLastAligned && index === ticks.length - 1 ? label : label / 2);
          expect(begin + label).toBeLessThanOrEqual(width + 12);
          expect(begin - at(before) - widthOf(timeText(before)) / 2).toBeGreaterThan(0);
        }
        expect(ticks.length).toBeGreaterThan(0);
      }
  }
});
