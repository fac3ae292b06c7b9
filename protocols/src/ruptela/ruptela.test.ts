import { expect, test } from 'vitest';
import { ByteReader, toHex } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';
import { newRuptelaDecoder, newRuptelaFramer } from './ruptela.ts';
import { readElements } from './elements.ts';
import { FRAMES } from './samples.fixture.ts';

const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87, altitudeM: 12.5 };
const AT = '2026-03-22T10:15:30.000Z';
const decode = (frame: Uint8Array) => newRuptelaDecoder().decode(frame);
const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);

test('records have coordinates, time, and the elements of one, two, four and eight bytes', () => {
  const { identities, messages } = decode(FRAMES.records);
  expect(identities).toEqual(['356000000000013']);
  expect(messages).toHaveLength(2);
  expect(messages[0]?.fix).toMatchObject(WHERE);
  expect(messages[0]?.fix?.time.toISOString()).toBe(AT);
  expect(messages[0]?.attributes).toEqual({
    satellites: 11,
    hdop: 1.2,
    event: 9,
    // 5, 27, 134, 173 and 32, which has a sign: 0xec is -20.
    input4: true,
    rssi: 24,
    alarm: ['hardBraking'],
    motion: true,
    deviceC: -20,
    // The frame contains elements 29 and 30, and 197 in eighths of a revolution.
    powerV: 13.286,
    batteryV: 4.097,
    engineRpm: 1300,
    odometerM: 125_500,
    driverTag: '01000000717f2e01',
  });
  // An unknown position is -2^31.
  expect(messages[1]).toMatchObject({ fix: null, deviceTime: new Date(AT), attributes: { event: 7 } });
});

test('a record with an unset clock keeps its position and alarm', () => {
  const unset = Uint8Array.from(FRAMES.records).fill(0, 13, 17);
  const [message] = decode(unset).messages;
  expect(message).toMatchObject({ deviceTime: null, fix: null, attributes: { alarm: ['hardBraking'] } });
  expect(message?.coordinates).toEqual({ lat: -34.9055, lon: -56.1913 });
});

test('extended records that belong together are one message', () => {
  const { messages } = decode(FRAMES.wide);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.fix).toMatchObject(WHERE);
  expect(messages[0]?.attributes).toMatchObject({
    ignition: true,
    alarm: ['tow', 'jamming'],
    driverTag: 'UY00000013',
  });
});

test('trouble codes come with an earlier position', () => {
  expect(decode(FRAMES.troubles).messages).toMatchObject([
    { fix: { lat: -34.9055, lon: -56.1913 }, attributes: { troubleCodes: ['P0301'], archived: true } },
  ]);
});

test('is acknowledged as in the manual: records and codes once stored, others at once', () => {
  expect(answers(FRAMES.records)).toEqual([['stored', '0002640113bc']]);
  expect(answers(FRAMES.wide)).toEqual([['stored', '0002640113bc']]);
  expect(answers(FRAMES.troubles)).toEqual([['stored', '00026d01c4a4']]);
  expect(answers(FRAMES.identification)).toEqual([['now', '00027301cb25']]);
  expect(answers(FRAMES.heartbeat)).toEqual([['now', '00027401862d']]);
});

test('a command reply carries its text', () => {
  expect(decode(FRAMES.answer).messages).toMatchObject([{ kind: 'reply', text: 'coords: ok' }]);
});

test('a frame with a wrong checksum is not a frame', () => {
  const broken = Uint8Array.from(FRAMES.heartbeat);
  broken[broken.length - 1] = 0;
  const framer = newRuptelaFramer();
  expect(framer.push(Uint8Array.from([...broken, ...FRAMES.heartbeat]))).toEqual([FRAMES.heartbeat]);
  expect(framer.garbageBytes).toBe(broken.length);
});

test('commands are sent as SMS texts', () => {
  // Length, 108, " setio 1,2" and CRC-16/KERMIT of these eleven bytes.
  expect(toHex(newRuptelaDecoder().encode({ kind: 'engineStop' }) ?? new Uint8Array())).toBe(
    '000b6c20736574696f20312c32c1f8',
  );
  expect(newRuptelaDecoder().encode({ kind: 'text', text: 'ü' })).toBeNull();
});

/** The frame without the last `count` bytes of its content, with its length corrected. */
function cut(frame: Uint8Array, count: number): Uint8Array {
  const bytes = Uint8Array.from([...frame.subarray(0, frame.length - 2 - count), 0, 0]);
  new DataView(bytes.buffer).setUint16(0, bytes.length - 4);
  return bytes;
}

test('a frame truncated within its elements keeps those before, and the records before', () => {
  const whole = decode(FRAMES.records);
  // The counts of the four groups of the second record, which contains no element.
  for (let count = 1; count <= 4; count += 1) {
    const { identities, messages, replies } = decode(cut(FRAMES.records, count));
    expect(identities).toEqual(whole.identities);
    expect(messages).toEqual(whole.messages);
    expect(replies).toEqual(whole.replies);
  }
  // The second record ends within its header: 28 bytes.
  expect(decode(cut(FRAMES.records, 10)).messages).toEqual(whole.messages.slice(0, 1));
  // The first record ends within its iButton.
  const first = decode(cut(FRAMES.records, 28 + 4)).messages;
  expect(first).toMatchObject([{ fix: WHERE, attributes: { powerV: 13.286, odometerM: 125_500 } }]);
  expect(first[0]?.attributes).not.toHaveProperty('driverTag');
});

test('a RFID tag number is split over two values', () => {
  const reported: Attributes = {};
  // No values of one, two and four bytes; of eight bytes 760 and 761.
  const bytes = Buffer.from('0000000202f8e00000000000000102f90a0b0c0d0e0f1011', 'hex');
  readElements(new ByteReader(bytes), true, reported);
  expect(reported).toEqual({ tag1Id: 'e0000000000000010a0b0c0d0e0f1011' });
});
