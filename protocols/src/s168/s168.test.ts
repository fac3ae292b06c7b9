import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import type { Decoded } from '../types.ts';
import { newReader, s168 } from './s168.ts';
import { FRAMES, message } from './samples.fixture.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const read = newReader(() => new Date('2026-03-22T10:15:33Z'));
const decode = (bytes: Uint8Array) => s168.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const replies = (decoded: Decoded) => decoded.replies.map(({ when, bytes }) => [when, textOf(bytes)]);

test('a position has identity, coordinates, time, battery and signal', () => {
  expect(decode(FRAMES.place).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.place)).toMatchObject({
    kind: 'report',
    fix: { time: TIME, valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12, speedKph: 40, courseDeg: 87 },
  });
  expect(first(FRAMES.place)?.attributes).toEqual({ batteryPercent: 78, rssi: 73, satellites: 9 });
});

test('only the three bits of the manual are alarms', () => {
  expect(first(FRAMES.alarm)?.attributes.alarm).toEqual(['lowBattery', 'sos']);
  expect(first(FRAMES.blind)?.attributes.alarm).toEqual(['vibration']);
});

test('without a position the time and the visible networks are read', () => {
  expect(first(FRAMES.blind)).toMatchObject({
    fix: null,
    deviceTime: TIME,
    attributes: { wifi: ['02:00:5E:00:53:01,-40', '02:00:5E:00:53:02,-71'] },
  });
});

test('an old position is invalid, and a course of 998 is missing', () => {
  const old = message('LOCA:W;GDATA:V,0,260322101530,-34.9055,-56.1913,0,998,0');
  expect(first(old)?.fix).toMatchObject({ valid: false, lat: -34.9055, courseDeg: 0 });
});

test('a position is answered once it is stored, heartbeats and boot messages at once with the time', () => {
  expect(replies(read(FRAMES.place))).toEqual([['stored', 'S168#356000000000013#00a7#0008#ACK^LOCA$']]);
  // "ACK^SYNC," and 14 digits are 23 bytes, 0x17.
  expect(replies(read(FRAMES.alive))).toEqual([['now', 'S168#356000000000013#00a7#0017#ACK^SYNC,20260322101533$']]);
  expect(replies(read(FRAMES.started))).toEqual([['now', 'S168#356000000000013#00a7#0017#ACK^INFO,20260322101533$']]);
  expect(first(FRAMES.alive)).toMatchObject({ kind: 'heartbeat', attributes: { batteryPercent: 77, rssi: 100 } });
  expect(first(FRAMES.started)).toMatchObject({ kind: 'login', attributes: { iccid: '89598000000000000018' } });
});

test('commands are texts in a frame, and their replies are passed on', () => {
  const decoder = s168.newDecoder('tcp');
  decoder.decode(FRAMES.alive);
  expect(textOf(decoder.encode({ kind: 'locate' }) ?? new Uint8Array())).toBe('S168#356000000000013#0000#0004#JUST$');
  expect(decoder.encode({ kind: 'text', text: 'UP,60$' })).toBeNull();
  decoder.decode(asciiBytes('S201#356000000000013#0001#0009#SYNC:0000$'));
  expect(textOf(decoder.encode({ kind: 'locate' }) ?? new Uint8Array())).toBe('S201#356000000000013#0000#0004#JUST$');
  expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: 'JUST,1' });
  expect(replies(decode(FRAMES.answer))).toEqual([]);
});

test.each([
  ['a clock that was never set', 'V,0,000000000000,0.0,0.0,0,998,0', null],
  ['a month that there is not', 'A,9,261322101530,-34.9,-56.1,1,1,1', null],
  ['a place that is not on earth', 'A,9,260322101530,-94.9,-56.1,1,1,1', TIME],
])('%s is not a position, but is reported and answered, or it would be sent forever', (_, place, deviceTime) => {
  const decoded = read(message(`LOCA:G;GDATA:${place};ALERT:0002;STATUS:78,73`));
  expect(decoded.messages).toMatchObject([
    { kind: 'report', fix: null, deviceTime, attributes: { alarm: ['sos'], batteryPercent: 78 } },
  ]);
  expect(replies(decoded)).toEqual([['stored', 'S168#356000000000013#00a7#0008#ACK^LOCA$']]);
});

test('an unreadable state, bit field or network does not lose the position', () => {
  const odd = message('LOCA:G;GDATA:A,9,260322101530,-34.9,-56.1,1,1,1;ALERT:none;STATUS:78;WIFI:few');
  expect(first(odd)).toMatchObject({ fix: { valid: true, lat: -34.9 } });
  expect(first(odd)?.attributes).toEqual({ batteryPercent: 78, satellites: 9 });
});

test('a missing identity and an unknown message are faults', () => {
  const wrong = [asciiBytes('S168#me#0001#0004#SYNC$'), message('WHAT:1')];
  for (const bytes of wrong) expect(decode(bytes).fault).toBeDefined();
});
