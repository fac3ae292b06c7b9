import { expect, test } from 'vitest';
import { fromHex, toHex } from '../tools/bytes.ts';
import { newTeltonikaDecoder, newTeltonikaInspector } from './decoder.ts';
import { encodeTcpFrame } from './device.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex.replaceAll(/\s/g, '')) ?? new Uint8Array(0);
const faultOf = (data: string) => newTeltonikaDecoder().decode(encodeTcpFrame(bytes(data))).fault;
const decode = (hex: string) => newTeltonikaDecoder().decode(bytes(hex));

// The packets below are the examples from Teltonika's "Data Sending Protocols", with the values computed there.
const CODEC8 = `00000000 00000036 08 01 0000016B40D8EA30 01 00000000 00000000 0000 0000 00 0000
  01 05 02 15 03 01 01 01 42 5E0F 01 F1 0000601A 01 4E 0000000000000000 01 0000C7CF`;
const CODEC8E = `00000000 0000004A 8E 01 0000016B412CEE00 01 00000000 00000000 0000 0000 00 0000
  0001 0005 0001 0001 01 0001 0011 001D 0001 0010 015E2C88 0002 000B 000000003544C87A 000E 000000001DD7E06A 0000
  01 00002994`;
const CODEC16 = `00000000 0000005F 10 02
  0000016BDBC78330 00 00000000 00000000 0000 0000 00 0000 000B 05 04 02 0001 00 0003 00 02 000B 0027 0042 563A 00 00
  0000016BDBC78718 00 00000000 00000000 0000 0000 00 0000 000B 05 04 02 0001 00 0003 00 02 000B 0026 0042 563A 00 00
  02 00005FB3`;
const UDP = `003D CAFE 01 05 000F 333532303933303836343033363535 08 01 0000016B4F815B30 01 00000000 00000000 0000 0000 00
  0000 01 03 02 15 03 01 01 01 42 5DBC 00 00 01`;

test('a login identifies the device and is accepted at once', () => {
  const decoded = decode('000F 333536333037303432343431303133');
  expect(decoded.identities).toEqual(['356307042441013']);
  expect(decoded.messages.map(({ kind }) => kind)).toEqual(['login']);
  expect(decoded.replies).toEqual([{ when: 'now', bytes: new Uint8Array([1]) }]);
});

test('a keep-alive byte is a heartbeat that needs no answer', () => {
  expect(decode('FF')).toEqual({
    identities: [],
    messages: [{ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} }],
    replies: [],
  });
});

test('codec 8: time, elements and an acknowledgement only once stored', () => {
  const { messages, replies, identities } = decode(CODEC8);
  expect(identities).toEqual([]);
  expect(messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2019-06-10T10:04:46.000Z'),
      // No satellites and no position: the device's repeated position is not a valid fix.
      fix: {
        time: new Date('2019-06-10T10:04:46.000Z'),
        valid: false,
        lat: 0,
        lon: 0,
        altitudeM: 0,
        speedKph: 0,
        courseDeg: 0,
      },
      attributes: { satellites: 0, event: 1, priority: 1, rssi: 3, input1: true, powerV: 24.079, operator: 24602 },
    },
  ]);
  expect(replies).toEqual([{ when: 'stored', bytes: new Uint8Array([0, 0, 0, 1]) }]);
});

test('codec 8 Extended: wide ids and counts', () => {
  const { messages } = decode(CODEC8E);
  expect(messages[0]?.deviceTime).toEqual(new Date('2019-06-10T11:36:32.000Z'));
  expect(messages[0]?.attributes).toEqual({
    satellites: 0,
    event: 1,
    priority: 1,
    input1: true,
    accelerationXMg: 29,
    odometerM: 22_949_000,
    // 893700218 and 500686954, whose leading zero is not sent.
    iccid: '8937002180500686954',
  });
});

test('codec 16: generation type, two records, both acknowledged', () => {
  const { messages, replies } = decode(CODEC16);
  expect(messages.map(({ deviceTime }) => deviceTime?.toISOString())).toEqual([
    '2019-07-10T12:06:54.000Z',
    '2019-07-10T12:06:55.000Z',
  ]);
  expect(messages[0]?.attributes).toEqual({
    satellites: 0,
    event: 11,
    generation: 'onChange',
    input1: false,
    input3: false,
    analog3V: 0.039,
    powerV: 22.074,
  });
  expect(toHex(replies[0]?.bytes ?? new Uint8Array(0))).toBe('00000002');
});

test('UDP: the packet identifies the device, the answer has the packet ID', () => {
  const { identities, messages, replies } = decode(UDP);
  expect(identities).toEqual(['352093086403655']);
  expect(messages[0]?.attributes.powerV).toBe(23.996);
  expect(replies).toEqual([{ when: 'stored', bytes: bytes('0005CAFE010501') }]);
});

