import { expect, test } from 'vitest';
import { concat, fromHex } from '../tools/bytes.ts';
import { newGatorFramer } from './framer.ts';
import { gator } from './gator.ts';
import { ADDRESS, frame, FRAMES, IMEI, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => gator.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has coordinates, time, odometer, temperature and ignition, in both forms of the device number', () => {
  const decoded = decode(FRAMES.position);
  expect(decoded.identities).toEqual(['13812345678', '3812345678']);
  const { fix, attributes } = decoded.messages[0] ?? {};
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, speedKph: 40, courseDeg: 87 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  // 0x01e86d metres; 0x1e degrees below zero.
  expect(attributes).toEqual({ status: 0x47, ignition: true, odometerM: 125_037, temperature1C: -30 });
});

test('a stored record is marked so, and its fix is an old one', () => {
  expect(first(FRAMES.stored)).toMatchObject({
    fix: { valid: false },
    attributes: { archived: true, ignition: false },
  });
});

test('alarms are the bits that are set', () => {
  // 0x0b: an emergency, speed and no power.
  expect(first(FRAMES.alarm)?.attributes.alarm).toEqual(['sos', 'overspeed', 'powerCut']);
  const other = frame(0x82, `${ADDRESS} ${POSITION} c0 47 01 0000 0c0f 0001e86d 00ff 00a4`);
  expect(first(other)?.attributes.alarm).toEqual(['parking', 'vibration', 'door']);
});

test('a device with an IMEI reports driving behaviour', () => {
  expect(decode(FRAMES.driving).identities).toEqual(['356000000000018']);
  expect(first(FRAMES.driving)).toMatchObject({
    fix: { time: new Date('2026-03-22T10:15:30Z') },
    attributes: { odometerM: 125_037, temperature1C: 21, alarm: ['hardBraking', 'hardCornering'] },
  });
  const fast = frame(0x80, `${IMEI} ${POSITION} c0 47 01 0000 0c0f 0001e86d 0015 0000 01`);
  expect(first(fast)?.attributes.alarm).toEqual(['hardAcceleration']);
  expect(decode(FRAMES.alive).identities).toEqual(['356000000000018']);
});

test('a card and a command reply are passed on', () => {
  expect(first(FRAMES.card)).toMatchObject({
    fix: null,
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    attributes: { driverTag: 'B1619ACC' },
  });
  expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: 'order 39 done' });
  expect(first(frame(0x85, `${ADDRESS} 38 00 00 0000`))?.text).toBe('order 38 failed');
});

test('a heartbeat is answered at once, the rest once it is stored, with type and checksum of the message', () => {
  // 21 ^ 06 ^ 8c ^ 22 ^ 38 ^ 4e = ff; 21 ^ 05 ^ ff ^ 21 = fa.
  expect(decode(FRAMES.heartbeat)).toMatchObject({
    messages: [{ kind: 'heartbeat' }],
    replies: [{ when: 'now', bytes: fromHex('2424210005ff2100fa0d') }],
  });
  const [reply] = decode(FRAMES.alarm).replies;
  expect([reply?.when, reply?.bytes[5], reply?.bytes[6]]).toEqual(['stored', FRAMES.alarm.at(-2), 0x82]);
});

test("an unread card is acknowledged without a driver; an unknown type and a server's answer are not answered", () => {
  const unread = decode(frame(0x72, `${ADDRESS} 03 00`));
  expect(unread).toMatchObject({ identities: [], messages: [], replies: [{ when: 'stored' }] });
  expect(decode(frame(0x83, `${IMEI} 0102`))).toMatchObject({ unknownType: '0x83', messages: [], replies: [] });
  expect(decode(decode(FRAMES.heartbeat).replies[0]?.bytes ?? new Uint8Array())).toMatchObject({
    fault: 'an answer of a server',
    replies: [],
  });
});

test('commands carry the address, and there is none for an IMEI', () => {
  const decoder = gator.newDecoder('udp');
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(FRAMES.heartbeat);
  // 39 ^ 06 ^ 8c ^ 22 ^ 38 ^ 4e = e7.
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(fromHex('24243900068c22384ee70d'));
  expect(decoder.encode({ kind: 'engineResume' })?.[2]).toBe(0x38);
  expect(decoder.encode({ kind: 'locate' })?.[2]).toBe(0x30);
  decoder.decode(FRAMES.driving);
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
});

test('garbage before a frame is skipped; a missing identity and a truncated message are faults', () => {
  const framer = newGatorFramer();
  expect(framer.push(concat(Uint8Array.of(1, 0x24, 0x24, 0x80, 0xff, 0xff), FRAMES.alive))).toEqual([FRAMES.alive]);
  expect(framer.garbageBytes).toBe(6);
  for (const wrong of [
    frame(0x21, '7f7f7f7f'),
    frame(0x80, `${ADDRESS} 260322`),
    frame(0x72, `${ADDRESS} 02 42313631394143`),
  ])
    expect(decode(wrong).fault).toBeDefined();
});

test('an invalid time, position or speed only loses itself, also with an IMEI', () => {
  const rest = 'c0 47 01 0000 0c0f 0001e86d';
  const one = (content: string) => decode(frame(0x80, `${ADDRESS} ${content} ${rest}`)).messages[0];
  const where = { lat: expect.closeTo(-34.9055, 6), lon: expect.closeTo(-56.1913, 6) };
  expect(one('000000000000 83454330 85611478 0040 0087')).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: where,
    attributes: { odometerM: 125_037, ignition: true },
  });
  expect(one('260322101530 83454330 85661478 0040 0087')).toMatchObject({ fix: null, attributes: { ignition: true } });
  expect(one('260322101530 83454330 85611478 00ff 0087')).toMatchObject({ fix: { ...where, speedKph: 0 } });
  const withIdentity = frame(0x80, `${IMEI} 000000000000 83454330 85611478 0040 0087 ${rest}`);
  expect(decode(withIdentity).identities).toEqual(['356000000000018']);
});
