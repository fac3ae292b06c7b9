import { expect, test } from 'vitest';
import { concat, fromHex } from '../tools/bytes.ts';
import { crc16Xmodem } from '../tools/crc16.ts';
import { newMxtDecoder, newMxtFramer } from './mxt.ts';
import { FLAGS, frame, FRAMES, POSITION, escapedFrame } from './samples.fixture.ts';

const decode = (bytes: Uint8Array, now = new Date('2026-03-22T10:16:00Z')) => newMxtDecoder(() => now).decode(bytes);

test('a position has identity, coordinates, time, speed and flags', () => {
  expect(decode(FRAMES.bare)).toMatchObject({
    identities: ['8000013'],
    messages: [
      {
        deviceTime: new Date('2026-03-22T10:15:30Z'),
        fix: { valid: true, lat: -34.9055, lon: -56.1913, altitudeM: null, speedKph: 40, courseDeg: 90 },
        attributes: { index: 7, ignition: true, alarm: ['general'], inputs: 5, outputs: 2, charging: true },
      },
    ],
  });
});

test('groups follow in the order of their bits', () => {
  expect(decode(FRAMES.full).messages[0]?.attributes).toEqual({
    index: 8,
    ignition: false,
    inputs: 0,
    outputs: 0,
    charging: false,
    satellites: 9,
    hdop: 1,
    rssi: 16,
    deviceTemperatureC: -5,
    odometerM: 125_037,
    engineHoursS: 5400,
    event: 4,
    powerV: 12.4,
    driverTag: '12345',
  });
});

test('overflowed GPS weeks are those of the latest rollover; without satellites a position is an old one', () => {
  expect(decode(FRAMES.lost).messages[0]?.fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: false });
  expect(decode(FRAMES.lost).messages[0]?.attributes).not.toHaveProperty('hdop');
  // Twenty years ago they belonged to that cycle.
  expect(decode(FRAMES.lost, new Date('2010-01-01T00:00:00Z')).messages[0]?.fix?.time).toEqual(
    new Date('2006-08-06T10:15:30Z'),
  );
});

test('a position is acknowledged by its checksum once it is stored', () => {
  const message = fromHex(`a6310d127a00080007 00${POSITION}${FLAGS}2800`.replaceAll(' ', '')) ?? new Uint8Array();
  const sum = crc16Xmodem(message);
  const answer = concat(fromHex('a6020d127a00') ?? new Uint8Array(), Uint8Array.of(sum & 0xff, sum >> 8));
  const own = crc16Xmodem(answer);
  const bytes = concat(
    Uint8Array.of(1),
    escapedFrame(concat(answer, Uint8Array.of(own & 0xff, own >> 8))),
    Uint8Array.of(4),
  );
  expect(decode(FRAMES.bare).replies).toEqual([{ when: 'stored', bytes }]);
  expect(decode(FRAMES.other)).toMatchObject({
    identities: ['8000013'],
    messages: [],
    replies: [],
    unknownType: expect.any(String),
  });
});

test('a stream is framed by end bytes', () => {
  const framer = newMxtFramer();
  expect(framer.push(concat(Uint8Array.of(9, 8), FRAMES.bare, FRAMES.full))).toEqual([FRAMES.bare, FRAMES.full]);
  expect(framer.garbageBytes).toBe(2);
  expect(framer.push(concat(Uint8Array.of(1, 4, 1, 5, 4), FRAMES.bare))).toEqual([FRAMES.bare]);
  expect(framer.garbageBytes).toBe(7);
  // Half a frame before a whole one costs only the half.
  expect(framer.push(concat(FRAMES.full.subarray(0, 20), FRAMES.bare))).toEqual([FRAMES.bare]);
});

test('a wrong checksum and a truncated message are faults', () => {
  const wrong = [FRAMES.bare.with(8, 0x77), Uint8Array.of(1, 2, 4), frame(`08 00 0700 ${POSITION}`)];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid position, and zeros without satellites, only lose the position', () => {
  for (const content of [
    `08 00 0700 ${POSITION.replace('6462ebfd', '00000080')} ${FLAGS} 28 00`,
    `08 04 0900 ${POSITION.replace('6462ebfd bc96a6fc', '00000000 00000000')} ${FLAGS} 28 00 00 00 00 10 0100 3e 1b`,
  ]) {
    const { messages, replies } = decode(frame(content));
    const deviceTime = new Date('2026-03-22T10:15:30Z');
    expect(messages).toMatchObject([{ fix: null, deviceTime, attributes: { ignition: true } }]);
    expect(replies).toMatchObject([{ when: 'stored' }]);
  }
});

test.each([
  ['01000000', { ignition: true, charging: false, inputs: 0, outputs: 0 }],
  ['02000000', { ignition: false, charging: false, inputs: 0, outputs: 0, alarm: ['general'] }],
  ['7c000000', { ignition: false, charging: false, inputs: 31, outputs: 0 }],
  ['80030000', { ignition: false, charging: false, inputs: 0, outputs: 7 }],
  ['00001000', { ignition: false, charging: true, inputs: 0, outputs: 0 }],
])('flags %s are %o', (flags, decoded) => {
  const [message] = decode(frame(`08 00 0700 ${POSITION} ${flags} 28 00`)).messages;
  expect(message?.attributes).toEqual({ index: 7, ...decoded });
});

test.each([
  ['01', '0102030405060708', {}],
  ['02', '0102030405060708', {}],
  ['08', '6de80100', { odometerM: 125_037 }],
  ['10', '5a000000', { engineHoursS: 5400 }],
  ['20', '04000000', { event: 4 }],
  ['40', '70300000', { powerV: 12.4 }],
  ['80', '39300000', { driverTag: '12345' }],
  ['80', '00000000', {}],
])('group %s with %s is %o', (group, content, decoded) => {
  const [message] = decode(frame(`08 ${group} 0700 ${POSITION} 00000000 28 00 ${content}`)).messages;
  expect(message?.attributes).toEqual({
    index: 7,
    ignition: false,
    charging: false,
    inputs: 0,
    outputs: 0,
    ...decoded,
  });
});
