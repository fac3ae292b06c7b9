import { expect, test } from 'vitest';
import { decimalsOf, moneyFormat, priceOf } from './money.ts';

// ISO 4217, list one: minor units.
test.each([
  ['INR', 2],
  ['EUR', 2],
  ['HUF', 2],
  ['PKR', 2],
  ['IDR', 2],
  ['COP', 2],
  ['AFN', 2],
  ['RSD', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['XOF', 0],
  ['IQD', 3],
  ['KWD', 3],
  ['CLF', 4],
])('%s has %i decimals, whatever the runtime says', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});

test.each([
  ['HUF', 'HUF\u00a01,500.50'],
  ['IQD', 'IQD\u00a01,500.500'],
  ['JPY', '¥1,501'],
])('an amount of %s is written with them', (currency, written) => {
  expect(new Intl.NumberFormat('en', moneyFormat(currency)).format(1500.5)).toBe(written);
});

test.each([
  [4, 25_000, 100_000],
  [7.5, 1333, 9998],
  [1.15, 50, 58],
  [0.145, 100, 15],
  [1.005, 100, 101],
  [0.333, 100, 33],
  [0.0005, 100_000, 50],
])('%d at %i costs %i', (quantity, price, amount) => {
  expect(priceOf(quantity, price)).toBe(amount);
});
