import { beforeAll, expect, test } from 'vitest';
import { speakLanguage, startTexts } from './i18n.ts';
import { localMessage, localMessages } from './message.ts';

beforeAll(async () => {
  startTexts();
  await speakLanguage('hi');
});

test('a message of the server is said in the language of the person', () => {
  expect(localMessage('The password is wrong.')).toBe('पासवर्ड गलत है।');
});

test('numbers in a message are kept', () => {
  expect(localMessage('Use at most 60 characters.')).toBe('अधिकतम 60 अक्षर लिखें।');
});

test('what the catalogue does not know stays as it is', () => {
  expect(localMessage('The password is wrong. Really.')).toBe('The password is wrong. Really.');
});

test('Permission Denied stays as the specification quotes it', () => {
  expect(localMessage('Permission Denied')).toBe('Permission Denied');
});

test('messages of fields stay at their fields', () => {
  expect(localMessages({ name: 'Enter a value.', 'grants.0': '?' })).toEqual({
    name: 'कोई मान डालें।',
    'grants.0': '?',
  });
});
