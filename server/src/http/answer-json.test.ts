import { expect, test } from 'vitest';
import { jsonText } from '../store/outlines/json-text.ts';
import { jsonPieces } from './answer-json.ts';

const written = (answer: object) => [...jsonPieces(answer)].join('');

test.each([
  {},
  { status: 200 },
  { status: 200, rows: [] },
  { rows: [1, 'a"b', null, undefined, { a: undefined, b: [1, { c: 2 }] }], total: 3, none: undefined },
  { at: new Date(0), nested: { rows: [1, 2] }, last: 'é\u2028' },
  { first: undefined, second: 1 },
])('writes %j as JSON.stringify does', (answer) => {
  expect(written(answer)).toBe(JSON.stringify(answer));
});

test('inserts existing JSON without parsing it', () => {
  const shape = { kind: 'circle', radiusM: 5 };
  const answer = { rows: [{ id: 1, shape: jsonText(JSON.stringify(shape)), none: undefined }], one: jsonText('[1]') };
  expect(written(answer)).toBe(JSON.stringify({ rows: [{ id: 1, shape }], one: [1] }));
});

test('yields pieces of bounded length, however many rows there are', () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: 'x'.repeat(100) }));
  const pieces = [...jsonPieces({ rows })];
  expect(pieces.length).toBeGreaterThan(8);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(66_000);
  expect(pieces.join('')).toBe(JSON.stringify({ rows }));
});
