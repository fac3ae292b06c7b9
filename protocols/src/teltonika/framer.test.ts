import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, toHex } from '../tools/bytes.ts';
import { newTeltonikaDecoder, newTeltonikaInspector } from './decoder.ts';
import { encodeAvl, encodeAvlUdp, encodeLogin, encodeReply } from './device.ts';
import type { AvlRecord } from './device.ts';
import { MAX_FRAME_BYTES, TeltonikaFramer } from './framer.ts';

const record = (second: number): AvlRecord => ({
  time: new Date(Date.UTC(2026, 2, 1, 8, 0, second)),
  lat: 12.9716 + second / 1000,
  lon: 77.5946,
  speedKph: second,
  ignition: true,
  powerV: 12.7,
  odometerM: 1000 + second,
});
const LOGIN = encodeLogin('356307042441013');
const FRAMES = [
  LOGIN,
  encodeAvl([record(1)]),
  new Uint8Array([0xff]),
  encodeAvl([record(2), record(3)], 0x8e),
  encodeReply('ok'),
  new Uint8Array([0xff]),
  encodeAvl([record(4)], 0x10),
];
const STREAM = concat(...FRAMES);
const WANTED = FRAMES.map(toHex);

/** Returns all frames of the stream when it arrives in chunks of these sizes, repeatedly. */
function cut(stream: Uint8Array, sizes: readonly number[]): { frames: string[]; framer: TeltonikaFramer } {
  const framer = new TeltonikaFramer();
  const frames: Uint8Array[] = [];
  for (let at = 0, piece = 0; at < stream.length; piece++) {
    const size = sizes[piece % sizes.length] ?? 1;
    // A buffer that is reused afterwards, as a network stack may do.
    const chunk = stream.slice(at, at + size);
    frames.push(...framer.push(chunk));
    chunk.fill(0xee);
    at += size;
  }
  return { frames: frames.map(toHex), framer };
}

test('a stream gives the same frames byte by byte, at once and however split', () => {
  expect(cut(STREAM, [1]).frames).toEqual(WANTED);
  expect(cut(STREAM, [STREAM.length]).frames).toEqual(WANTED);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 30 }), (sizes) => {
      const { frames, framer } = cut(STREAM, sizes);
      expect(frames).toEqual(WANTED);
      expect([framer.garbageBytes, framer.pendingBytes]).toEqual([0, 0]);
    }),
    { numRuns: 100 },
  );
});

test('a Node buffer is copied, not kept', () => {
  const framer = new TeltonikaFramer();
  const chunk = Buffer.from(LOGIN);
  const [frame] = framer.push(chunk);
  chunk.fill(0);
  expect(toHex(frame ?? new Uint8Array(0))).toBe(toHex(LOGIN));
});

describe('garbage between frames is skipped and counted', () => {
  const good = encodeAvl([record(5)]);
  test.each([
    ['text', new TextEncoder().encode('GET / HTTP/1.1\r\n')],
    ['zeros', new Uint8Array(37)],
    ['0xff inside garbage', new Uint8Array([0x13, 0xff, 0xff, 0x37])],
    ['a head that promises too much', new Uint8Array([0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 8, 1])],
  ])('%s', (_, garbage) => {
    for (const sizes of [[1], [10_000], [7]]) {
      const { frames, framer } = cut(concat(LOGIN, garbage, good, LOGIN), sizes);
      expect(frames).toEqual([LOGIN, good, LOGIN].map(toHex));
      expect(framer.garbageBytes).toBe(garbage.length);
    }
  });
});

test('a packet with a wrong checksum is passed to the decoder; the next one is not lost', () => {
  const broken = encodeAvl([record(6)]);
  broken[20] = 0x55;
  const good = encodeAvl([record(7)]);
  const { frames } = cut(concat(broken, good), [1]);
  expect(frames).toEqual([broken, good].map(toHex));
});

test('a length that covers the next packets is detected, and they are framed', () => {
  const broken = encodeAvl([record(8)]);
  const good = Array.from({ length: 6 }, (_, i) => encodeAvl([record(i)]));
  broken[7] = (broken[7] ?? 0) + 200; // reaches into the third good packet
  for (const sizes of [[1], [50], [100_000]]) {
    const { frames } = cut(concat(broken, ...good), sizes);
    expect(frames).toEqual([broken, ...good].map(toHex));
  }
});

test('the buffer stays under the largest frame and one chunk', () => {
  const framer = new TeltonikaFramer();
  const head = new Uint8Array([0, 0, 0, 0, 0, 0, 0x7f, 0xf0, 8, 1]);
  framer.push(head);
  let most = 0;
  for (let i = 0; i < 200; i++) {
    framer.push(new Uint8Array(1000).fill(0x41));
    most = Math.max(most, framer.pendingBytes);
  }
  expect(most).toBeGreaterThan(30_000);
  expect(most).toBeLessThanOrEqual(MAX_FRAME_BYTES + 1000);
});

test('mutated streams and packets never throw, and the buffer stays small', () => {
  const packets = [...FRAMES, encodeAvlUdp('356307042441013', 1, 2, [record(1), record(2)])];
  const mutation = fc.record({ at: fc.nat(STREAM.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(
      fc.array(mutation, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 64 }),
      (mutations, size) => {
        const stream = STREAM.slice();
        for (const { at, byte } of mutations) stream[at] = byte;
        const decoder = newTeltonikaDecoder();
        const framer = new TeltonikaFramer();
        for (let at = 0; at < stream.length; at += size) {
          for (const frame of framer.push(stream.slice(at, at + size))) decoder.decode(frame);
          expect(framer.pendingBytes).toBeLessThanOrEqual(stream.length);
        }
        for (const packet of packets) {
          const mutated = packet.slice();
          for (const { at, byte } of mutations) mutated[at % mutated.length] = byte;
          for (const message of newTeltonikaInspector().decode(mutated).messages) message.fix?.time.toISOString();
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('random bytes never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
      for (const frame of new TeltonikaFramer().push(noise)) newTeltonikaDecoder().decode(frame);
      newTeltonikaDecoder().decode(noise);
      newTeltonikaInspector().decode(concat(new Uint8Array(8), new Uint8Array([0x8e]), noise));
    }),
    { numRuns: 500 },
  );
});
