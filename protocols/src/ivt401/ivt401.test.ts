import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { ivt401 } from './ivt401.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => ivt401.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, switches, voltage, temperature and odometer', () => {
  expect(decode(FRAMES.plain).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.plain)).toMatchObject({
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
      rssi: 21,
      input1: true,
      input2: false,
      input3: true,
      output1: false,
      output2: true,
      analog1V: 0.15,
      powerV: 12.4,
      batteryV: 4.1,
      deviceTemperatureC: 36.5,
      temperature1C: -3.25,
      motion: true,
      odometerM: 12_704,
    },
  });
});

test('several temperatures share one field, and an input state that is neither on nor off is dropped', () => {
  const attributes = first(FRAMES.several)?.attributes;
  expect(attributes).toMatchObject({ temperature1C: 4.5, temperature2C: -18, temperature3C: 0, input1: true });
  expect(attributes?.input2).toBeUndefined();
});

test('zero coordinates are not a position', () => {
  expect(first(FRAMES.never)?.fix).toBeNull();
});

test('a stream is framed by the brackets', () => {
  const both = asciiBytes(textOf(FRAMES.plain) + textOf(FRAMES.never));
  expect(ivt401.newFramer().push(both)).toHaveLength(2);
});

test('another header and a missing identity are faults', () => {
  const text = textOf(FRAMES.plain);
  const wrong = ['(XX,1)', text.replace('356000000000013', 'me')];
  for (const each of wrong.map(asciiBytes)) expect(decode(each).fault).toBeDefined();
});
