import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { newGt06Decoder } from './decoder.ts';
import { bytes, CELL, CELL_4G, FIX, frame } from './frames.fixture.ts';
import { MAX_FRAME_BYTES, newGt06Framer } from './framer.ts';

const SEEDS = [
  frame(0x01, '0123456789012345 0001 3200'),
  frame(0x12, `${FIX}${CELL}`),
  frame(0x16, `${FIX} 09 ${CELL} 46 06 04 01 02`),
  frame(0xa4, `${FIX} 10 ${CELL_4G} 42 05 04 13 02 ff`),
  frame(0x70, '0033 0012 65f40735 08 00e8 0269fb20 0c41f850 3c 145a 0018 0002 017d', true),
  frame(0xf2, '65f40735 000a 000c 01 a1b2c3d4e5f6 02 00 01 4142', true),
  frame(0x32, '18030f081e2d 00 00 00 00 00 00', true),
  bytes('7878 01 69 240315083045 a1b2c3d4e5f6 41 01 01cc 00 2866 0f21 32 0d0a'),
];

const mutation = fc.record({ at: fc.nat(200), byte: fc.nat(255) });
const mutated = fc
  .tuple(fc.constantFrom(...SEEDS), fc.array(mutation, { maxLength: 6 }), fc.nat(60))
  .map(([seed, changes, cut]) => {
    const copy = Uint8Array.from(seed);
    for (const { at, byte } of changes) copy[at % copy.length] = byte;
    return cut < copy.length ? copy.subarray(0, copy.length - cut) : copy;
  });

function sane(decode: () => ReturnType<ReturnType<typeof newGt06Decoder>['decode']>): void {
  const { fault, identities, messages, replies } = decode();
  if (fault !== undefined) expect([identities, messages, replies]).toEqual([[], [], []]);
  for (const { fix } of messages) {
    if (fix === null) continue;
    expect(Number.isFinite(fix.time.getTime())).toBe(true);
    expect(Math.abs(fix.lat)).toBeLessThanOrEqual(90);
    expect(Math.abs(fix.lon)).toBeLessThanOrEqual(180);
    expect(fix.speedKph).toBeGreaterThanOrEqual(0);
    expect(fix.courseDeg).toBeGreaterThanOrEqual(0);
    expect(fix.courseDeg).toBeLessThan(360);
  }
}

test('mutated frames never throw and report nothing impossible', () => {
  fc.assert(
    fc.property(fc.array(mutated, { maxLength: 5 }), (frames) => {
      const decoder = newGt06Decoder();
      for (const one of frames) sane(() => decoder.decode(one));
    }),
    { numRuns: 2000 },
  );
});

test('every kind of frame with any content neither throws nor reports anything impossible', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.boolean(), fc.uint8Array({ maxLength: 120 }), (type, extended, content) => {
      const head = extended ? [0x79, 0x79, 0, content.length + 5, type] : [0x78, 0x78, content.length + 5, type];
      sane(() => newGt06Decoder().decode(Uint8Array.from([...head, ...content, 0, 1, 0, 0, 0x0d, 0x0a])));
    }),
    { numRuns: 3000 },
  );
});

test('a stream of mutated frames buffers no more than one frame', () => {
  fc.assert(
    fc.property(fc.array(mutated, { maxLength: 30 }), fc.integer({ min: 1, max: 500 }), (frames, size) => {
      const stream = concat(...frames);
      const framer = newGt06Framer();
      let given = 0;
      for (let at = 0; at < stream.length; at += size) {
        for (const one of framer.push(stream.subarray(at, at + size))) given += one.length;
        expect(framer.pendingBytes).toBeLessThanOrEqual(MAX_FRAME_BYTES);
      }
      expect(given + framer.garbageBytes + framer.pendingBytes).toBe(stream.length);
    }),
    { numRuns: 500 },
  );
});
