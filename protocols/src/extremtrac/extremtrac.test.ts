import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { extremtrac } from './extremtrac.ts';
import { FRAMES, line } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => extremtrac.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, speed in km/h and fuel', () => {
  expect(decode(FRAMES.fuel).identities).toEqual(['356000000000013']);
  const { fix, attributes } = first(FRAMES.fuel) ?? {};
  expect(fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30.500Z'),
    valid: true,
    altitudeM: null,
    speedKph: 42.5,
    courseDeg: 87.5,
  });
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
  expect(attributes).toEqual({ status: '00C8', fuelPercent: 61.5 });
});

test('a fuel of 0 means that fuel is not measured', () => {
  expect(first(FRAMES.empty)?.attributes).toEqual({ status: '00C8' });
});

test('a line without an identity belongs to the device identified before', () => {
  expect(decode(FRAMES.nameless)).toMatchObject({ identities: [], messages: [{ fix: { valid: false } }] });
});

test('zero coordinates are not a position', () => {
  expect(first(FRAMES.never)).toMatchObject({ kind: 'report', fix: null, attributes: { status: '8000' } });
});

test('another sentence, a receiver sentence and a truncated message are faults', () => {
  const wrong = [
    asciiBytes('$GPGGA,101530.000'),
    line('101530.000,A,3454.3300,S,05611.4780,W,0.00,0,220326,,*1D'),
    line('356000000000013,101530.000,A,3454.3300,S'),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('a position on the equator is valid, and a line without data is a heartbeat', () => {
  expect(first(line('101530.000,A,0000.0000,N,00610.0000,E,0.00,0.00,220326,0,,8000,0'))?.fix).toMatchObject({
    lat: 0,
  });
  expect(first(line('101530.000,V,,,,,,,220326,0,,,'))).toMatchObject({ kind: 'heartbeat', attributes: {} });
});
