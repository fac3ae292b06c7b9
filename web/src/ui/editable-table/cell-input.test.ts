import { expect, test } from 'vitest';
import { type InputRule, readInput } from './cell-input.ts';

const odometer: InputRule = { kind: 'number', min: 0, max: 999 };

test.each([
  ['12', { value: 12 }],
  [' 12.5 ', { value: 12.5 }],
  ['12,5', { value: 12.5 }],
  ['', { value: null }],
  ['12x', { fault: 'not-a-number' }],
  ['1e9', { fault: 'not-a-number' }],
  ['-1', { fault: 'too-small' }],
  ['1000', { fault: 'too-large' }],
])('a number: %j', (typed, result) => {
  expect(readInput(typed, odometer)).toEqual(result);
});

test('a text that must be there may not be blank, nor longer than allowed', () => {
  const plate: InputRule = { kind: 'text', required: true, maxLength: 5 };
  expect(readInput('  ', plate)).toEqual({ fault: 'required' });
  expect(readInput('ABCDEF', plate)).toEqual({ fault: 'too-long' });
  expect(readInput(' AB 1 ', plate)).toEqual({ value: 'AB 1' });
});

test('a choice is one of its options', () => {
  const type: InputRule = { kind: 'select', options: ['car', 'van'] };
  expect(readInput('van', type)).toEqual({ value: 'van' });
  expect(readInput('boat', type)).toEqual({ fault: 'not-an-option' });
});
