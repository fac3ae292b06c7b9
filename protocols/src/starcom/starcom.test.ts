import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { FRAMES, line } from './samples.fixture.ts';
import { starcom } from './starcom.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const decode = (bytes: Uint8Array) => starcom.newDecoder('udp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, speed and vehicle state', () => {
  expect(decode(FRAMES.moving).identities).toEqual(['500013']);
  expect(first(FRAMES.moving)?.fix).toEqual({
    time: TIME,
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12,
    speedKph: 40,
    courseDeg: 87,
  });
  expect(first(FRAMES.moving)?.attributes).toEqual({
    satellites: 9,
    event: 1,
    engineRpm: 1830,
    powerV: 14.11,
    ignition: true,
    immobilized: true,
    odometerM: 127_268_864,
  });
});

test('rpm of an engine that is not measured is omitted', () => {
  const still = asciiBytes(textOf(FRAMES.moving).replace('rpm=1830', 'rpm=0'));
  expect(first(still)?.attributes).toMatchObject({ ignition: true });
  expect(first(still)?.attributes.engineRpm).toBeUndefined();
});

test('an emergency is an alarm', () => {
  expect(first(FRAMES.help)?.attributes.alarm).toEqual(['sos']);
});

test('a unit without a time has a state but no position', () => {
  expect(first(FRAMES.timeless)).toMatchObject({ fix: null, deviceTime: null, attributes: { ignition: true } });
});

test('a position without a fix field is invalid', () => {
  expect(first(FRAMES.started)).toMatchObject({ fix: { time: TIME, valid: false, lat: -34.9055 }, attributes: {} });
});

test('zeros without a fix are not a position', () => {
  const nowhere = '|unit=500013,latitude=0,longitude=0,gps_valid=0,datetime_actual=2026/03/22 10:15:30|';
  expect(first(asciiBytes(nowhere))).toMatchObject({ fix: null, deviceTime: TIME });
});

test('a missing identity and another text are faults', () => {
  const wrong = [line('2026/03/22 10:15:30', '', 'me'), asciiBytes('unit=500013')];
  for (const bytes of wrong) expect(decode(bytes).fault).toBeDefined();
});
