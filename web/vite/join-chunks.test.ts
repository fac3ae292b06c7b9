import { expect, test } from 'vitest';
import { type Chunk, joinChunks } from './join-chunks.ts';

const FILE = 100;
const weights = Array.from({ length: 4 }, () => ({ files: 1, bytes: 1 }));
const chunk = (size: number, neededBy: number[], more: Partial<Chunk> = {}): Chunk => ({
  files: 1,
  size,
  imports: [],
  neededBy: new Set(neededBy),
  loadedBefore: new Set(),
  isAlone: false,
  ...more,
});
const join = (...chunks: Chunk[]) => joinChunks(chunks, weights, FILE);

test('chunks that the same entries need are joined, and an entry that needs a part of them loads little more', () => {
  expect(join(chunk(900, [0, 1]), chunk(900, [0, 1]))).toEqual([[0, 1]]);
  expect(join(chunk(900, [0, 1]), chunk(90, [0]))).toEqual([[0, 1]]);
  expect(join(chunk(90, [0, 1]), chunk(900, [0]))).toEqual([[0], [1]]);
});

test('a chunk that stays alone is joined with none', () => {
  expect(join(chunk(9, [0], { isAlone: true }), chunk(9, [0]))).toEqual([[0], [1]]);
});

test('an entry pays for what the joined file imports as well', () => {
  const heavy = chunk(5000, [0], { isAlone: true });
  expect(join(chunk(9, [0, 1, 2]), chunk(9, [0, 1]), heavy)).toEqual([[0, 1], [2]]);
  expect(join(chunk(9, [0, 1]), chunk(9, [0], { imports: [2] }), heavy)).toEqual([[0], [1], [2]]);
});

test('what is loaded before an entry costs it nothing', () => {
  const before = { loadedBefore: new Set([1]) };
  expect(join(chunk(9000, [0], before), chunk(9, [0, 1]))).toEqual([[0, 1]]);
});

test('no two files import each other', () => {
  const between = chunk(9, [0, 1], { imports: [2], isAlone: true });
  expect(join(chunk(9, [0, 1], { imports: [1] }), between, chunk(9, [0, 1]))).toEqual([[0], [1], [2]]);
});
