import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { aquila } from './aquila.ts';
import { FRAMES, line, position, tail } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => aquila.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a line of 50 fields has identity, coordinates, time, odometer, satellites and switches', () => {
  expect(decode(FRAMES.long)).toMatchObject({ identities: ['170222013'], replies: [] });
  expect(first(FRAMES.long)).toEqual({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: null,
      speedKph: 42,
      courseDeg: 87,
    },
    attributes: {
      event: 1,
      rssi: 19,
      odometerM: 244_991,
      input1: true,
      input2: false,
      ignition: true,
      output1: true,
      satellites: 10,
      hdop: 0.86,
      analog1V: 6,
    },
  });
});

test('alarms are read, and an event above 100 is from memory', () => {
  expect(first(FRAMES.alarms)?.attributes).toMatchObject({
    event: 1,
    archived: true,
    ignition: false,
    alarm: ['overspeed', 'lowBattery', 'hardAcceleration', 'hardBraking'],
  });
});

test('a line of 44 fields has the course in steps of 45°', () => {
  const { fix, attributes } = first(FRAMES.short) ?? {};
  expect(fix).toMatchObject({ speedKph: 42, courseDeg: 90 });
  expect(attributes).toEqual({ event: 1, rssi: 19, odometerM: 244_991, input1: false, input2: true, ignition: true });
});

test.each([
  ['0001', 0],
  ['0010', 45],
  ['0100', 135],
  ['1000', 315],
  ['0000', 0],
  ['1111', 0],
])('the bits %s in its last fields are %i°', (bits, courseDeg) => {
  const byField = Object.fromEntries(Array.from(bits, (bit, index) => [40 + index, bit]));
  expect(first(position(44, byField))?.fix?.courseDeg).toBe(courseDeg);
});

/** Returns the names of the switches that are on, and the alarms, of a message in which this one field is 1. */
const reported = (count: number, field: number) =>
  Object.entries(first(position(count, { 12: 0, 15: 0, [field]: 1 }))?.attributes ?? {})
    .filter(([name, value]) => value === true || name === 'alarm')
    .map(([name, value]) => (value === true ? name : value));

test('each input and each alarm has its own field', () => {
  expect([12, 20, 22].flatMap((field) => reported(44, field))).toEqual(['input1', 'input2', 'ignition']);
  expect([16, 24, 27, 40].flatMap((field) => reported(50, field))).toEqual(['input1', 'input2', 'ignition', 'output1']);
  const alarms = [['overspeed'], ['lowBattery'], ['hardAcceleration'], ['hardBraking']];
  expect([18, 34, 42, 43].flatMap((field) => reported(50, field))).toEqual(alarms);
});

test('without a fix the position is an old one, and an overflowed distance is dropped', () => {
  expect(first(FRAMES.blind)?.fix?.valid).toBe(false);
  const zeros = line(`170222013,1,0.000000,0.000000,260322101530,V,${tail(44, {})}`);
  expect(first(zeros)).toMatchObject({ kind: 'report', fix: null });
  expect(first(FRAMES.blind)?.attributes.odometerM).toBeUndefined();
});

test('a diagnostics line has trouble codes but does not say which field is the ignition', () => {
  const { fix, attributes } = first(FRAMES.diagnosis) ?? {};
  expect(fix?.courseDeg).toBe(140);
  expect(attributes).toMatchObject({ troubleCodes: ['P0121', 'B2105'] });
  expect(attributes?.ignition).toBeUndefined();
});

test('the first line of a connection is a login; data from a connected device is passed on', () => {
  expect(decode(FRAMES.connected)).toMatchObject({
    identities: ['170222013'],
    messages: [{ kind: 'login', attributes: { firmware: '2_00AP' } }],
  });
  expect(first(FRAMES.passedOn)).toMatchObject({ fix: { lat: -34.9055 }, attributes: { passedOn: '4,04617037' } });
});

test('a wrong checksum is a fault, but not in a capture', () => {
  const wrong = asciiBytes(textOf(FRAMES.long).replace('170222013', '170222014'));
  expect(decode(wrong).fault).toContain('checksum');
  expect(aquila.newInspector?.().decode(wrong).identities).toEqual(['170222014']);
});

test('another line, a missing identity, an unknown layout and an invalid day are faults', () => {
  const wrong = [
    asciiBytes('$$CLIENT_1ZF,170222013'),
    line('me,15,2_00AP'),
    position(47, {}),
    line('170222013,20,-34.9,-56.1,260332101530,A,4,04617037'),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});
