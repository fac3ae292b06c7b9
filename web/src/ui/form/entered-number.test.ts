import { expect, test } from 'vitest';
import { enteredNumber } from './entered-number.ts';

test.each([
  [12, 12],
  ['12.50', 12.5],
  ['12.', 12],
  ['', null],
  ['-', null],
])('%j is the number %j', (entered, value) => expect(enteredNumber(entered)).toBe(value));
