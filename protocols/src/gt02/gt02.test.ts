import { expect, test } from 'vitest';
import { concat, fromHex } from '../tools/bytes.ts';
import { newGt02Framer, gt02 } from './gt02.ts';
import { frame, FRAMES } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => gt02.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has coordinates and time, with hemispheres', () => {
  expect(decode(FRAMES.position).identities).toEqual(['356000000000013']);
  const fix = first(FRAMES.position)?.fix;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, speedKph: 40, courseDeg: 87 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 5);
  expect(fix?.lon).toBeCloseTo(-56.1913, 5);
  const other = Uint8Array.from(FRAMES.position);
  other[other.length - 3] = 6;
  const turned = first(other)?.fix;
  expect(turned?.valid).toBe(false);
  expect(turned?.lat).toBeCloseTo(34.9055, 5);
  expect(turned?.lon).toBeCloseTo(56.1913, 5);
});

test('a heartbeat has battery, signal and satellites, and is answered', () => {
  const decoded = decode(FRAMES.heartbeat);
  // The battery is at five of six steps.
  expect(decoded.messages).toMatchObject([
    { kind: 'heartbeat', attributes: { batteryPercent: 83, rssi: 4, satellitesInView: 4 } },
  ]);
  expect(decoded.replies).toEqual([{ when: 'now', bytes: fromHex('54681a0d0a') }]);
  expect(first(FRAMES.short)?.attributes).toEqual({ batteryPercent: 0, rssi: 3 });
});

test('a command reply is passed on', () => {
  expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: 'OK' });
});

test('garbage is skipped; an invalid length, IMEI or month is a fault', () => {
  const framer = newGt02Framer();
  expect(framer.push(concat(Uint8Array.of(0x68, 0x68, 0x02, 0x01), FRAMES.short))).toEqual([FRAMES.short]);
  expect(framer.garbageBytes).toBe(4);
  expect(decode(frame('0000 0356000000000013 0004 1c 09 4f4b')).fault).toContain('too short');
  expect(decode(frame('0000 03560000000000aa 0004 1c 02 4f4b')).fault).toContain('no IMEI');
  expect(decode(frame('0000 0356000000000013 0003 10 1a0d160a0f1e 00 00 00')).fault).toBeDefined();
});
