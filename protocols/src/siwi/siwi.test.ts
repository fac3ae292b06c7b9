import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { FRAMES, message, POSITION } from './samples.fixture.ts';
import { siwi } from './siwi.ts';

const decode = (bytes: Uint8Array) => siwi.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a packet has identity, coordinates, time in Indian time, ignition, voltages, signal and versions', () => {
  expect(decode(FRAMES.moving).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.moving)).toMatchObject({
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12,
      speedKph: 42,
      courseDeg: 87,
    },
    attributes: {
      event: 'E',
      ignition: true,
      powerV: 24.15,
      satellites: 18,
      rssi: 24,
      batteryV: 4.282,
      analog1V: 12.34,
      inputs: 3,
      hardware: '1.0',
      firmware: '1.6CPASF_6.60',
    },
  });
});

test('before half past five in India the UTC date is the day before', () => {
  expect(first(FRAMES.midnight)?.fix).toMatchObject({ time: new Date('2026-02-28T20:45:30Z'), valid: false });
});

test('a message number is not a voltage', () => {
  expect(first(FRAMES.older)?.attributes.powerV).toBeUndefined();
});

test('zeros without a fix are not a position', () => {
  expect(first(message('0,0,V,0.000000,0.000000,0,0,154530,220326'))).toMatchObject({ kind: 'report', fix: null });
});

test('another header and a missing identity are faults', () => {
  const wrong = [asciiBytes('SIWI,356000000000013!'), message(POSITION, { identity: 'me' })];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});
