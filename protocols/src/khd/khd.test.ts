import { expect, test } from 'vitest';
import { concat, fromHex, toHex } from '../tools/bytes.ts';
import { newKhdDecoder, newKhdFramer } from './khd.ts';
import { frame, FRAMES, ID, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => newKhdDecoder().decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has coordinates, time, odometer and ignition, with both identities', () => {
  const decoded = decode(FRAMES.position);
  // The frame contains 0x1f, 0x9e - 0x80, 0x9d - 0x80, 0x2d.
  expect(decoded.identities).toEqual([ID, '31302945']);
  expect(decoded.replies).toEqual([]);
  const { fix, attributes } = decoded.messages[0] ?? {};
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, speedKph: 40, courseDeg: 87 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  // 0x01e86d metres; the highest bit of the state is 0 with the ignition on.
  expect(attributes).toMatchObject({ odometerM: 125_037, ignition: true, status: 0x7f_fc_3f_00 });
});

test('a login, a stored position and others are confirmed with their checksum, type and tenth byte', () => {
  const login = decode(FRAMES.login);
  expect(login).toMatchObject({ identities: [ID, '31302945'], messages: [{ kind: 'login' }] });
  const sum = toHex(FRAMES.login).slice(-4, -2);
  const [reply] = login.replies;
  expect(reply?.when).toBe('now');
  expect(toHex(reply?.bytes ?? new Uint8Array())).toMatch(new RegExp(`^2929210005${sum}b101..0d$`));
  expect(decode(FRAMES.stored).replies).toMatchObject([{ when: 'stored' }]);
});

test('alarms are the bits that are set', () => {
  // Byte 1: an emergency and no power; byte 6: bit 4, braking.
  expect(first(FRAMES.alarm)?.attributes.alarm).toEqual(['sos', 'powerCut', 'hardBraking']);
});

test('a reply names its command', () => {
  expect(first(FRAMES.reply)).toMatchObject({
    kind: 'reply',
    text: 'order 39',
    fix: { valid: false },
    attributes: { ignition: false, fuelLevel: 255 },
  });
});

test('connected devices report driver, battery and fuel', () => {
  expect(first(FRAMES.card)?.attributes).toMatchObject({
    driverTag: '0001C03D71',
    signedOn: true,
    batteryPercent: 100,
  });
  const fuel = frame(0xa3, `${ID} ${POSITION} f8 000000 7ffc3f00 001e0000000000 00 0006 0102 013d`);
  expect(first(fuel)?.attributes.fuelLevel).toBe(161);
});

test('commands are framed with a checksum', () => {
  const decoder = newKhdDecoder();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(FRAMES.position);
  // 29 ^ 29 ^ 39 ^ 00 ^ 06 ^ 1f ^ 9e ^ 9d ^ 2d = 0e.
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(fromHex('29293900061f9e9d2d0e0d'));
  expect(decoder.encode({ kind: 'engineResume' })?.[2]).toBe(0x38);
  expect(decoder.encode({ kind: 'locate' })?.[2]).toBe(0x30);
});

test('garbage before a frame is skipped, invalid digits lose the time and the position', () => {
  const framer = newKhdFramer();
  expect(framer.push(concat(Uint8Array.of(1, 0x29, 0x29, 0x80, 0xff, 0xff), FRAMES.position))).toEqual([
    FRAMES.position,
  ]);
  expect(framer.garbageBytes).toBe(6);
  const wrong = frame(0x80, `${ID} 2603221015aa 83454330 85611478 0040 0087 f8 000000 7ffc3f00 001e0000000000 00`);
  expect(decode(wrong)).toMatchObject({ messages: [{ deviceTime: null, fix: null, attributes: { ignition: true } }] });
});

test('tanks are read in percent, and missing ones omitted', () => {
  // The frame contains 0x7fff and 0xfffe of 65,534.
  const { attributes } = newKhdDecoder().decode(FRAMES.tanks).messages[0] ?? {};
  expect(attributes).toMatchObject({ fuel1Percent: 50, fuel2Percent: 100 });
  expect(Object.keys(attributes ?? {})).not.toContain('fuel3Percent');
  expect(Object.keys(attributes ?? {})).not.toContain('fuel4Percent');
});
