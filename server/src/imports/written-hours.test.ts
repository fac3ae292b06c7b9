import { expect, test } from 'vitest';
import { readWrittenHours } from './written-hours.ts';

test.each([
  ['Mo-Fr 9-18', 'Mo-Fr 09:00-18:00'],
  ['Mo–Fr 9–18 Uhr', 'Mo-Fr 09:00-18:00'],
  ['Mo-Fr 9.00-18.30', 'Mo-Fr 09:00-18:30'],
  ['Mo-Fr 9-18, Sa 9-13', 'Mo-Fr 09:00-18:00; Sa 09:00-13:00'],
  ['Mo-Do 8-17; Fr 8-14', 'Mo-Th 08:00-17:00; Fr 08:00-14:00'],
  ['Mo, Mi, Fr 8-12', 'Mo 08:00-12:00; We 08:00-12:00; Fr 08:00-12:00'],
  ['Montag bis Freitag 8 bis 17 Uhr', 'Mo-Fr 08:00-17:00'],
  ['Mo-Fr 8-12 und 14-18 Uhr', 'Mo-Fr 08:00-12:00,14:00-18:00'],
  ['Mon-Fri 9am-6pm', 'Mo-Fr 09:00-18:00'],
  ['Mon to Fri 9:30 am to 6 pm', 'Mo-Fr 09:30-18:00'],
  ['daily 8-20', 'Mo-Su 08:00-20:00'],
  ['täglich 8-20 Uhr', 'Mo-Su 08:00-20:00'],
  ['8-20', 'Mo-Su 08:00-20:00'],
  ['Lun-Ven 9h-12h30 / 14h-18h', 'Mo-Fr 09:00-12:30,14:00-18:00'],
  ['Пн-Пт 9-18', 'Mo-Fr 09:00-18:00'],
  ['Mo-Sa 8-18, So geschlossen', 'Mo-Sa 08:00-18:00'],
  ['24 h', 'Mo-Su 00:00-24:00'],
  ['24/7', 'Mo-Su 00:00-24:00'],
  ['Mo-Fr 08:00-18:00', 'Mo-Fr 08:00-18:00'],
])('reads %s as %s', (text, hours) => expect(readWrittenHours(text)).toBe(hours));

test.each([
  // Thursday in German, Sunday in Spanish and Italian.
  'Do 9-18',
  'Mo-Fr',
  'by arrangement',
  'Mo-Xx 9-18',
  'Mo-Fr 9-99',
])('refuses %s', (text) => expect(readWrittenHours(text)).toBeNull());

test.each(['Mo - Fr   9 - 18', '  Mo-Fr\t9\u2009-\u200918  ', 'Mo-Fr 9-18 \n'])('ignores blanks: %j', (text) =>
  expect(readWrittenHours(text)).toBe('Mo-Fr 09:00-18:00'),
);
