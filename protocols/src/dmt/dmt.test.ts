import { expect, test } from 'vitest';
import { concat, toHex } from '../tools/bytes.ts';
import { newDmtDecoder } from './dmt.ts';
import { ANALOGS, FRAMES, frame, place, record, SWITCHES, TIME } from './samples.fixture.ts';

const NOW = new Date('2026-03-22T10:16:00Z');
const decode = (bytes: Uint8Array) => newDmtDecoder(() => NOW).decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const answers = (bytes: Uint8Array) => decode(bytes).replies.map((reply) => [reply.when, toHex(reply.bytes)]);

test('a hello identifies the device and is answered with the time', () => {
  expect(decode(FRAMES.hello)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'login' }] });
  // 417,176,160 seconds from 2013-01-01 to 2026-03-22 10:16:00 are 0x18dd9a60.
  expect(answers(FRAMES.hello)).toEqual([['now', '0255010800609add1800000000']]);
});

test('a record has coordinates, time, voltage, temperature, signal and switches', () => {
  const [position, braking] = decode(FRAMES.position).messages;
  expect(position?.deviceTime).toEqual(new Date('2026-03-22T10:15:32Z'));
  expect(position?.fix).toEqual({
    time: new Date(TIME),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12,
    // The frame contains 1111 cm/s.
    speedKph: expect.closeTo(39.996, 6),
    courseDeg: 86,
  });
  expect(position?.attributes).toMatchObject({
    event: 3,
    pdop: 1.2,
    accuracyM: 7,
    ignition: true,
    motion: true,
    input1: true,
    input2: false,
    input3: true,
    output1: false,
    output2: true,
    batteryV: 4.125,
    powerV: 12.34,
    deviceTemperatureC: -5.5,
    rssi: 24,
    analog5: 4072,
  });
  expect(position?.attributes.alarm).toBeUndefined();
  expect(braking?.attributes.alarm).toEqual(['hardBraking']);
});

test.each([
  [13, 'hardAcceleration'],
  [14, 'hardCornering'],
  [18, 'overspeed'],
  [20, 'tow'],
  [23, 'accident'],
  [29, 'tampering'],
  [44, 'geofenceEnter'],
  [45, 'geofenceExit'],
])('reason %i raises %s', (reason, alarm) => {
  expect(first(frame(4, record(TIME, reason, place(TIME))))?.attributes.alarm).toEqual([alarm]);
});

test('the state raises a low battery and tampering', () => {
  // Bit 1 of the state is off, and bit 6 is on.
  const state = [2, Uint8Array.of(0, 0, 0, 0, 0, 0, 0x40, 0)] as const;
  expect(first(frame(4, record(TIME, 11, state)))?.attributes).toMatchObject({
    alarm: ['lowBattery', 'tampering'],
    ignition: false,
    motion: false,
  });
});

test('a driver is reported by number or text, and signal 99 as missing', () => {
  expect(first(FRAMES.driver)).toMatchObject({ fix: null, attributes: { driverTag: '0102030405' } });
  const text = [3, Uint8Array.of(5, 0x41, 0x42)] as const;
  expect(first(frame(4, record(TIME, 3, text)))?.attributes.driverTag).toBe('AB');
  const silent = [6, Uint8Array.of(4, 99, 0)] as const;
  expect(first(frame(4, record(TIME, 3, silent)))?.attributes.rssi).toBeUndefined();
});

test('a receiver that never had a fix and a clock that was never set send no position and no time', () => {
  expect(first(FRAMES.never)).toMatchObject({ fix: null, deviceTime: null, attributes: { event: 9, ignition: true } });
});

test('a position out of range loses the fix, not the record, so that the device moves on', () => {
  // 2147483647 ten-millionths are 214.7 degrees north.
  const [id, inside] = place(TIME);
  const wrong = Uint8Array.from(inside);
  wrong.set([0xff, 0xff, 0xff, 0x7f], 4);
  const decoder = newDmtDecoder(() => NOW);
  const [lost, next] = decoder.decode(
    frame(4, record(TIME, 12, [id, wrong], SWITCHES), record(TIME, 3, place(TIME))),
  ).messages;
  expect(lost).toMatchObject({ fix: null, deviceTime: new Date(TIME), attributes: { alarm: ['hardBraking'] } });
  expect(next?.fix).toMatchObject({ lat: -34.9055 });
  expect(decoder.decode(FRAMES.commit).replies).toHaveLength(1);
});

test('a field may have a length of two bytes', () => {
  const long = Uint8Array.of(1, 0xff, 2, 0, 0x41, 0x42, 6, ANALOGS[1].length, ...ANALOGS[1]);
  const inside = Uint8Array.of(11 + long.length, 0, 7, 0, 0, 0, 1, 0, 0, 0, 21, ...long);
  expect(first(frame(4, inside))?.attributes).toMatchObject({ event: 21, batteryV: 4.125 });
});

test('a commit is answered once all is stored, but not after unreadable records', () => {
  expect(answers(FRAMES.commit)).toEqual([['stored', '025506010001']]);
  const decoder = newDmtDecoder(() => NOW);
  expect(decoder.decode(frame(4, Uint8Array.of(200, 0, 1, 2, 3))).fault).toContain('longer than its frame');
  expect(decoder.decode(FRAMES.commit).replies).toEqual([]);
  const old = newDmtDecoder(() => NOW);
  expect(old.decode(frame(0x10, new Uint8Array(64))).fault).toContain('old device');
  expect(old.decode(FRAMES.commit).replies).toEqual([]);
});

test('version and queue requests are answered', () => {
  expect(answers(FRAMES.versions)).toEqual([['now', '0255150c0038f90100ffffffff00000000']]);
  expect(answers(FRAMES.queue)).toEqual([['now', '0255230000']]);
});

test('other bytes, truncated messages, a hello of a wrong length and a missing identity are faults', () => {
  expect(decode(Uint8Array.of(1, 2, 3)).fault).toContain('no frame');
  expect(decode(FRAMES.hello.subarray(0, 30)).fault).toContain('cut');
  expect(decode(frame(0, new Uint8Array(51))).fault).toContain('51 bytes');
  expect(decode(frame(0, new Uint8Array(49))).fault).toContain('no IMEI');
  expect(decode(frame(4, Uint8Array.of(99, 0, 1, 2))).fault).toContain('longer than its frame');
});

test('a field that is too short or longer than its record only loses itself, and a truncated record keeps those before it', () => {
  const short = record(TIME, 3, [2, SWITCHES[1].subarray(0, 5)], SWITCHES);
  expect(decode(frame(4, short)).messages).toMatchObject([{ attributes: { event: 3, ignition: expect.any(Boolean) } }]);
  const long = record(TIME, 3, SWITCHES);
  long[long.length - SWITCHES[1].length - 1] = 200;
  expect(decode(frame(4, long)).messages).toMatchObject([{ attributes: { event: 3 } }]);
  const decoder = newDmtDecoder();
  const cut = concat(record(TIME, 3, SWITCHES), Uint8Array.of(99, 0, 1, 2));
  expect(decoder.decode(frame(4, cut))).toMatchObject({
    messages: [{ attributes: { event: 3 } }],
    unknownType: 'cut-record',
  });
  // The device receives no instruction to delete it.
  expect(decoder.decode(frame(5, new Uint8Array())).replies).toEqual([]);
});
