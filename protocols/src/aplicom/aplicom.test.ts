import { expect, test } from 'vitest';
import { newAplicomDecoder } from './aplicom.ts';
import { FRAMES, MOMENT, POSITION } from './samples.fixture.ts';

const NOW = new Date('2026-03-22T10:15:30Z');
const decode = (bytes: Uint8Array) => newAplicomDecoder().decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const WHERE = { time: NOW, valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 88 };

test('a position has the fields of its selector', () => {
  expect(decode(FRAMES.place).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.place)).toMatchObject({
    deviceTime: NOW,
    fix: { ...WHERE, altitudeM: null },
    // 0x83: inputs 1, 2 and 8.
    attributes: {
      event: 119,
      satellitesSeen: 12,
      maxSpeedKph: 50,
      input1: true,
      input3: false,
      input8: true,
      powerV: 14.46,
      batteryV: 4.07,
      output: 0,
    },
  });
  expect(first(FRAMES.full)).toMatchObject({
    fix: { ...WHERE, altitudeM: 153 },
    attributes: { adc1: 3299, adc2: 3841, tripM: 15_123, trip2M: 50, output: 3, driverTag: '0197859244' },
  });
});

test('a device that never had a fix sends no position', () => {
  expect(first(FRAMES.never)).toMatchObject({ fix: null, deviceTime: new Date('2018-08-22T10:33:01Z') });
});

test('a tachograph reports driver, distance and speed', () => {
  expect(first(FRAMES.tachograph)).toEqual({
    kind: 'report',
    deviceTime: NOW,
    fix: null,
    // 0x4b: the first driver drives (3), and the 01 above it means that the vehicle moves. 0x50: the first driver's
    // card is inserted, and the 01 above it means overspeed.
    attributes: {
      event: 109,
      tachographEvent: 0x104,
      driverWork: 'drive',
      motion: true,
      alarm: ['overspeed'],
      obdSpeedKph: 0x19e6 / 256,
      odometerM: 0x39d7 * 5,
      tripM: 1000,
      engineRpm: 1500,
      vin: 'WDB906605S1234567',
      driverTag: '1031719409000001',
    },
  });
});

test('the unit number is the identity when the IMEI is missing', () => {
  // Version 1, unit 0x123, and the default selector: time, position, motion (includes 0x10), analogue, switches, trip
  // 1, driver.
  const content = `7700f0${MOMENT}${POSITION}0c28322c8300010002000300040000007b0100000000002a`;
  const length = (content.length / 2).toString(16).padStart(4, '0');
  const decoded = decode(Uint8Array.from(Buffer.from(`4401000123${length}${content}`, 'hex')));
  expect(decoded).toMatchObject({
    identities: ['291'],
    messages: [{ fix: WHERE, attributes: { adc4: 4, tripM: 123, driverTag: '042' } }],
  });
});

test('an unread message still identifies its sender', () => {
  expect(decode(FRAMES.other)).toMatchObject({ identities: ['356000000000013'], messages: [] });
});

test('other bytes and truncated messages are faults', () => {
  expect(decode(new Uint8Array(20)).fault).toContain('no frame');
  expect(decode(FRAMES.full.subarray(0, 40)).fault).toContain('too short');
});
