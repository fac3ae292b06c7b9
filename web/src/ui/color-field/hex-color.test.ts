import { expect, test } from 'vitest';
import { luminance, textOn, toHex } from './hex-color.ts';

test.each([
  ['#abc', '#aabbcc'],
  ['2563D9', '#2563d9'],
  [' #2563d980 ', '#2563d9'],
  ['#12345', null],
  ['red', null],
  ['', null],
])('%j is read as %j', (text, hex) => {
  expect(toHex(text)).toBe(hex);
});

test('with opacity, a colour without one is opaque', () => {
  expect(toHex('#abc', true)).toBe('#aabbccff');
  expect(toHex('#abc8', true)).toBe('#aabbcc88');
});

// White is 1, black 0, and pure green 0.7152, its weight in the definition.
test('luminance follows its definition', () => {
  expect(luminance('#ffffff')).toBeCloseTo(1, 6);
  expect(luminance('#000000')).toBe(0);
  expect(luminance('#00ff00')).toBeCloseTo(0.7152, 6);
});

test('letters are black or white by contrast', () => {
  expect(textOn('#ffff00')).toBe('#000000');
  expect(textOn('#12377f')).toBe('#ffffff');
});
