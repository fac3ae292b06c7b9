import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newTrvDecoder } from './trv.ts';
import { FRAMES } from './samples.fixture.ts';

const NOW = () => new Date('2026-03-22T10:16:00Z');
const decode = (frame: Uint8Array) => newTrvDecoder(NOW).decode(frame);
const reply = (when: string, text: string) => [{ when, bytes: asciiBytes(text) }];

test('a login identifies the device and is answered; a watch is sent the time', () => {
  expect(decode(FRAMES.login)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'login' }],
    replies: reply('now', 'TRVBP00#'),
  });
  expect(decode(FRAMES.watch)).toMatchObject({
    identities: ['356000000000013'],
    replies: reply('now', 'IWBP00,20260322101600,0#'),
  });
});

test('a position has coordinates, time, speed and state, and is acknowledged once it is stored', () => {
  const { messages, replies } = decode(FRAMES.position);
  const [message] = messages;
  expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(message?.fix).toMatchObject({ valid: true, speedKph: 40, courseDeg: 87.12 });
  expect(message?.fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(message?.attributes).toEqual({
    rssi: 60,
    satellites: 9,
    batteryPercent: 80,
    ignition: true,
    armed: true,
    mode: 2,
  });
  expect(replies).toEqual(reply('stored', 'TRVZP14#'));
});

test('an alarm has its type', () => {
  expect(decode(FRAMES.alarm)).toMatchObject({
    messages: [{ attributes: { alarm: ['sos'], event: '01', ignition: false, armed: false, mode: 1 } }],
    replies: reply('stored', 'TRVBP10#'),
  });
});

test('a heartbeat has the state of the vehicle, of a watch the steps', () => {
  expect(decode(FRAMES.heartbeat)).toMatchObject({
    messages: [{ kind: 'heartbeat', attributes: { ignition: true, immobilized: true, charging: true, motion: true } }],
    replies: reply('now', 'TRVDP01#'),
  });
  expect(decode(FRAMES.steps)).toMatchObject({
    messages: [{ kind: 'heartbeat', attributes: { rssi: 60, satellites: 9, batteryPercent: 80, steps: 5555 } }],
    replies: reply('now', 'IWBP03#'),
  });
});

test('measurements of a watch are reported', () => {
  expect(decode(FRAMES.pulse).messages[0]?.attributes).toEqual({
    heartRate: 60,
    pressureSystolic: 130,
    pressureDiastolic: 85,
  });
  expect(decode(asciiBytes('IWAPHP,,,,96,,36.5#')).messages[0]?.attributes).toEqual({
    oxygenPercent: 96,
    bodyTemperatureC: 36.5,
  });
});

test('commands end with a number sign', () => {
  expect(newTrvDecoder().encode({ kind: 'text', text: 'TRVBP20' })).toEqual(asciiBytes('TRVBP20#'));
  expect(newTrvDecoder().encode({ kind: 'engineStop' })).toBeNull();
});

test('a command reply is not answered: the next letter would repeat that command without its numbers', () => {
  expect(newTrvDecoder().decode(asciiBytes('IWAP12,080835,+59899000001#'))).toMatchObject({
    messages: [{ kind: 'reply', text: 'AP12,080835,+59899000001' }],
    replies: [],
  });
});

test('an SOS without a date keeps its coordinates', () => {
  const text = 'TRVAP10000000A3454.3300S05611.4780W040.0000000087.1206000908020201,748,1,110,41001,01,zh-cn,00#';
  expect(newTrvDecoder().decode(asciiBytes(text)).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: expect.closeTo(-34.9055, 6), lon: expect.closeTo(-56.1913, 6) },
    attributes: { alarm: ['sos'] },
  });
});
