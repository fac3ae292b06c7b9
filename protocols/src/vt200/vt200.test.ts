import { expect, test } from 'vitest';
import { newVt200Decoder } from './decoder.ts';
import { newVt200Framer } from './vt200.ts';
import { frame, FRAMES } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => newVt200Decoder().decode(bytes);

test('a position has coordinates, time, satellites, signal and odometer', () => {
  const { identities, messages } = decode(FRAMES.place);
  expect(identities).toEqual(['631037309456']);
  expect(messages[0]).toMatchObject({
    fix: { time: new Date('2026-03-22T10:15:30Z'), valid: true, lat: -34.9055, speedKph: 32, courseDeg: 174 },
    // The frame contains 0x847 kilometres.
    attributes: { satellites: 9, rssi: 10, odometerM: 2_119_000, status: 0x200120 },
  });
  expect(messages[0]?.fix?.lon).toBeCloseTo(-56.1913, 9);
});

test('flags give north, east and whether there is a fix', () => {
  const content = `0100032203261015303454330005611478062057090a0000084700200120`;
  expect(decode(frame('2086', content)).messages[0]?.fix).toMatchObject({ valid: false, lat: 34.9055 });
});

test('a trip starts with the ignition, with or without a position, and ends with its data', () => {
  expect(decode(FRAMES.start).messages[0]).toMatchObject({ fix: { lat: -34.9055 }, attributes: { ignition: true } });
  expect(decode(FRAMES.startWithout).messages[0]).toMatchObject({ fix: null, attributes: { ignition: true } });
  expect(decode(FRAMES.trip).messages[0]).toEqual({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:30:00Z'),
    fix: null,
    attributes: {
      ignition: false,
      drivingS: 900,
      tripM: 15_229,
      maxSpeedKph: 97,
      maxRpm: 0x17cc,
      maxCoolantTemperatureC: 105,
      hardAccelerations: 4,
      hardBrakings: 2,
    },
  });
});

test('an unknown message is a heartbeat', () => {
  expect(decode(FRAMES.login)).toMatchObject({ identities: ['631037309456'], messages: [{ kind: 'heartbeat' }] });
});

test('a bracket inside is escaped', () => {
  // "=" and 0x14 are 0x3d ^ 0x14 = 0x29, ")".
  const [one] = newVt200Framer().push(Uint8Array.of(0x28, 0x01, 0x3d, 0x14, 0x02, 0x29));
  expect(one && [...one]).toEqual([0x28, 0x01, 0x29, 0x02, 0x29]);
});

test('a truncated message or one without an identity is a fault', () => {
  expect(decode(frame('2082', '010003220326101530')).fault).toContain('too short');
  expect(decode(FRAMES.place.subarray(1)).fault).toContain('no frame');
});

test('a trip has duration, distance, speed and driving behaviour', () => {
  expect(newVt200Decoder().decode(FRAMES.wholeTrip).messages[0]?.attributes).toMatchObject({
    speedingS: 10,
    speedingM: 333,
    fastS: 90,
    fastM: 2190,
    usualS: 611,
    usualM: 9787,
    slowS: 511,
    slowM: 3252,
    idleS: 687,
    hardCornerings: 2,
    speedings: 3,
    overheatings: 4,
    laneChanges: 2,
  });
});

test('a position without a date keeps its coordinates and other fields', () => {
  expect(newVt200Decoder().decode(FRAMES.dateless).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
    attributes: { satellites: 9 },
  });
});
