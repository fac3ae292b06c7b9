import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat, toHex } from '../tools/bytes.ts';
import { newGt06Decoder } from './decoder.ts';
import {
  DeviceReader,
  encodeAlarm,
  encodeHeartbeat,
  encodeLogin,
  encodeModulePosition,
  encodePosition,
  encodeReply,
  type DevicePosition,
} from './device.ts';
import { newGt06Framer } from './framer.ts';

const POSITION: DevicePosition = {
  time: new Date('2024-03-15T08:30:45Z'),
  lat: 22.5,
  lon: 114.25,
  speedKph: 60,
  courseDeg: 90,
  satellites: 9,
  valid: true,
  ignition: true,
};
const STATE = { ignition: true, charging: true, batteryLevel: 6, rssi: 4 };

test('the login equals the one in the GT06 manual, but for its model', () => {
  expect(toHex(encodeLogin('123456789012345', 1))).toBe('78780d01012345678901234500018cdd0d0a');
  expect(() => encodeLogin('12345', 1)).toThrow(RangeError);
});

test('a position contains the measured values', () => {
  // Date, satellites, coordinates, speed and flags as calculated by hand in frames.fixture.ts.
  expect(toHex(encodePosition(POSITION, 1))).toContain('18030f081e2dc90269fb200c41f8503c145a');
});

test('the server decodes what a device encodes', () => {
  const position = fc.record({
    time: fc.date({ min: new Date('2010-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
    speedKph: fc.integer({ min: 0, max: 255 }),
    courseDeg: fc.integer({ min: 0, max: 359 }),
    satellites: fc.integer({ min: 0, max: 15 }),
    valid: fc.boolean(),
    ignition: fc.boolean(),
    archived: fc.boolean(),
    odometerM: fc.option(fc.integer({ min: 0, max: 0xffffffff }), { nil: undefined }),
  });
  fc.assert(
    fc.property(position, fc.integer({ min: 0, max: 0xffff }), (sent, serial) => {
      const { odometerM, ...rest } = sent;
      const frame = encodePosition(odometerM === undefined ? rest : { ...rest, odometerM }, serial);
      const [cut] = newGt06Framer().push(frame);
      const { messages, replies } = newGt06Decoder().decode(cut ?? new Uint8Array(0));
      const got = messages[0];
      expect(got?.fix?.time.getTime()).toBe(Math.floor(sent.time.getTime() / 1000) * 1000);
      // One unit is 1/1,800,000 of a degree.
      expect(Math.abs((got?.fix?.lat ?? 999) - sent.lat)).toBeLessThan(3e-7);
      expect(Math.abs((got?.fix?.lon ?? 999) - sent.lon)).toBeLessThan(3e-7);
      expect(got?.fix).toMatchObject({ speedKph: sent.speedKph, courseDeg: sent.courseDeg, valid: sent.valid });
      expect(got?.attributes).toEqual({
        satellites: sent.satellites,
        ignition: sent.ignition,
        event: 0,
        ...(sent.archived ? { archived: true } : {}),
        ...(odometerM === undefined ? {} : { odometerM }),
      });
      expect(new DeviceReader().push(replies[0]?.bytes ?? new Uint8Array(0))).toEqual([{ type: 0x22, serial }]);
    }),
    { numRuns: 200 },
  );
});

test('a position with modules equals the one of the Jimi 4G devices', () => {
  const modules = { powerV: 24.06, batteryV: 4.05, odometerM: 9_000_123 };
  const frame = encodeModulePosition({ ...POSITION, archived: true }, modules, 3);
  // 24.06 V are 0x0966, 4.05 V are 0x0195, and 9,000,123 m are 0x008954bb.
  expect(toHex(frame)).toContain('01000100180201950027020966002e04008954bb');
  const { messages, replies } = newGt06Decoder().decode(frame);
  expect(messages[0]?.fix).toMatchObject({ lat: 22.5, lon: 114.25, speedKph: 60, courseDeg: 90, valid: true });
  expect(messages[0]?.attributes).toEqual({ satellites: 9, ignition: true, event: 0, archived: true, ...modules });
  expect(new DeviceReader().push(replies[0]?.bytes ?? new Uint8Array(0))).toEqual([{ type: 0x37, serial: 3 }]);
  const bare = newGt06Decoder().decode(encodeModulePosition(POSITION, {}, 4));
  expect(bare.messages[0]?.attributes).toEqual({ satellites: 9, ignition: true, event: 0 });
});

test('heartbeat and alarm decode as they were sent', () => {
  const decoder = newGt06Decoder();
  const state = { ignition: true, charging: true, immobilized: false, batteryPercent: 100, rssi: 4 };
  expect(decoder.decode(encodeHeartbeat(STATE, 7)).messages[0]).toMatchObject({ kind: 'heartbeat', attributes: state });
  const alarm = decoder.decode(encodeAlarm(POSITION, STATE, 'overspeed', 8)).messages[0];
  expect(alarm?.fix).toMatchObject({ lat: 22.5, lon: 114.25 });
  expect(alarm?.attributes).toEqual({ ...state, satellites: 9, alarm: ['overspeed'], event: 6 });
});

test('a device finds acknowledgements and commands in the stream and answers', () => {
  const server = newGt06Decoder();
  const acknowledgement = server.decode(encodePosition(POSITION, 513)).replies[0]?.bytes ?? new Uint8Array(0);
  const command = server.encode({ kind: 'engineStop' }) ?? new Uint8Array(0);
  const reader = new DeviceReader();
  const found = [...concat(acknowledgement, command)].flatMap((byte) => reader.push(new Uint8Array([byte])));
  expect(found).toEqual([
    { type: 0x22, serial: 513 },
    { type: 0x80, serial: 1, command: { text: 'DYD,000000#', flag: 1 } },
  ]);
  expect(server.decode(encodeReply('DYD=Success!', 1, 9)).messages[0]).toMatchObject({
    kind: 'reply',
    text: 'DYD=Success!',
  });
});
