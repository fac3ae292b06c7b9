import { describe, expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { newJt808Decoder } from './decoder.ts';
import { buildPacket } from './frame.ts';
import { FRAMES } from './samples.fixture.ts';

const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12, speedKph: 40, courseDeg: 87 };
const decode = (frame: Uint8Array) => newJt808Decoder().decode(frame);
const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);

describe('a location', () => {
  test('says where, when by the clock of Beijing, odometer, fuel and state', () => {
    const { identities, messages } = decode(FRAMES.location);
    expect(identities).toEqual(['13356000013', '013356000013']);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    // 18:15:30 in Beijing, UTC+8.
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    // 0x4e2 tenths of a kilometre, 0x208 tenths of a litre, 0xfa5 thousandths of a volt.
    expect(messages[0]?.attributes).toEqual({
      ignition: true,
      charging: false,
      odometerM: 125_000,
      fuelL: 52,
      rssi: 24,
      satellites: 11,
      batteryPercent: 95,
      batteryV: 4.005,
      alarm: ['powerCut'],
    });
  });

  test('of 2019 has a number of twenty digits', () => {
    const { identities, messages } = decode(FRAMES.newer);
    expect(identities).toEqual(['356000000000013', '00000356000000000013']);
    // Neither the bit of the south nor that of the west is set.
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, lat: 34.9055, lon: 56.1913 });
  });

  test('in a batch from memory says so', () => {
    const { messages } = decode(FRAMES.locations);
    expect(messages).toMatchObject([
      { fix: WHERE, attributes: { archived: true } },
      { fix: WHERE, attributes: { archived: true, alarm: ['sos'] } },
    ]);
  });
});

test('a device answers where it is, when it is asked and when it switched', () => {
  // Behind the number of the question, what 0x0200 says.
  const place = FRAMES.location.subarray(13, -2);
  for (const type of [0x0201, 0x0500]) {
    const frame = buildPacket(type, { phone: '013356000013', version: null }, 7, [0, 9, ...place]);
    const { messages, replies } = decode(frame);
    expect(messages).toMatchObject([{ kind: 'report', fix: WHERE, attributes: { odometerM: 125_000 } }]);
    expect(replies.map(({ when }) => when)).toEqual(['stored']);
  }
});

test('a number with digits that no telephone has is an IMEI without its last digit', () => {
  // 35600000000001 is 0x2060c55aa001; its check digit, doubled ones in brackets: 3 (1) 6 0 … 0 (2) make 12, so 8.
  const heartbeat = buildPacket(0x0002, { phone: '2060c55aa001', version: null }, 7, []);
  expect(decode(heartbeat).identities).toEqual(['356000000000018', '2060c55aa001']);
});

describe('answers', () => {
  // 0x8001: serial number 7 and type of the message, 0; the last byte before the delimiter is all others, XOR.
  test.each([
    ['authentication', 'now', '7e800100050133560000130001000701020037'],
    ['heartbeat', 'now', '7e800100050133560000130001000700020036'],
    ['location', 'stored', '7e800100050133560000130001000702000036'],
    ['locations', 'stored', '7e800100050133560000130001000707040037'],
  ] as const)('to a %s are sent %s', (name, when, start) => {
    const [answer] = answers(FRAMES[name]);
    expect(answer?.[0]).toBe(when);
    expect(answer?.[1]?.slice(0, -4)).toBe(start.slice(0, -2));
    const content = Buffer.from(answer?.[1] ?? '', 'hex').subarray(1, -1);
    expect(content.reduce((sum, byte) => sum ^ byte, 0)).toBe(0);
  });

  test('to a registration carry the number as the authentication', () => {
    const { messages, replies } = decode(FRAMES.registration);
    expect(messages).toMatchObject([{ kind: 'login' }]);
    expect(Buffer.from(replies[0]?.bytes ?? []).toString('latin1')).toContain('13356000013');
  });
});

test('a message of an unknown type is answered as not supported, which is not an acknowledgement', () => {
  const frame = buildPacket(0x0f12, { phone: '013356000013', version: null }, 7, [1, 2, 3, 4]);
  expect(decode(frame)).toMatchObject({ identities: ['13356000013', '013356000013'], unknownType: '0x0f12' });
  // 0x8001: serial number 7 and type of the message, result 3.
  expect(answers(frame)).toMatchObject([['now', expect.stringMatching(/^7e80010005013356000013000100070f1203/)]]);
});

test('texts and cards behind the tracker are passed on', () => {
  expect(decode(FRAMES.text).messages).toMatchObject([{ kind: 'reply', text: 'OK' }]);
  expect(decode(FRAMES.card).messages).toMatchObject([{ attributes: { driverTag: '10218013' } }]);
});

test('delimiters within a message are escaped', () => {
  const frame = buildPacket(0x8300, { phone: '013356000013', version: null }, 0x7e7d, [0x7d, 0x7e]);
  expect(toHex(frame)).toBe('7e830000020133560000137d027d017d017d02f67e');
});

test('commands are those of the standard, to the number of the device', () => {
  const decoder = newJt808Decoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.heartbeat);
  expect(toHex(decoder.encode({ kind: 'locate' }) ?? new Uint8Array())).toMatch(/^7e820100000133560000130002/);
  expect(toHex(decoder.encode({ kind: 'engineStop' }) ?? new Uint8Array())).toMatch(/^7e81050001013356000013....f0/);
});
