import { beforeAll, expect, test } from 'vitest';
import { i18n, startTexts } from './i18n.ts';
import { zonesText, zoneText } from './zone-text.ts';

const WINTER = Date.parse('2026-11-20T03:58:00Z');

beforeAll(startTexts);

test.each([
  ['America/Montevideo', 'America/Montevideo (UTC−3)'],
  ['Asia/Kolkata', 'Asia/Kolkata (UTC+5:30)'],
  ['Europe/London', 'Europe/London (UTC)'],
  ['UTC', 'UTC'],
])('%s is named', (zone, text) => expect(zoneText(zone, WINTER)).toBe(text));

test('the offset is that of now', () => {
  expect(zoneText('Europe/London', Date.parse('2026-07-01T00:00:00Z'))).toBe('Europe/London (UTC+1)');
});

test.each([
  ['America/Montevideo', 'America/Montevideo', 'Times in America/Montevideo (UTC−3)'],
  ['Asia/Kolkata', 'America/Montevideo', 'Times in Asia/Kolkata (UTC+5:30), days in America/Montevideo (UTC−3)'],
  // Two names of one zone.
  ['Asia/Calcutta', 'Asia/Kolkata', 'Times in Asia/Calcutta (UTC+5:30)'],
])('times in %s, days in %s', (timeZone, dayZone, text) => {
  expect(zonesText(i18n.t, { timeZone, dayZone }, WINTER)).toBe(text);
});
