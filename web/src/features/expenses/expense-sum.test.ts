import { expect, test } from 'vitest';
import { sumText } from './expense-sum.ts';

const bare = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');
const of = (currency: string, amount: number) => ({ currency, amount });

test('the chosen expenses are added up, each currency separately', () => {
  expect(sumText([])).toBe('');
  expect(bare(sumText([of('UYU', 15_800), of('UYU', 295_296)]))).toBe('UYU 3,110.96');
  expect(bare(sumText([of('UYU', 15_800), of('JPY', 500), of('UYU', 200)]))).toBe('UYU 160.00 + JP¥500');
});
