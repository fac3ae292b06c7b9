import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { textOf } from '../tools/text.ts';
import { newTytanFramer, tytan } from './tytan.ts';
import { frame, FRAMES, POSITION, record } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => tytan.newDecoder('udp').decode(bytes);

test('a record has coordinates, time, speed, course, satellites, signal and ignition', () => {
  expect(decode(FRAMES.place).identities).toEqual(['26013']);
  const [{ fix, attributes } = { fix: null }] = decode(FRAMES.place).messages;
  expect(fix).toEqual({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    lat: -45,
    lon: -90,
    altitudeM: null,
    speedKph: 40,
    courseDeg: 270,
  });
  expect(attributes).toEqual({ satellites: 12, ignition: true, rssi: 5 });
});

test('fields have inputs, an alarm, the driver, temperatures, voltages and CAN values', () => {
  const [full, later] = decode(FRAMES.full).messages;
  expect(full?.attributes).toEqual({
    satellites: 12,
    ignition: true,
    rssi: 5,
    inputs: 3,
    alarm: ['general'],
    driverTag: '0100000012345678',
    temperature0C: 24,
    temperature1C: -5,
    powerV: 12.5,
    obdSpeedKph: 50,
    engineRpm: 2650,
    fuelL: 62.5,
    odometerM: 125_000,
  });
  expect(later).toMatchObject({
    fix: { valid: false, speedKph: 0 },
    attributes: { ignition: false, fuelPercent: 22.8 },
  });
});

test('a frame is acknowledged by its counter once it is stored', () => {
  const [reply] = decode(FRAMES.full).replies;
  expect([reply?.when, textOf(reply?.bytes ?? new Uint8Array())]).toEqual(['stored', '^9']);
});

test('an unknown field is skipped, also one with a long length', () => {
  const [message] = decode(frame(record(`${POSITION} 63 03 010203 6501 32`))).messages;
  expect(message?.attributes.obdSpeedKph).toBe(50);
  expect(decode(frame(record(`${POSITION} 63 ff 00`))).fault).toContain('too short');
});

test('a stream is framed by length', () => {
  expect(newTytanFramer().push(concat(Uint8Array.of(1, 2), FRAMES.place, FRAMES.full))).toEqual([
    FRAMES.place,
    FRAMES.full,
  ]);
});

test('a wrong checksum, a wrong length and a record of length zero are faults', () => {
  const wrong = [FRAMES.place.with(9, 0), concat(FRAMES.place, FRAMES.place), frame(Uint8Array.of(0, 1))];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('zeros are not a driver key', () => {
  const [message] = decode(frame(record(`${POSITION} 0a08 0000000000000000`))).messages;
  expect(message?.attributes).not.toHaveProperty('driverTag');
});

test('a speed from 250 on is unknown', () => {
  const speeds = ['f9', 'fa'].map((speed) => record(POSITION.replace(/28$/, speed)));
  expect(decode(frame(...speeds)).messages.map(({ fix }) => fix?.speedKph)).toEqual([249, 0]);
});

test('a frame of more than 255 bytes is one', () => {
  const long = frame(...Array.from({ length: 20 }, () => record(POSITION)));
  expect(newTytanFramer().push(concat(long, FRAMES.place))).toEqual([long, FRAMES.place]);
});
