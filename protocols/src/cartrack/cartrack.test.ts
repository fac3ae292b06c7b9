import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { cartrack } from './cartrack.ts';
import { FRAMES, message } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => cartrack.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has the identity without its padding, coordinates, time and speed', () => {
  expect(decode(FRAMES.moving).identities).toEqual(['20013']);
  const fix = first(FRAMES.moving)?.fix;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, courseDeg: 87.5 });
  // The frame contains 34°54.33' south and 56°11.478' west; 21.6 knots.
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
  expect(fix?.speedKph).toBeCloseTo(40.0032, 9);
  expect(first(FRAMES.moving)?.attributes).toEqual({ event: '9955' });
});

test('a stationary vehicle has course 0, and a longer identity no padding', () => {
  expect(decode(FRAMES.standing).identities).toEqual(['35600000000013']);
  expect(first(FRAMES.standing)?.fix).toMatchObject({ speedKph: 0, courseDeg: 0 });
});

test('without a position it is a report or a heartbeat', () => {
  expect(first(FRAMES.blind)).toMatchObject({ kind: 'report', fix: null });
  expect(first(FRAMES.alive)).toMatchObject({ kind: 'heartbeat', attributes: { event: '9966' } });
});

test('a stream is framed by two hashes', () => {
  expect(cartrack.newFramer().push(concat(FRAMES.moving, FRAMES.alive))).toEqual([FRAMES.moving, FRAMES.alive]);
});

test('an invalid month only loses the fix', () => {
  const decoded = decode(message('101530.000,A,3454.3300,S,05611.4780,W,21.6,87.5,221326,'));
  expect(decoded).toMatchObject({ identities: ['20013'], messages: [{ fix: null, attributes: { event: '9955' } }] });
});

test('a missing identity and a truncated message are faults', () => {
  const wrong = [asciiBytes('$$me&A9955&B101530.000,A##'), asciiBytes('$$20013&A9955&B101530.000,A,3454')];
  for (const bytes of wrong) expect(decode(bytes).fault).toBeDefined();
});
