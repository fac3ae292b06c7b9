import { expect, test } from 'vitest';
import { readOrders, writeOrders } from './read-orders.ts';

test('a pasted list has a code and a load a line, or codes alone', () => {
  expect(readOrders('A 1\t40\nb-2;2.5\n\nC3\nd4, e5\na 1\t10')).toEqual({
    orders: [
      { code: 'A 1', load: 50 },
      { code: 'b-2', load: 2.5 },
      { code: 'C3', load: null },
      { code: 'd4', load: null },
      { code: 'e5', load: null },
    ],
    wrong: [],
  });
});

test('an unreadable or ambiguous load is wrong and its line is not used', () => {
  expect(readOrders('A1\tten\nB2\t-3\nC3\t')).toEqual({
    orders: [{ code: 'C3', load: null }],
    wrong: ['A1\tten', 'B2\t-3'],
  });
});

test('written orders keep their loads', () => {
  const text = 'A 1;40\nb-2;2.5\nC3';
  expect(writeOrders(readOrders(text).orders)).toBe(text);
});
