import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { alematics } from './alematics.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => alematics.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, switches and voltage', () => {
  expect(decode(FRAMES.plain).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.plain)).toMatchObject({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:32Z'),
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12,
      speedKph: 40,
      courseDeg: 87,
    },
    // Inputs 5 are the first and the third, outputs 2 the second.
    attributes: {
      event: 2,
      hdop: 0.9,
      satellites: 9,
      input1: true,
      input2: false,
      input3: true,
      output1: false,
      output2: true,
      analog1V: 0.153,
      powerV: 12.4,
      odometerM: 125_037,
    },
  });
});

test('a mask names the fields that follow, in the order of its bits', () => {
  // 62 has bits 1 to 5: external volts and battery volts in thousandths, km/h, rpm, signal.
  expect(first(FRAMES.masked)?.attributes).toMatchObject({
    powerV: 12.772,
    batteryV: 4.109,
    obdSpeedKph: 55,
    engineRpm: 1500,
    rssi: 8,
  });
  expect(first(FRAMES.plain)?.attributes.batteryV).toBeUndefined();
});

test('text from a connected device is passed on', () => {
  expect(first(FRAMES.text)).toMatchObject({ text: 'A1,1,,12345.67', attributes: { event: 4, powerV: 12.4 } });
});

test('another header and a missing identity are faults', () => {
  const text = textOf(FRAMES.plain);
  for (const wrong of ['$X,2', text.replace('356000000000013', 'me')])
    expect(decode(asciiBytes(wrong)).fault).toBeDefined();
});

test('an invalid day loses the time, not the coordinates and voltage', () => {
  const text = textOf(FRAMES.plain).replace('20260322101530', '20260232101530');
  expect(decode(asciiBytes(text)).messages[0]).toMatchObject({
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
    attributes: { powerV: expect.any(Number) },
  });
});