test('coordinates in all hemispheres, below the sea, with speed and course', () => {
  // -33.4567891, 151.2000001 in 1e-7 degrees; altitude -12 m, course 270, 9 satellites, 88 km/h; no elements.
  const record = '0000018F00000000 00 5A1F4A01 EC0EE62D FFF4 010E 09 0058 00 00 00 00 00 00'.replaceAll(' ', '');
  const frame = encodeTcpFrame(bytes(`0801${record}01`));
  expect(newTeltonikaDecoder().decode(frame).messages[0]?.fix).toEqual({
    time: new Date(0x18f00000000),
    valid: true,
    lat: -33.4567891,
    lon: 151.2000001,
    altitudeM: -12,
    speedKph: 88,
    courseDeg: 270,
  });
});

test('a clock never set gives neither time nor fix, but coordinates and elements are read', () => {
  const record = '0000000000001000 00 00000001 00000001 0000 0000 05 0007 00 01 01 EF 01 00 00 00';
  expect(newTeltonikaDecoder().decode(encodeTcpFrame(bytes(`0801${record}01`))).messages).toEqual([
    {
      kind: 'report',
      deviceTime: null,
      fix: null,
      coordinates: { lat: 1e-7, lon: 1e-7 },
      attributes: { satellites: 5, ignition: true },
    },
  ]);
});

test('codec 7 of the GH3000: float coordinates, and a record of elements only', () => {
  // 0x10A26FF0 seconds after 2007: 2015-11-05T02:29:04Z. Coordinates 44.5, 18.25; 141 m; course 64/256 of a circle; 20
  // km/h.
  const gps = '10A26FF0 03 1F 42320000 41920000 008D 40 14 09 01 01 64';
  const alone = '10A26FF0 02 01 F0 01';
  const { messages, replies } = newTeltonikaDecoder().decode(encodeTcpFrame(bytes(`0702${gps}${alone}02`)));
  const time = new Date('2015-11-05T02:29:04Z');
  expect(messages[0]?.fix).toEqual({
    time,
    valid: true,
    lat: 44.5,
    lon: 18.25,
    altitudeM: 141,
    speedKph: 20,
    courseDeg: 90,
  });
  expect(messages[0]?.attributes).toEqual({ satellites: 9, batteryPercent: 100 });
  expect(messages[1]).toEqual({ kind: 'report', deviceTime: time, fix: null, attributes: { motion: true } });
  expect(toHex(replies[0]?.bytes ?? new Uint8Array(0))).toBe('00000002');
});

test('a group of 16-byte elements, which some old firmware appends, is found by what follows', () => {
  const record = '0000018F00000000 00 00000001 00000001 0000 0000 05 0007 00 02 00 01 18 0009 00 00 01 CB'.concat(
    '00112233445566778899AABBCCDDEEFF',
  );
  const { messages } = newTeltonikaDecoder().decode(encodeTcpFrame(bytes(`0801${record}01`)));
  expect(messages[0]?.attributes.io203).toBe('00112233445566778899aabbccddeeff');
});

test.each([
  ['a wrong checksum', CODEC8.replace('C7CF', 'C7CE'), 'checksum'],
  ['a flipped bit in the data', CODEC8.replace('5E0F', '5E0E'), 'checksum'],
  ['a wrong length', CODEC8.replace('00000036', '00000037'), 'length'],
  ['nothing', '', 'frame too short'],
  ['a login that is no text', '000F 00112233445566778899AABBCCDDEE', 'identity'],
  ['a UDP packet cut short', UDP.slice(0, -30), 'frame too short'],
])('%s is a fault with no message and no acknowledgement', (_, hex, reason) => {
  const decoded = decode(hex);
  expect(decoded.fault).toContain(reason);
  expect([decoded.identities, decoded.messages, decoded.replies]).toEqual([[], [], []]);
});

test('counts that disagree, an unknown codec and bytes after the records are faults, checksum or not', () => {
  const record = '0000018F00000000 00 00000001 00000001 0000 0000 05 0007 00 00 00 00 00 00'.replaceAll(' ', '');
  expect(faultOf(`0801${record}02`)).toBe('1 records announced, 2 counted');
  expect(faultOf(`9901${record}01`)).toBe('codec 0x99 is not known');
  expect(faultOf(`0801${record}0100`)).toBe('1 bytes after the last record');
});

test('the inspector reads a capture with a wrong checksum and length, but not an inconsistent one', () => {
  const broken = bytes(CODEC8.replace('00000036', '00000000').replace('C7CF', '0000'));
  expect(newTeltonikaInspector().decode(broken).messages[0]?.attributes.powerV).toBe(24.079);
  const cut = bytes(CODEC8).subarray(0, 40);
  expect(newTeltonikaInspector().decode(cut).fault).toContain('frame too short');
});
