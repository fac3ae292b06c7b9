import { expect, test } from 'vitest';
import { visible } from './visible.ts';

test('invisible and direction-changing characters are made visible; all others stay', () => {
  expect(visible('86\u202e4321')).toBe('86‹U+202E›4321');
  expect(visible('a\u200bb\u2066c\ufeff\u0007\u2028')).toBe('a‹U+200B›b‹U+2066›c‹U+FEFF›‹U+0007›‹U+2028›');
  expect(visible('Überhof शहर مركبة 😀\n\t2')).toBe('Überhof शहर مركبة 😀\n\t2');
});
