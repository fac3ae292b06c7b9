import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newMinifinderDecoder } from './minifinder.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newMinifinderDecoder().decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];

test('a login identifies the device, a heartbeat has its state', () => {
  expect(decode(FRAMES.login)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'login', attributes: { firmware: 'V07S.5701.1621', batteryPercent: 100 } }],
  });
  expect(first(FRAMES.heartbeat)).toMatchObject({
    kind: 'heartbeat',
    attributes: { rssi: 17, batteryPercent: 91, charging: true },
  });
});

test('a position has coordinates, time, signal, battery and satellites', () => {
  expect(first(FRAMES.place)).toEqual({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12.5,
      speedKph: 40,
      courseDeg: 87,
    },
    // 0x140001: bit 0, and 0x14 from bit 16 on.
    attributes: { status: 0x140001, rssi: 20, charging: false, batteryPercent: 47, satellites: 9, hdop: 0.9 },
  });
});

test('a stored position is marked so; bits of the state raise alarms', () => {
  // 0x541041: bits 0, 6, 12 and 22, and 0x14 from bit 16 on.
  expect(first(FRAMES.stored)?.attributes).toMatchObject({
    archived: true,
    alarm: ['sos', 'lowBattery'],
    charging: true,
    rssi: 20,
  });
});

test('short positions have no satellites, old ones no course', () => {
  expect(first(FRAMES.short)).toMatchObject({
    fix: { time: new Date('2026-03-22T01:01:06Z'), valid: false, altitudeM: 25.32 },
    attributes: { batteryPercent: 100 },
  });
  expect(first(FRAMES.short)?.attributes.satellites).toBeUndefined();
  expect(first(FRAMES.old)?.fix).toMatchObject({ valid: false, courseDeg: 0, altitudeM: null });
});

test('a command reply is passed on, a text is sent as typed, an invalid day only loses the time, other texts are faults', () => {
  expect(first(FRAMES.reply)).toMatchObject({ kind: 'reply', text: '3,ok' });
  expect(newMinifinderDecoder().encode({ kind: 'text', text: '123456LOC' })).toEqual(asciiBytes('123456LOC'));
  expect(newMinifinderDecoder().encode({ kind: 'locate' })).toBeNull();
  expect(decode(asciiBytes('?1')).fault).toContain('no message');
  expect(decode(asciiBytes('!D,32/03/26,10:15:30,1,1,0,0,41;')).messages[0]).toMatchObject({
    fix: null,
    coordinates: { lat: 1, lon: 1 },
    attributes: { alarm: ['sos'] },
  });
});
