import { describe, expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { newEgtsDecoder, newEgtsInspector } from './egts.ts';
import { crc8, newEgtsFramer } from './framer.ts';
import { buildPacket, buildRecord, PACKET, PART, readPacket } from './packet.ts';
import { FRAMES, SEVERAL } from './samples.fixture.ts';

const AT = '2026-03-22T10:15:30.000Z';
const decode = (frame: Uint8Array) => newEgtsDecoder().decode(frame);
const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);

test('the checksum of a header is that of the standard', () => {
  expect(crc8(new TextEncoder().encode('123456789'), 0, 9)).toBe(0xf7);
});

describe('a position', () => {
  const { identities, messages } = decode(FRAMES.position);
  const { fix, attributes } = messages[0] ?? {};

  test('has coordinates, time and speed', () => {
    expect(identities).toEqual(['1013']);
    expect(messages).toHaveLength(1);
    expect(fix).toMatchObject({ valid: true, altitudeM: 12, speedKph: 40, courseDeg: 87 });
    expect(fix?.lat).toBeCloseTo(-34.9055, 6);
    expect(fix?.lon).toBeCloseTo(-56.1913, 6);
    expect(fix?.time.toISOString()).toBe(AT);
  });

  test('has the data of its subrecords', () => {
    expect(attributes).toMatchObject({
      odometerM: 125_500,
      motion: true,
      // 5 means inputs 1 and 3; 0x81 in the first group of eight further inputs means inputs 9 and 16.
      input1: true,
      input2: false,
      input3: true,
      input9: true,
      input10: false,
      input16: true,
      output1: false,
      output2: true,
      // Source 13 is the alarm button.
      event: 13,
      alarm: ['sos'],
      hdop: 0.9,
      satellites: 11,
      analog2Raw: 1000,
      powerV: 12.5,
      backUpV: 0,
      batteryV: 4.1,
      counter3: 70_000,
      // Litres in tenths; the second sensor has no unit.
      fuelL: 45.5,
      level2Raw: 4015,
    });
  });
});

test('each position of a record is a message of its own, also with the course above 255 and the altitude below the sea', () => {
  const { messages } = decode(FRAMES.backlog);
  expect(messages.map(({ fix }) => fix)).toMatchObject([
    { time: new Date('2026-03-22T10:14:30Z'), valid: true, speedKph: 40.5, courseDeg: 300, altitudeM: -5 },
    { time: new Date('2026-03-22T10:15:00Z'), valid: false, speedKph: 41, courseDeg: 301, altitudeM: null },
  ]);
  expect(messages.map(({ attributes }) => [attributes.archived, attributes.odometerM, attributes.event])).toEqual([
    [true, 125_000, 0],
    [true, 125_200, 5],
  ]);
});

test('a record without a position has the time it was created', () => {
  expect(decode(FRAMES.status).messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date(AT),
      fix: null,
      attributes: {
        deviceState: 2,
        powerV: 9.2,
        backUpV: 0,
        batteryV: 0,
        receiverOn: false,
        // 0x0b selects loops 1, 2 and 4. The byte 0x21 contains loops 1 and 2; loop 4 is the upper half of a byte of
        // its own.
        loop1: 1,
        loop2: 2,
        loop4: 0,
      },
    },
  ]);
});

test('a position with a clock never set keeps its coordinates', () => {
  const [record] = readPacket(FRAMES.position).records;
  const position = record?.parts.find(({ type }) => type === PART.position)?.content;
  const content = position?.bytes.slice(position.offset, position.end).fill(0, 0, 4) ?? new Uint8Array(0);
  const frame = buildPacket(1, 1, buildRecord(1, 2, [[PART.position, content]]));
  expect(decode(frame).messages).toMatchObject([
    { deviceTime: null, fix: null, coordinates: { lat: expect.closeTo(-34.9055, 6) }, attributes: { alarm: ['sos'] } },
  ]);
});

test('a login has IMEI and number, which identify the records that follow', () => {
  const decoder = newEgtsDecoder();
  expect(decoder.decode(FRAMES.login)).toMatchObject({
    identities: ['356000000000013', '1013'],
    messages: [{ kind: 'login' }],
  });
  expect(decoder.decode(FRAMES.position).identities).toEqual(['356000000000013', '1013']);
});

test('each packet is answered with the numbers of its records, a login also with its result', () => {
  expect(answers(FRAMES.position)).toEqual([['stored', '0100000b0010000000006808000006000000400202000300020000cac4']]);
  expect(answers(FRAMES.login)).toEqual([
    ['now', '0100000b001000000000680700000600000040010100030001000077f4'],
    ['now', '0100000b000b000100011904000100400101090100003198'],
  ]);
  // A response itself is not answered.
  expect(answers(FRAMES.response)).toEqual([]);
});

test('records of several devices in one packet are refused live and read in a capture', () => {
  expect(decode(SEVERAL)).toMatchObject({ fault: 'the packet is of several devices', replies: [] });
  expect(newEgtsInspector().decode(SEVERAL)).toMatchObject({ identities: ['1013', '1014'] });
});

test('a wrong content checksum is a fault, a wrong header checksum is not a frame', () => {
  const content = Uint8Array.from(FRAMES.position);
  content[30] = 0xff;
  expect(decode(content).fault).toBe('the checksum of the content is wrong');
  const header = Uint8Array.from(FRAMES.login);
  header[8] = 0xff;
  const framer = newEgtsFramer();
  expect(framer.push(Uint8Array.from([...header, ...FRAMES.status]))).toEqual([FRAMES.status]);
  expect(framer.garbageBytes).toBe(header.length);
});

test('has no commands: the standard leaves their texts to the manufacturers', () => {
  expect(newEgtsDecoder().encode({ kind: 'locate' })).toBeNull();
});

test('a packet of more positions than a device sends is a fault', () => {
  const place = new Uint8Array(21);
  const packet = (count: number) =>
    buildPacket(
      PACKET.data,
      1,
      buildRecord(
        1,
        2,
        Array.from({ length: count }, () => [16, place] as const),
      ),
    );
  expect(decode(packet(250)).messages).toHaveLength(250);
  expect(decode(packet(251)).fault).toBe('too many places');
});
