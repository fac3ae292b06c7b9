import { fault } from '@milepost/contract/fault';
import { beforeAll, expect, test } from 'vitest';
import { faultText } from './fault-text.ts';
import { setFormat } from './format-settings.ts';
import { i18n, startTexts, switchLanguage, wantPageTexts } from './i18n.ts';

beforeAll(async () => {
  startTexts();
  await switchLanguage('hi');
  await wantPageTexts();
});

const format = { language: 'hi', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' } as const;

test('a fault is shown in the language of the person', () => {
  expect(faultText({ code: 'password-wrong' })).toBe('पासवर्ड गलत है।');
});

test('numbers in a fault are kept', () => {
  expect(faultText(fault('at-most-characters', { most: 60 }))).toBe('अधिकतम 60 अक्षर लिखें।');
});

test('distances are in the units of the person', () => {
  setFormat({ ...format, units: 'imperial' });
  // 5,000 km are 3,106.86 miles.
  expect(faultText(fault('shape-too-long', { most: 5_000_000 }))).toContain('3,107');
  setFormat(format);
});

test('Permission Denied stays as the specification quotes it', () => {
  expect(faultText({ code: 'permission-denied' })).toBe('Permission Denied');
});

test('a fault is shown in the English of the server before the texts are loaded', () => {
  const translated = i18n.getResource('hi', 'translation', 'fault.no-vehicle');
  i18n.removeResourceBundle('hi', 'translation').removeResourceBundle('en', 'translation');
  expect(translated).toBe('ऐसा कोई वाहन नहीं है।');
  expect(faultText({ code: 'no-vehicle' }, 'The server told this.')).toBe('The server told this.');
});
