import { expect, test } from 'vitest';
import { fromHex, toHex } from '../tools/bytes.ts';
import { newHuashengDecoder } from './huasheng.ts';
import { asciiBytes } from '../tools/text.ts';
import { seal } from './frame.ts';
import { block, FRAMES, ID, place } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newHuashengDecoder().decode(frame);

test('a login identifies the device and is answered; byte 192 within a frame is escaped', () => {
  const { identities, messages, replies } = decode(FRAMES.login);
  expect(identities).toEqual(['356000000000013']);
  expect(messages[0]?.kind).toBe('login');
  expect(replies.map(({ when, bytes }) => [when, toHex(bytes)])).toEqual([['now', 'c00100000dff030000000000dbdc00c0']]);
});

test('a position has coordinates, time, speed and engine state, and is acknowledged once it is stored', () => {
  const { identities, messages, replies } = decode(FRAMES.position);
  const [message] = messages;
  expect(identities).toEqual(['356000000000013']);
  expect(message?.fix).toEqual({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12,
    speedKph: 40,
    courseDeg: 87,
  });
  expect(message?.attributes).toEqual({
    status: 0xc000,
    event: 8,
    ignition: true,
    alarm: ['hardAcceleration'],
    coolantTemperatureC: 86,
    engineRpm: 1740,
    fuelLPer100Km: 8.82,
    powerV: 14.29,
    fuelPercent: 50,
    rssi: 13,
    hdop: 2,
    vin: 'MAKGM669HJN301879',
    odometerM: 125_037,
    engineLoadPercent: 20,
    airTemperatureC: 39,
    airFlow: 0,
    throttlePercent: 40,
  });
  expect(replies.map(({ when, bytes }) => [when, toHex(bytes)])).toEqual([
    ['stored', 'c00100000cff010000000000dbddc0'],
  ]);
});

test('bytes of all ones are unknown', () => {
  const message = decode(FRAMES.unknown).messages[0];
  expect(message?.fix?.valid).toBe(false);
  expect(Object.keys(message?.attributes ?? {})).not.toContain('engineRpm');
  expect(message?.attributes.fuelPercent).toBeUndefined();
});

test('engine faults are named by their standard codes', () => {
  expect(decode(FRAMES.faults)).toMatchObject({
    messages: [{ attributes: { troubleCodes: ['P0100', 'C0300', 'B0201', 'U0100'] } }],
    replies: [{ when: 'stored' }],
  });
});

test('a handshake is answered, other messages are of an unknown type, a broken escape is a fault', () => {
  expect(decode(FRAMES.handshake)).toMatchObject({ messages: [{ kind: 'heartbeat' }], replies: [{ when: 'now' }] });
  expect(decode(FRAMES.other)).toMatchObject({ messages: [], replies: [], unknownType: expect.any(String) });
  expect(decode(fromHex('c00000db00c0') ?? new Uint8Array()).fault).toBeDefined();
});

test('a truncated block, or one without a number, only loses itself', () => {
  const damaged = [...block(1, 0x7e), ...block(0x10, ...asciiBytes('x')), ...block(5, 13, 2)];
  const behindTheEnd = [0, 9, 0, 40, 0x31];
  const frame = seal(0xaa00, 3, [...place(0xc000, 6), ...damaged, ...block(0x0f, ...asciiBytes(ID)), ...behindTheEnd]);
  const { identities, messages, replies } = decode(frame);
  expect(identities).toEqual([ID]);
  expect(messages[0]?.fix).toMatchObject({ lat: -34.9055, lon: -56.1913 });
  expect(messages[0]?.attributes).toEqual({
    status: 0xc000,
    event: 6,
    ignition: true,
    alarm: ['sos'],
    coolantTemperatureC: 86,
    rssi: 13,
    hdop: 2,
  });
  expect(replies).toMatchObject([{ when: 'stored' }]);
});

test('a position without a time keeps its alarm and coordinates', () => {
  const content = place(0xc000, 6);
  content.fill(0x30, 4, 16);
  expect(decode(seal(0xaa00, 3, [...content, ...block(0x0f, ...asciiBytes(ID))]))).toMatchObject({
    identities: [ID],
    messages: [
      { deviceTime: null, fix: null, coordinates: { lat: -34.9055, lon: -56.1913 }, attributes: { alarm: ['sos'] } },
    ],
  });
});

test('a second tank, additive level and engine hours are read where a model has them', () => {
  const engine = [0x7e, 0x06, 0xcc, 30, 0, 41, 0x03, 0x72, 0, 0, 0x05, 0x95, 0x7d];
  const decoded = (...more: number[]) =>
    decode(seal(0xaa00, 3, [...place(0xc000, 0), ...block(1, ...engine, ...more), ...block(0x11, 0, 0, 0, 40)]))
      .messages[0]?.attributes;
  // 40 twentieths of an hour; 0x2d0 for the second tank; 0x7d times 0.4%.
  expect(decoded(0x02, 0xd0, 0, 0, 0, 1, 0x7d)).toMatchObject({
    engineHoursS: 7200,
    fuelLevel2: 720,
    additivePercent: 50,
    fuelPercent: 50,
  });
  expect(decoded(0, 0, 0, 1, 0x7d)).toMatchObject({ additivePercent: 50, fuelPercent: 50 });
  expect(decoded(0, 0, 0, 1)).not.toHaveProperty('additivePercent');
});
