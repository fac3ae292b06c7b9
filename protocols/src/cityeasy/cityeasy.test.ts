import { expect, test } from 'vitest';
import { concat, toHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { cityeasy, newCityeasyFramer } from './cityeasy.ts';
import { frame, FRAMES } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => cityeasy.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has coordinates, time and accuracy, with the full IMEI', () => {
  // 3+1+6 doubled … : 3, 10>1, 6, 0…, 0, 2 make 12; 8 are missing to 20.
  expect(decode(FRAMES.position).identities).toEqual(['356000000000018', '35600000000001']);
  const message = first(FRAMES.position);
  expect(message?.fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12.4,
  });
  // The frame contains 21.6 knots.
  expect(message?.fix?.speedKph).toBeCloseTo(40.0032, 4);
  expect(message?.attributes).toEqual({ satellites: 9, hdop: 0.9 });
  expect(first(FRAMES.asked)?.fix).toMatchObject({ valid: false, altitudeM: -3, speedKph: 0 });
});

test('cells alone and a status are heartbeats', () => {
  expect(first(FRAMES.cells)).toMatchObject({ kind: 'heartbeat', fix: null });
  expect(first(FRAMES.status)).toMatchObject({ kind: 'heartbeat', fix: null });
  expect(decode(FRAMES.address).messages).toEqual([]);
});

test('a position is requested once the device is known', () => {
  const decoder = cityeasy.newDecoder('tcp');
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.status);
  const bytes = decoder.encode({ kind: 'locate' });
  // The frame has "SS", 14 bytes, type 4, count 1, a checksum, and the end.
  expect(toHex(bytes ?? new Uint8Array())).toMatch(/^5353000e000400000001[0-9a-f]{4}0d0a$/);
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
});

test('garbage is skipped; letters in an identity are a fault', () => {
  const framer = newCityeasyFramer();
  expect(framer.push(concat(Uint8Array.of(0x54, 0x54, 0, 1, 9), FRAMES.status))).toEqual([FRAMES.status]);
  expect(framer.garbageBytes).toBe(5);
  const wrong = Uint8Array.from(FRAMES.status);
  wrong[5] = 0xaa;
  expect(decode(wrong).fault).toContain('no IMEI');
});

test('an invalid hour or number only loses itself', () => {
  expect(decode(frame(3, asciiBytes('20260322251530,A,9,S,34.9,W,56.1,0,1,1;'))).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9, lon: -56.1 },
    attributes: { satellites: 9 },
  });
  expect(decode(frame(3, asciiBytes('20260322101530,A,x,S,34.9,W,56.1,?,1,1;'))).messages[0]).toMatchObject({
    fix: { valid: true, lat: -34.9, speedKph: 0, altitudeM: 1 },
    attributes: { hdop: 1 },
  });
});

test('a message of an unknown type is reported as such', () => {
  expect(decode(frame(9, Uint8Array.of(1)))).toMatchObject({ unknownType: '0x09', messages: [] });
});
