import { expect, test } from 'vitest';
import { ringArcs, ringSize } from './cluster-ring.ts';

test('one status is a whole ring', () => {
  expect(ringArcs([0, 0, 0, 4, 0, 0])).toEqual([{ status: 3, from: 0, share: 1 }]);
});

test('a mix is shown in its shares, running first, with gaps between', () => {
  const arcs = ringArcs([0, 6, 2, 2, 0, 0]);
  expect(arcs.map(({ status }) => status)).toEqual([1, 2, 3]);
  expect(arcs[0]?.from).toBeCloseTo(0.006, 9);
  expect(arcs[0]?.share).toBeCloseTo(0.6 - 0.012, 9);
  expect(arcs[1]?.from).toBeCloseTo(0.6 + 0.006, 9);
  expect(arcs[2]?.share).toBeCloseTo(0.2 - 0.012, 9);
});

test('one in a thousand is still to be seen', () => {
  expect(ringArcs([0, 999, 0, 1, 0, 0])[1]?.share).toBeGreaterThan(0);
});

test('a ring grows with its count, within limits', () => {
  expect(ringSize(3)).toBe(36);
  expect(ringSize(100)).toBe(48);
  expect(ringSize(1_000_000)).toBe(64);
});
