import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat, toHex } from '../tools/bytes.ts';
import { bytes, CELL, FIX, frame } from './frames.fixture.ts';
import { MAX_FRAME_BYTES, newGt06Framer } from './framer.ts';

const LOGIN = frame(0x01, '0123456789012345');
const POSITION = frame(0x22, `${FIX}${CELL}010000`);
/** The content contains a terminator, and the long header. */
const SERIAL = frame(0x9b, '0341 0d0a 42 0d0a', true);
const FRAMES = [LOGIN, POSITION, SERIAL];
const STREAM = concat(...FRAMES);

function cut(...chunks: Uint8Array[]): string[] {
  const framer = newGt06Framer();
  return chunks.flatMap((chunk) => framer.push(chunk).map(toHex));
}

test('several frames in one chunk are separated', () => {
  expect(cut(STREAM)).toEqual(FRAMES.map(toHex));
});

test('fed byte by byte, the same frames come out', () => {
  expect(cut(...Array.from(STREAM, (byte) => new Uint8Array([byte])))).toEqual(FRAMES.map(toHex));
});

test('split anywhere, the same frames come out', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: STREAM.length - 1 }), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length];
      const pieces = places.slice(1).map((end, i) => STREAM.subarray(places[i], end));
      expect(cut(...pieces)).toEqual(FRAMES.map(toHex));
    }),
    { numRuns: 300 },
  );
});

test('garbage between frames is skipped and counted, however split', () => {
  const noise = fc.uint8Array({ maxLength: 40 }).map((piece) => piece.map((byte) => (byte === 0x0a ? 0x0b : byte)));
  fc.assert(
    fc.property(noise, noise, fc.integer({ min: 1, max: 60 }), (before, between, size) => {
      const stream = concat(before, LOGIN, between, POSITION);
      const framer = newGt06Framer();
      const found: string[] = [];
      for (let at = 0; at < stream.length; at += size) {
        found.push(...framer.push(stream.subarray(at, at + size)).map(toHex));
      }
      expect(found).toEqual([toHex(LOGIN), toHex(POSITION)]);
      expect(framer.garbageBytes).toBe(before.length + between.length);
      expect(framer.pendingBytes).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('a frame whose length is too small ends at its terminator', () => {
  // 6 bytes more than the length states, with the CRC over that length.
  const short = bytes('7878 0a 13 4606040002 ffffffffffff 0005 e17b 0d0a');
  expect(cut(concat(short, LOGIN))).toEqual([toHex(short), toHex(LOGIN)]);
});

test('a frame whose length is too large is not waited for when its CRC matches', () => {
  const frameOf = frame(0x13, '4606040002');
  const large = Uint8Array.from(frameOf);
  large[2] = 0x40;
  const crcOver = frameWithCrc(large);
  expect(cut(crcOver)).toEqual([toHex(crcOver)]);
  expect(cut(crcOver, LOGIN)).toEqual([toHex(crcOver), toHex(LOGIN)]);
});

/** The same frame with the CRC over its actual content: CRC-16/X.25 computed bit by bit. */
function frameWithCrc(whole: Uint8Array): Uint8Array {
  let crc = 0xffff;
  for (const byte of whole.subarray(2, -4)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1;
  }
  crc ^= 0xffff;
  return Uint8Array.from([...whole.subarray(0, -4), crc >>> 8, crc & 0xff, 0x0d, 0x0a]);
}

test('watch frames are framed by the counts of access points and cells, despite terminators in addresses', () => {
  // 2 access points, one with 0d 0a in its address; 1 cell; no serial number, no CRC.
  const watch = bytes('7878 02 69 240315083045 0d0a0d0a0d0a 41 a1b2c3d4e5f6 50 01 01cc 00 2866 0f21 32 0d0a');
  for (const size of [1, 7, watch.length]) {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < watch.length; at += size) pieces.push(watch.subarray(at, at + size));
    expect(cut(...pieces, LOGIN)).toEqual([toHex(watch), toHex(LOGIN)]);
  }
});

test('whatever arrives, little is buffered and the next frame is found', () => {
  const marks = fc.constantFrom(0x78, 0x79, 0x0d, 0x0a, 0x00, 0xff, 0x0f);
  fc.assert(
    fc.property(fc.array(fc.array(marks, { maxLength: 300 }), { maxLength: 20 }), (chunks) => {
      const framer = newGt06Framer();
      for (const chunk of chunks) {
        framer.push(Uint8Array.from(chunk));
        expect(framer.pendingBytes).toBeLessThanOrEqual(MAX_FRAME_BYTES);
      }
      // Whatever was pending, a series of valid frames gets through.
      const flood = Array.from({ length: 200 }, () => framer.push(POSITION).map(toHex)).flat();
      expect(flood.at(-1)).toBe(toHex(POSITION));
    }),
    { numRuns: 200 },
  );
});

test('64 KiB of false starts take one pass', () => {
  const started = performance.now();
  const framer = newGt06Framer();
  framer.push(new Uint8Array(65_536).fill(0x78));
  // Scanning all following bytes from every start took five seconds.
  expect(performance.now() - started).toBeLessThan(1000);
  expect(framer.pendingBytes).toBeLessThanOrEqual(MAX_FRAME_BYTES);
});

test('CRCs of false frames are not computed again and again', () => {
  // Every sixth byte seems to begin a frame of 30 kB that ends correctly, but its CRC is wrong; the first one is too
  // long.
  const piece = new Uint8Array(65_532);
  for (let at = 0; at < piece.length; at += 6) piece.set([0x79, 0x79, 0x75, 0x30, 0x0d, 0x0a], at);
  piece.set([0x79, 0x79, 0x00, 0x11], 0);
  const started = performance.now();
  for (let round = 0; round < 10; round++) newGt06Framer().push(piece);
  // Summing each of them took seven seconds.
  expect(performance.now() - started).toBeLessThan(2000);
});
