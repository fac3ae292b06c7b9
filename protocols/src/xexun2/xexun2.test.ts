import { expect, test } from 'vitest';
import { concat, toHex } from '../tools/bytes.ts';
import { newXexun2Framer } from './framer.ts';
import { frame, FRAMES, HEAD, records } from './samples.fixture.ts';
import { xexun2 } from './xexun2.ts';

const decode = (bytes: Uint8Array) => xexun2.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const TIME = new Date('2026-03-22T10:15:30Z');

test('a position has identity, coordinates and time in each precision', () => {
  for (const bytes of [FRAMES.alarm, FRAMES.moving, FRAMES.longer]) {
    expect(decode(bytes).identities).toEqual(['356000000000013']);
    const { fix, attributes } = first(bytes) ?? {};
    expect(fix).toMatchObject({ time: TIME, valid: true });
    expect(fix?.lat).toBeCloseTo(-34.9055, 4);
    expect(fix?.lon).toBeCloseTo(-56.1913, 4);
    expect(attributes).toMatchObject({ satellites: 11, rssi: 25, charging: true, batteryPercent: 80 });
  }
});

test('motion, odometer and an alarm are reported', () => {
  expect(first(FRAMES.alarm)?.attributes.alarm).toEqual(['sos']);
  expect(first(FRAMES.moving)?.fix).toMatchObject({ speedKph: 40, courseDeg: 87 });
  expect(first(FRAMES.longer)?.fix).toMatchObject({ speedKph: 40, courseDeg: 87, altitudeM: 12 });
});

test('records without a position have their time, networks and device identity', () => {
  expect(decode(FRAMES.networks).messages).toMatchObject([
    {
      deviceTime: TIME,
      fix: null,
      attributes: {
        wifi: ['0a:0b:0c:0d:0e:0f -61', '0a:0b:0c:0d:0e:10 -80'],
        firmware: 'V1',
        iccid: '89860012345678901234',
      },
    },
    { deviceTime: new Date('2026-03-22T10:16:30Z'), attributes: { charging: false, batteryPercent: 80 } },
  ]);
});

test('records are acknowledged by type and number once they are stored, replies and unknown types are not', () => {
  const [reply] = decode(FRAMES.moving).replies;
  expect([reply?.when, toHex(reply?.bytes ?? new Uint8Array(0))]).toEqual([
    'stored',
    'faaf0014000735600000000001300001fffe01faaf',
  ]);
  // A number that looks like a flag is escaped.
  const [odd] = decode(frame('0014', '00', 'faaf')).replies;
  expect(toHex(odd?.bytes ?? new Uint8Array(0))).toBe('faaf0014fbbf0135600000000001300001fffe01faaf');
  expect(decode(FRAMES.answer)).toMatchObject({ messages: [{ kind: 'reply', text: 'of=1' }], replies: [] });
  expect(decode(frame('005a', '01'))).toMatchObject({ messages: [], replies: [], unknownType: '0x5a' });
});

test('a truncated record loses only the missing part, and the next one counts', () => {
  const { messages, replies } = decode(records(`${HEAD} 02 41 0b`, `${HEAD} 00`));
  expect(messages).toMatchObject([{ deviceTime: TIME, fix: null }, { deviceTime: TIME }]);
  expect(replies).toHaveLength(1);
});

test('a stream is framed by flag bytes, with escapes undone', () => {
  const odd = frame('0007', 'faaf fbbf fbbf01');
  const framer = newXexun2Framer();
  expect(framer.push(concat(Uint8Array.of(1, 0xfa, 2), odd, FRAMES.alarm))).toEqual([odd, FRAMES.alarm]);
  expect(framer.garbageBytes).toBe(3);
  expect(decode(odd).fault).toBeUndefined();
  // The end of a frame whose beginning was lost.
  expect(newXexun2Framer().push(concat(odd.subarray(9), FRAMES.alarm))).toEqual([FRAMES.alarm]);
});

test('a wrong checksum, a wrong length and a missing identity are faults', () => {
  const { alarm } = FRAMES;
  for (const wrong of [alarm.with(30, 9), alarm.with(7, 0xaa), concat(alarm.subarray(0, 25), alarm.subarray(27))])
    expect(decode(wrong).fault).toBeDefined();
});
