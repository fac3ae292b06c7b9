import { assert, boolean, constant, double, integer, maxSafeInteger, oneof, property } from 'fast-check';
import { expect, it } from 'vitest';
import { JsonBytes } from './json-bytes.ts';

const written = (write: (json: JsonBytes) => void): string => {
  const json = new JsonBytes();
  write(json);
  return json.toString();
};

it('writes values as JSON.stringify does', () => {
  const edges = oneof(
    ...[0, 9, 10, 999_999, 1_000_000, 1e12 - 1, 1e12, Number.MAX_SAFE_INTEGER, 1e21, 5e-324].map((one) =>
      constant(one),
    ),
  );
  assert(
    property(oneof(edges, maxSafeInteger(), integer(), double(), boolean(), constant(null)), (value) => {
      const expected = Object.is(value, -0) ? '0' : JSON.stringify(value);
      expect(written((json) => json.value(value))).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

it('grows with the written data, and starts over after clear', () => {
  const long = 'ä€𝄞'.repeat(3000);
  const json = new JsonBytes();
  json.ascii('["');
  json.text(long);
  json.ascii('"]');
  expect(json.toString()).toBe(`["${long}"]`);
  expect(json.length).toBe(Buffer.byteLength(`["${long}"]`));
  const target = Buffer.alloc(json.length + 1);
  json.copyTo(target, 1);
  expect(target.toString('utf8', 1)).toBe(json.toString());
  json.clear();
  json.value(-7);
  expect(json.toString()).toBe('-7');
});
