import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { newTeltonikaDecoder } from './decoder.ts';
import { DeviceReader, encodeAvl, encodeAvlUdp } from './device.ts';
import type { AvlCodec, AvlRecord, ServerReply } from './device.ts';

const records = fc.array(
  fc.record({
    time: fc.date({ min: new Date('2015-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
    lat: fc.integer({ min: -900_000_000, max: 900_000_000 }).map((n) => n / 1e7),
    lon: fc.integer({ min: 1, max: 1_800_000_000 }).map((n) => n / 1e7),
    altitudeM: fc.integer({ min: -400, max: 9000 }),
    speedKph: fc.integer({ min: 0, max: 250 }),
    courseDeg: fc.integer({ min: 0, max: 359 }),
    satellites: fc.integer({ min: 1, max: 30 }),
    ignition: fc.boolean(),
    motion: fc.boolean(),
    gsmSignal: fc.integer({ min: 0, max: 5 }),
    powerV: fc.integer({ min: 0, max: 65_535 }).map((n) => n / 1000),
    batteryV: fc.integer({ min: 0, max: 65_535 }).map((n) => n / 1000),
    batteryPercent: fc.integer({ min: 0, max: 100 }),
    odometerM: fc.integer({ min: 0, max: 4_294_967_295 }),
    driverTag: fc.constantFrom('0100000A1B2C3D4E', 'FFEEDDCCBBAA9988'),
  }),
  { minLength: 1, maxLength: 20 },
);

function expected(record: AvlRecord) {
  const { time, lat, lon, altitudeM, speedKph, courseDeg, gsmSignal, ...attributes } = record;
  return {
    kind: 'report',
    deviceTime: time,
    fix: { time, valid: true, lat, lon, altitudeM, speedKph, courseDeg },
    attributes: { ...attributes, rssi: gsmSignal },
  };
}

test.each<[string, AvlCodec]>([
  ['8', 0x08],
  ['8 Extended', 0x8e],
  ['16', 0x10],
])('codec %s: the server decodes what a device encodes, over TCP and UDP', (_, codec) => {
  fc.assert(
    fc.property(records, (sent) => {
      const tcp = newTeltonikaDecoder().decode(encodeAvl(sent, codec));
      const udp = newTeltonikaDecoder().decode(encodeAvlUdp('356307042441013', 7, 9, sent, codec));
      for (const { messages } of [tcp, udp]) {
        const reported = messages.map(({ attributes: { generation: _generation, ...attributes }, ...rest }) => ({
          ...rest,
          attributes,
        }));
        expect(reported).toEqual(sent.map(expected));
      }
      expect(tcp.replies[0]?.bytes).toEqual(new Uint8Array([0, 0, 0, sent.length]));
      expect(udp.replies[0]?.bytes).toEqual(new Uint8Array([0, 5, 0, 7, 1, 9, sent.length]));
    }),
    { numRuns: 30 },
  );
});

test('a packet of no records or more than 255 cannot be built', () => {
  const record = { time: new Date(), lat: 1, lon: 1 };
  expect(() => encodeAvl([])).toThrow(RangeError);
  expect(() => encodeAvl(Array.from({ length: 256 }, () => record))).toThrow(RangeError);
});

test("the device reads the server's answers however split", () => {
  const command = newTeltonikaDecoder().encode({ kind: 'engineStop' }) ?? new Uint8Array(0);
  const stream = concat(new Uint8Array([1, 0, 0, 0, 1]), command, new Uint8Array([0, 0, 0, 255]));
  const wanted: ServerReply[] = [
    { kind: 'login', accepted: true },
    { kind: 'ack', records: 1 },
    { kind: 'command', text: 'setdigout 1' },
    { kind: 'ack', records: 255 },
  ];
  for (const size of [1, 3, stream.length]) {
    const reader = new DeviceReader();
    const decoded: ServerReply[] = [];
    for (let at = 0; at < stream.length; at += size) decoded.push(...reader.push(stream.slice(at, at + size)));
    expect(decoded).toEqual(wanted);
  }
  expect(new DeviceReader().push(new Uint8Array([0]))).toEqual([{ kind: 'login', accepted: false }]);
});
