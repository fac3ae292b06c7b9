import { expect, test } from 'vitest';
import { concat, toHex } from '../tools/bytes.ts';
import { newBceDecoder } from './bce.ts';
import { newBceFramer } from './framer.ts';
import { FRAMES, frame, IMEI, part, POSITION, record, TIME } from './samples.fixture.ts';

const NOW = new Date('2026-03-22T10:16:00Z');
const decode = (bytes: Uint8Array, now = NOW) => newBceDecoder(() => now).decode(bytes);
const first = (bytes: Uint8Array, now = NOW) => decode(bytes, now).messages[0];
const answers = (bytes: Uint8Array) => decode(bytes).replies.map((reply) => [reply.when, toHex(reply.bytes)]);

test('a record has identity, coordinates, time, signal, inputs and analogue inputs', () => {
  expect(decode(FRAMES.place).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.place)).toEqual({
    kind: 'report',
    deviceTime: new Date(TIME),
    fix: { time: new Date(TIME), valid: true, lat: -34.875, lon: -56.25, altitudeM: 12, speedKph: 40, courseDeg: 86 },
    attributes: { satellites: 9, hdop: 1, inputs: 0x105, adc1: 0x166, adc6: 0xf28 },
  });
});

test('the CAN bus reports rpm and coolant temperature, and a key identifies the driver', () => {
  // 12000 eighths; 132 less 40.
  expect(first(FRAMES.bus)?.attributes).toMatchObject({
    engineRpm: 1500,
    coolantTemperatureC: 92,
    driverTag: '21162530',
  });
  const empty = frame(part(0xa0, 1, record(TIME, `0180 9080 4000 ${POSITION} 00ff 00 0000000000000000`)));
  expect(first(empty)?.attributes).toEqual({ satellites: 9, hdop: 1 });
});

test('the clock overflows after 2^29 seconds and is never in the future', () => {
  const old = frame(part(0xa5, 1, record('2014-12-18T01:36:58Z', `0100 ${POSITION}`)));
  expect(first(old)?.fix?.time).toEqual(new Date('2014-12-18T01:36:58Z'));
  expect(first(old, new Date('2032-01-01T00:00:00Z'))?.fix?.time).toEqual(
    new Date(Date.parse('2014-12-18T01:36:58Z') + 2 ** 29 * 1000),
  );
});

test('stored records are confirmed once they are stored, each part by its key', () => {
  // The bytes of the IMEI add up to 0x297; 2, 0x19 and 0x0c to 0x27.
  expect(answers(FRAMES.place)).toEqual([['stored', `${toHex(IMEI)}0200190cbe`]]);
  expect(answers(FRAMES.kinds).map(([, bytes]) => bytes?.slice(20, 24))).toEqual(['1903', '1904']);
  expect(answers(FRAMES.bus)).toEqual([]);
});

test('other records, greetings and replies are not messages', () => {
  expect(decode(FRAMES.kinds).messages).toHaveLength(1);
  expect(decode(FRAMES.greeting)).toEqual({ identities: [], messages: [], replies: [] });
  expect(decode(FRAMES.output)).toMatchObject({ identities: ['356000000000013'], messages: [], replies: [] });
});

test('a position out of range is dropped and the other fields stay', () => {
  const odd = frame(part(0xa5, 1, record(TIME, `0100 ${POSITION.replace('000061c2', '0000c07f')}`)));
  expect(first(odd)).toMatchObject({ fix: null, attributes: { satellites: 9 } });
});

test('frames are found by their checksum, also after garbage', () => {
  const stream = concat(FRAMES.greeting, FRAMES.kinds, Uint8Array.of(0xff, 0x23), FRAMES.bus);
  expect(newBceFramer().push(stream)).toEqual([FRAMES.greeting, FRAMES.kinds, FRAMES.bus]);
});

test('a wrong checksum, a missing identity and a record longer than its part are faults', () => {
  const wrong = Uint8Array.from(FRAMES.place);
  wrong[20] = 0xff;
  expect(decode(wrong).fault).toContain('no frame');
  expect(decode(new Uint8Array(9)).fault).toContain('nobody');
  expect(decode(frame(part(0xa5, 1, Uint8Array.of(40, 1, 2, 3, 4)))).fault).toContain('too short');
});
