import { expect, test } from 'vitest';
import { inLanguage, textFor } from './text.ts';

test('a text has the form of its number', () => {
  expect(inLanguage('en', textFor('alarms-assigned', { count: 1 }))).toBe('An alarm was assigned to you');
  expect(inLanguage('en', textFor('alarms-assigned', { count: 1200 }))).toBe('1,200 alarms were assigned to you');
  // Arabic: 3 to 10 take the plural, 11 to 99 the singular in the accusative.
  expect(inLanguage('ar', textFor('alarms-assigned', { count: 3 }))).toBe('أُسندت إليك 3 إنذارات');
  expect(inLanguage('ar', textFor('alarms-assigned', { count: 11 }))).toBe('أُسند إليك 11 إنذارًا');
});

test('a name that looks like a parameter stays as it is', () => {
  expect(inLanguage('en', textFor('hello', { name: '{{name}}' }))).toBe('Hello {{name}},');
});

test('a name with line ends stays in its line, and forges no paragraph', () => {
  for (const name of ['North\n\nSouth', 'North \r\n South', 'North\u2028South', 'North\u0085South'])
    expect(inLanguage('en', textFor('hello', { name }))).toBe(
      inLanguage('en', textFor('hello', { name: 'North South' })),
    );
});
