import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newStarlinkDecoder } from './starlink.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newStarlinkDecoder().decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];

test('a report has coordinates, time, switches, voltage and ignition', () => {
  expect(decode(FRAMES.plain)).toMatchObject({ identities: ['006968'], replies: [] });
  const message = first(FRAMES.plain);
  expect(message?.deviceTime?.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(message?.fix).toMatchObject({
    time: new Date('2026-03-22T10:15:28Z'),
    valid: true,
    lat: -34.9055,
    courseDeg: 87,
  });
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 9);
  expect(message?.fix?.speedKph).toBeCloseTo(21.6 * 1.852, 9);
  expect(message?.attributes).toMatchObject({
    index: 375,
    event: 24,
    odometerM: 125_000,
    input1: true,
    input2: false,
    output1: true,
    powerV: 13.9,
    batteryV: 4.12,
    ignition: true,
  });
});

test('without a fix the switches are still read', () => {
  expect(first(FRAMES.none)).toMatchObject({ fix: null, attributes: { event: 16, input2: true, ignition: false } });
});

test('without switches the voltages are the fields with a decimal point', () => {
  expect(first(FRAMES.short)?.attributes).toMatchObject({ odometerM: 82_505, powerV: 12.148, batteryV: 3.507 });
});

test('a long report begins with the IMEI and ends with event, ignition, satellites and signal', () => {
  expect(first(FRAMES.long)).toMatchObject({
    fix: { lat: -34.9055 },
    attributes: {
      event: 9,
      alarm: ['powerCut'],
      powerV: 0.213,
      batteryV: 3.407,
      ignition: false,
      satellites: 5,
      rssi: 96,
      odometerM: 125_000,
    },
  });
});

test.each([
  ['06', 'overspeed'],
  ['11', 'lowBattery'],
  ['26', 'tow'],
  ['36', 'sos'],
  ['42', 'jamming'],
])('event %s raises %s', (event, alarm) => {
  const frame = textOf(FRAMES.plain).replace(',24,', `,${event},`);
  expect(first(asciiBytes(frame))?.attributes.alarm).toEqual([alarm]);
});

test('a command reply is passed on, and other texts are faults', () => {
  expect(first(FRAMES.reply)).toMatchObject({ kind: 'reply', text: '01,377,OK' });
  expect(decode(asciiBytes('$GPRMC,1*00')).fault).toContain('no message');
});
