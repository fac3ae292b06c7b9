import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { isWeakPassword } from './weak-password.ts';

const CONTEXT = ['mariana', 'Mariana Sosa', 'Río Dairy', 'mariana.sosa@rio.example'];

test.each([
  ['aaaaaaaaaa', 'one character'],
  ['abcabcabcabc', 'a piece again and again'],
  ['1234567890', 'digits in a row'],
  ['qwertyuiop', 'keys in a row'],
  ['0987654321', 'in a row backwards'],
  ['qwerty12345', 'two rows'],
  ['Password2026!', 'a common word with a year'],
  ['P@ssw0rd123', 'a common word in disguise'],
  ['WelcomeAdmin1', 'two common words'],
  ['Milepost-2026', 'the name of the product'],
  ['fleettracking', 'what it is about'],
  ['Mariana_1987', 'the own name'],
  ['riodairy#2026', 'the name of the organisation'],
  ['mariana.sosa1', 'the address of the mail'],
])('%s is easy to guess: %s', (password) => {
  expect(isWeakPassword(password, CONTEXT)).toBe(true);
});

test.each([
  ['correct horse battery staple'],
  ['four quiet lorries'],
  ['a password of mine'],
  ['Mariana likes green tea'],
  ['k3ab-77qz-mm2x'],
  ['ट्रक सुबह चलते हैं'],
  ['الشاحنات تسير صباحا'],
  ['rT0uV9-xQ2mLk_7ZbN4w'],
])('%s is not', (password) => {
  expect(isWeakPassword(password, CONTEXT)).toBe(false);
});

test('any text gets an answer', () => {
  const text = string({ maxLength: 60, unit: 'binary' });
  assert(
    property(text, text, (password, name) => {
      expect(typeof isWeakPassword(password, [name])).toBe('boolean');
    }),
    { numRuns: 30 },
  );
});
