import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newUproFramer, upro } from './upro.ts';
import { FRAMES, message, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => upro.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, odometer, signal and voltage', () => {
  expect(decode(FRAMES.moving).identities).toEqual(['356000000000013']);
  const { fix, attributes } = first(FRAMES.moving) ?? {};
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: null, courseDeg: 80 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
  // The speed is 21.6 knots, from the finer field; the distance is 0x100f steps of 2 · 1852 / 3600 metres.
  expect(fix?.speedKph).toBeCloseTo(40.0032, 9);
  expect(attributes).toEqual({
    status: '0100000000',
    ignition: true,
    odometerM: 4229,
    rssi: 23,
    satellites: 9,
    powerV: 12.4,
    batteryPercent: 80,
  });
});

test('other manufacturers send the battery in tenths, altitude in metres and voltage in millivolts', () => {
  const { fix, attributes } = first(FRAMES.slow) ?? {};
  // The frame contains 11 steps of two knots.
  expect(fix?.speedKph).toBeCloseTo(40.744, 9);
  expect(fix?.altitudeM).toBe(12.5);
  expect(attributes).toEqual({
    status: '0400060020',
    ignition: false,
    alarm: ['vibration', 'tampering'],
    batteryPercent: 93.5,
    rssi: 17,
    satellites: 7,
    powerV: 12.4,
    temperature1C: -5.5,
  });
});

test.each([
  ['0000010000', 'sos'],
  ['0000080000', 'movement'],
  ['0000004000', 'overspeed'],
  ['0000000040', 'lowPower'],
])('the status %s raises %s', (status, alarm) => {
  expect(first(message(`AB&B${status}`))?.attributes.alarm).toEqual([alarm]);
});

test('a status has no position, a heartbeat no data, a card its number', () => {
  expect(first(FRAMES.status)).toMatchObject({ kind: 'report', fix: null, attributes: { batteryPercent: 94 } });
  expect(first(FRAMES.alive)).toMatchObject({ kind: 'heartbeat', attributes: {} });
  expect(first(FRAMES.card)?.attributes).toEqual({ driverTag: '6000001' });
});

test('the fix and the hemispheres are bits of one digit, and a missing fix is no position', () => {
  const with7 = first(message(`AB${POSITION.slice(0, 25)}7${POSITION.slice(26)}`))?.fix;
  expect(with7?.valid).toBe(false);
  expect(with7?.lat).toBeCloseTo(34.9055, 9);
  expect(with7?.lon).toBeCloseTo(56.1913, 9);
  expect(first(message(`AB&A${'0'.repeat(34)}&N15`))).toMatchObject({ fix: null, attributes: { rssi: 15 } });
});

test('a message that wants an answer is answered once it is stored', () => {
  const [reply] = decode(FRAMES.moving).replies;
  expect([reply?.when, textOf(reply?.bytes ?? new Uint8Array())]).toEqual(['stored', '*HQ20YBA#']);
  expect(decode(FRAMES.slow).replies).toEqual([]);
});

test('garbage before a star is skipped, and a message without an identity is a fault', () => {
  const framer = newUproFramer();
  expect(framer.push(concat(asciiBytes('xyz'), FRAMES.card, FRAMES.alive))).toEqual([FRAMES.card, FRAMES.alive]);
  expect(framer.garbageBytes).toBe(3);
  const wrong = ['*HQ201me,AB#', 'HQ'];
  for (const text of wrong) expect(decode(asciiBytes(text)).fault).toBeDefined();
});

test('a truncated position, or an invalid course, only loses itself and not the battery beside it', () => {
  expect(decode(message('AB&A101530&T80'))).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ fix: null, attributes: { batteryPercent: 80 } }],
    replies: [{ when: 'stored' }],
  });
  const course = first(message(`AB${POSITION.slice(0, 28)}??${POSITION.slice(30)}`))?.fix;
  expect(course).toMatchObject({ valid: true, courseDeg: 0 });
  const dateless = message(`AB${POSITION.slice(0, 30)}000000&B0000010000`);
  expect(decode(dateless).messages[0]).toMatchObject({ deviceTime: null, fix: null, attributes: { alarm: ['sos'] } });
});

test('OBD engine values are read one after another, up to an unknown one', () => {
  // The frame contains 0x11 of 255 load, 0x8c - 40 degrees, 0x125c quarters of a turn, 10 km/h, 0xff of 255 fuel,
  // 0x37ee mV.
  const answers = Buffer.from('0411058c0c125c0d0a2fff4237eea10c0101', 'hex').toString('latin1');
  expect(first(message(`BA${POSITION}&Q${answers}`, 'MG'))?.attributes).toEqual({
    engineLoadPercent: 7,
    coolantTemperatureC: 100,
    engineRpm: 1175,
    obdSpeedKph: 10,
    fuelPercent: 100,
    controlModuleV: 14.318,
  });
});
