import { afterAll, beforeAll, expect, test } from 'vitest';
import { setFormat } from '../../text/format-settings.ts';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { leadText } from './due-words.ts';

const ZONES = { timeZone: 'UTC', dayZone: 'UTC', units: 'metric' } as const;
beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterAll(() => setFormat({ language: 'en', ...ZONES }));

const bare = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');
const lead = (leadM: number | null, leadEngineS: number | null, leadDays: number) =>
  bare(leadText(i18n.t, { leadM, leadEngineS, leadDays }));

test('a plan shows how long before it people are warned', () => {
  expect(lead(1_000_000, null, 14)).toBe('1,000 km or 14 days');
  expect(lead(500_000, null, 14)).toBe('500 km or 14 days');
  expect(lead(null, 50 * 3600, 1)).toBe('50 engine hours or 1 day');
  expect(lead(null, null, 0)).toBe('');
});
