import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { FRAMES, newerLine } from './samples.fixture.ts';
import { tmg } from './tmg.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const decode = (bytes: Uint8Array) => tmg.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time and speed', () => {
  expect(decode(FRAMES.moving).identities).toEqual(['356000000000013']);
  const fix = first(FRAMES.moving)?.fix;
  expect(fix).toMatchObject({ time: TIME, valid: true, altitudeM: 12.5, speedKph: 40, courseDeg: 87.5 });
  // The frame contains 34°54.33' south and 56°11.478' west.
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
});

test('newer devices have ignition, voltage, signal, inputs and outputs, the last digit first', () => {
  const { attributes } = first(FRAMES.moving) ?? {};
  expect(attributes).toMatchObject({
    event: 'nor',
    hdop: 0.82,
    satellites: 9,
    rssi: 31,
    ignition: true,
    batteryV: 4.1,
    powerV: 12.7,
    input1: true,
    input2: false,
    input3: true,
    output1: false,
    output2: true,
  });
  expect(attributes?.driverTag).toBeUndefined();
  expect(attributes?.archived).toBeUndefined();
});

test('a card is reported, and that a message was buffered', () => {
  expect(first(FRAMES.card)?.attributes.driverTag).toBe('0004909000');
  expect(first(FRAMES.stored)?.attributes).toMatchObject({ archived: true, event: 'ion' });
});

test('older devices write inputs and outputs as letters', () => {
  const { fix, attributes } = first(FRAMES.older) ?? {};
  expect(fix?.altitudeM).toBeNull();
  expect(attributes).toEqual({
    event: 'loc',
    rssi: 31,
    satellites: 9,
    ignition: true,
    input1: false,
    input2: true,
    input3: false,
    input4: false,
    output1: true,
    output2: false,
  });
});

test.each([
  ['rmv', 'powerCut'],
  ['ebl', 'lowPower'],
  ['ibl', 'lowBattery'],
  ['tmp', 'tampering'],
  ['smt', 'tampering'],
  ['btt', 'tampering'],
])('%s raises %s', (type, alarm) => {
  expect(first(newerLine(type))?.attributes.alarm).toEqual([alarm]);
});

test('a position without satellites is the last known one, and has neither altitude nor HDOP', () => {
  const last = newerLine(
    'nor',
    '0.0,0.0,0,22,Ancel,15,49B7,1,2.57,13.2,00000010,00000000,0111,00.0,00.0,0.0,SW10.12,NA,#',
  );
  expect(first(last)?.fix).toMatchObject({ valid: false, altitudeM: null, speedKph: 40 });
  expect(first(last)?.attributes).toMatchObject({ satellites: 0, powerV: 13.2 });
  expect(first(last)?.attributes.hdop).toBeUndefined();
});

test('zeros without a fix are not a position', () => {
  expect(first(FRAMES.blind)).toMatchObject({ fix: null, deviceTime: TIME, attributes: { powerV: 12.7 } });
});

test('a missing identity and a truncated message are faults', () => {
  const text = textOf(FRAMES.moving);
  const wrong = ['$nor,L,me,22032026', text.slice(0, 100)];
  for (const one of wrong) expect(decode(asciiBytes(one)).fault).toBeDefined();
});
