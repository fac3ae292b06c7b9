import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { ennfu } from './ennfu.ts';
import { FRAMES, message } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => ennfu.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, signal, battery and firmware', () => {
  expect(decode(FRAMES.moving).identities).toEqual(['356000000000013']);
  const { fix, attributes } = first(FRAMES.moving) ?? {};
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: null, courseDeg: 87.5 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
  // The frame contains 21.6 knots.
  expect(fix?.speedKph).toBeCloseTo(40.0032, 9);
  expect(attributes).toEqual({ rssi: 20, batteryV: 3.72, batteryPercent: 21.4, firmware: 'V0.01' });
});

test('a stationary receiver has no course, and one without a fix no position', () => {
  expect(first(FRAMES.standing)?.fix).toMatchObject({ valid: true, courseDeg: 0 });
  expect(first(FRAMES.blind)).toMatchObject({ kind: 'report', fix: null, attributes: { batteryPercent: 86.8 } });
});

test('a heartbeat identifies the device', () => {
  expect(decode(FRAMES.alive)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'heartbeat' }] });
});

test('an invalid day only loses the fix', () => {
  const decoded = decode(message('101530.00,A,3454.33000,S,05611.47800,W,21.6,87.5,320326,20,3.72,21.4,V0.01'));
  expect(decoded.messages).toMatchObject([{ fix: null, attributes: { batteryV: 3.72, firmware: 'V0.01' } }]);
});

test('other text, a missing identity and a truncated message are faults', () => {
  const wrong = [
    asciiBytes('Other:356000000000013$'),
    message('101530.00,A', 'me'),
    message('101530.00,A,3454.33000,S,05611.47800,W,21.6,87.5,220326,20,3.72'),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});
