import { afterEach, expect, test } from 'vitest';
import { setFormat } from './format-settings.ts';
import { formatMoney, moneyShape, smallestOf, wholeOf } from './money.ts';

afterEach(() => setFormat({ language: 'en', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' }));

const bare = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');

// ISO 4217: INR has 2 decimals, JPY none, KWD 3.
test.each([
  ['INR', 1_250_050, 12_500.5],
  ['JPY', 1250, 1250],
  ['KWD', 1250, 1.25],
])('the smallest unit of %s', (currency, smallest, whole) => {
  expect(wholeOf(smallest, currency)).toBe(whole);
  expect(smallestOf(whole, currency)).toBe(smallest);
});

test('a price that binary fractions miss is still exact', () => {
  expect(smallestOf(1.005 * 1000, 'INR')).toBe(100_500);
  expect(smallestOf(19.99, 'INR')).toBe(1999);
});

test('an amount is written as the language does', () => {
  expect(bare(formatMoney(1_250_050, 'INR'))).toBe('₹12,500.50');
  setFormat({ language: 'hi', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
  expect(bare(formatMoney(125_000_050, 'INR'))).toBe('₹12,50,000.50');
});

const shape = (currency: string) => {
  const { prefix, suffix, lakh } = moneyShape(currency);
  return [bare(prefix), bare(suffix), lakh];
};

test('a field formats a currency as a text does: before or after the digits, and with the same groups', () => {
  expect(shape('INR')).toEqual(['₹', '', false]);
  expect(shape('UYU')).toEqual(['UYU ', '', false]);
  // Without decimals.
  expect(shape('JPY')).toEqual(['JP¥', '', false]);
  setFormat({ language: 'hi', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
  expect(shape('INR')).toEqual(['₹', '', true]);
  setFormat({ language: 'ar', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
  expect(shape('UYU')).toEqual(['', ' UYU', false]);
});
