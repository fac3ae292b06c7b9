import { array, assert, double, integer, nat, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readIntegers, writeIntegers } from './integer-column.ts';
import { readRice, RICE_LIMIT, riceBits, writeRice } from './rice-code.ts';

/** Values whose size changes, up to the limit. */
const anyValues = array(tuple(nat({ max: 30 }), double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), {
  maxLength: 200,
}).map((pairs) => Int32Array.from(pairs, ([bits, part]) => Math.floor(part * 2 ** bits)));

/** Numbers from -1 to 1 without pattern. */
function noise(seed: number, length: number): number[] {
  let state = seed | 0;
  return Array.from({ length }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) / 2 ** 31);
}

it('returns any values, whatever the sum to begin with', () => {
  assert(
    property(anyValues, nat({ max: RICE_LIMIT }), (values, start) => {
      const writer = new ByteWriter();
      const bits = riceBits(values, start);
      writeRice(writer, values, { start, bits });
      expect(writer.length).toBe(Math.ceil(bits / 8));
      // What follows belongs to others.
      writer.byte(255);
      const reader = new ByteReader(Buffer.from(writer.written));
      expect(readRice(reader, values.length, start)).toEqual(values);
      expect(reader.left).toBe(1);
    }),
    { numRuns: 300 },
  );
});

it('returns any column of integers, some of which are null', () => {
  const anyColumn = array(tuple(integer(), nat({ max: 120 }), nat({ max: 24 }), nat({ max: 3 })), {
    minLength: 1,
    maxLength: 3,
  }).map((pieces) =>
    pieces.flatMap(([seed, length, bits, nulls]) => [
      ...noise(seed, length).map((part) => Math.floor(part * 2 ** bits) * 5 - 7),
      ...Array.from({ length: nulls }, () => Number.NaN),
    ]),
  );
  let columns = 0;
  assert(
    property(anyColumn, (values) => {
      const writer = new ByteWriter();
      writeIntegers(writer, values);
      if (writer.noise.length > 0) columns += 1;
      const coded = new ByteReader(Buffer.from(writer.noise.written));
      const reader = new ByteReader(Buffer.from(writer.written), coded);
      expect([...readIntegers(reader, values.length).values]).toEqual(values);
      expect([reader.left, coded.left]).toEqual([0, 0]);
    }),
    { numRuns: 300 },
  );
  expect(columns).toBeGreaterThan(50);
});

it('needs 11 bits for delays of an exponential distribution whose entropy is 10.7', () => {
  // Quantiles, in an order that has no pattern: log2(600 e) bits.
  const delays = Float64Array.from({ length: 1009 }, (_, index) => {
    const part = ((index * 421) % 1009) / 1009;
    return Math.round(250 - 600 * Math.log(1 - part));
  });
  const writer = new ByteWriter();
  writeIntegers(writer, delays);
  expect((writer.noise.length * 8) / delays.length).toBeLessThan(11);
});
