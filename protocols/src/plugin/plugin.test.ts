import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { plugin } from './plugin.ts';
import { FRAMES, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => plugin.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const event = (code: number) => asciiBytes(textOf(FRAMES.braking).replace('11319', String(code)));
const answer = (bytes: Uint8Array) => decode(bytes).replies.map((one) => [one.when, textOf(one.bytes)]);

test('a position has identity, coordinates, time, odometer, temperatures and engine data', () => {
  expect(decode(FRAMES.measured).identities).toEqual(['60013']);
  expect(first(FRAMES.measured)?.fix).toEqual({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12,
    speedKph: 40,
    courseDeg: 87,
  });
  expect(first(FRAMES.measured)?.attributes).toEqual({
    ignition: true,
    input1: false,
    input2: false,
    input3: false,
    input4: false,
    odometerM: 7_472_967,
    temperature1C: 28.4,
    temperature2C: -3.5,
    engineRpm: 1830,
    obdSpeedKph: 41,
    throttlePercent: 23.5,
    powerV: 14.2,
  });
});

test('fix, ignition and inputs are bits of the status', () => {
  // 5242881 is 0x500001: bits 0, 20 and 22.
  expect(decode(FRAMES.plain).identities).toEqual(['fleet13']);
  expect(first(FRAMES.plain)).toMatchObject({
    fix: { valid: true },
    attributes: { satellites: 9, ignition: false, input1: true, input2: false, input3: true, odometerM: 78_000 },
  });
  expect(first(FRAMES.old)).toMatchObject({ fix: { valid: false }, attributes: { ignition: true } });
});

test('a device without a prefix before its identity has an odometer of unknown unit', () => {
  expect(decode(FRAMES.old).identities).toEqual(['50013']);
  expect(first(FRAMES.old)?.attributes.odometerM).toBeUndefined();
});

test('zeros of unmeasured values are not reported as distance, temperature, rpm or odometer', () => {
  const place = POSITION.replace(/12$/, '0');
  const { fix, attributes } =
    first(asciiBytes(`$$STATUS,60013,${place},-1,2,0.000,3,0.00,0,0,0.0,21.5,0,0,0,0,0,0,0,0,0#`)) ?? {};
  expect(fix).toMatchObject({ altitudeM: null, speedKph: 40 });
  expect(attributes).toEqual({
    ignition: true,
    input1: false,
    input2: false,
    input3: false,
    input4: false,
    temperature2C: 21.5,
  });
});

test('zeros without a fix are not a position', () => {
  const nowhere = asciiBytes('$$STATUS60013,20260322101530,0.000000,0.000000,0,0,0,-1,2,78,2,0,0,0#');
  expect(first(nowhere)).toMatchObject({ fix: null, deviceTime: new Date('2026-03-22T10:15:30Z') });
});

const changed = (from: string, to: string) => decode(asciiBytes(textOf(FRAMES.old).replace(from, to)));

test('an unreadable field of a line without a prefix only loses that field', () => {
  expect(changed(',2,1.32', ',?,1.32')).toMatchObject({
    identities: ['50013'],
    messages: [{ fix: { lat: -34.9055 } }],
  });
  expect(changed('1.32', '?')).toMatchObject({ messages: [{ attributes: { ignition: true } }] });
});

test('similar lines are not messages of Plugin: a status in parts, nothing after the fuel, or more than a zero', () => {
  for (const tail of ['7,2,11,15,0.1,0.0', '7,2,11,15.5,0.1,0.0,0', '7,2,11,15,,,0', '7,2,11,15,0.1,12.3,0,0,15'])
    expect(decode(asciiBytes(`60013,${POSITION},${tail}#`)).fault).toBeDefined();
});

test('two events are alarms, others are reported as numbers', () => {
  expect(first(FRAMES.braking)?.attributes).toMatchObject({ event: 11319, alarm: ['hardBraking'] });
  expect(first(event(11317))?.attributes.alarm).toEqual(['hardAcceleration']);
  expect(first(event(22))?.attributes).toMatchObject({ event: 22 });
  expect(first(event(22))?.attributes.alarm).toBeUndefined();
});

test('a position is answered once it is stored, a heartbeat at once', () => {
  expect(answer(FRAMES.measured)).toEqual([['stored', '$$hb,1#']]);
  expect(answer(FRAMES.alive)).toEqual([['now', '$$hb,1#']]);
  expect(first(FRAMES.alive)?.kind).toBe('heartbeat');
});

test('another header, a short time, a truncated message and lines of Wondex are faults', () => {
  const wrong = [
    '$$WHAT,60013',
    '60013,2026',
    `60013,${POSITION}`,
    `60013,${POSITION},9,2,0.0,0,0.00,0.00,0`,
    `60013,${POSITION},9,1,1325,125.4,10.5,0.0`,
  ];
  for (const one of wrong) expect(decode(asciiBytes(one)).fault).toBeDefined();
});
