import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { avema } from './avema.ts';
import { FRAMES, line } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => avema.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, odometer, switches, voltage, signal and driver', () => {
  expect(decode(FRAMES.card).identities).toEqual(['1000000013']);
  expect(first(FRAMES.card)).toMatchObject({
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
      satellites: 9,
      event: 10,
      odometerM: 1_234_500,
      inputs: 3,
      analog1V: 0.02,
      analog2V: 12.4,
      outputs: 1,
      roaming: false,
      rssi: 15,
      batteryV: 4.01,
      driverTag: '65EB812A000104E0',
    },
  });
});

test('an older format writes voltages with their unit and the network without a dash, and has no battery', () => {
  const { analog1V, analog2V, roaming, batteryV, driverTag } = first(FRAMES.older)?.attributes ?? {};
  expect({ analog1V, analog2V, roaming, batteryV, driverTag }).toEqual({
    analog1V: 0.02,
    analog2V: 14.88,
    roaming: true,
    batteryV: undefined,
    driverTag: 'CID0000028',
  });
});

test('volts in the last field are the battery, not a driver card', () => {
  expect(first(FRAMES.short)?.attributes).toMatchObject({ batteryV: 3.95 });
  expect(first(FRAMES.short)?.attributes.driverTag).toBeUndefined();
});

test('without satellites the position is an old one', () => {
  expect(first(FRAMES.blind)?.fix?.valid).toBe(false);
  const zeros = textOf(FRAMES.blind).replace('-56.1913,-34.9055', '0,0');
  expect(first(asciiBytes(zeros))?.fix).toBeNull();
  expect(first(FRAMES.blind)?.attributes.batteryV).toBeUndefined();
});

test('an unreadable field only loses that field', () => {
  const tail = '3,0.0,0,0.02,14.01,0,0,26,0,748-1,FFFE,9C7D,3.95';
  expect(first(line(tail.replace('748-1', 'here')))).toMatchObject({
    fix: { lat: -34.9055 },
    attributes: { analog2V: 14.01, batteryV: 3.95 },
  });
  expect(first(line(tail.replace('14.01', 'much')))?.attributes).toMatchObject({ analog1V: 0.02, rssi: 26 });
  expect(first(line(tail, 9, '20260332101530'))).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
  });
});

test('a missing identity, a truncated message and two unreadable fields are faults', () => {
  const wrong = [
    asciiBytes('me,20260322101530,-56.1913,-34.9055'),
    line('3,0.0,0,0.02,14.01,0,0,26,0'),
    line('3,0.0,0,0.02,14.01,0,0,26,0,here,FFFE,9C7D,3.95', 9, '20260332101530'),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});
