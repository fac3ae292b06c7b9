import { describe, expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { newCastelDecoder } from './decoder.ts';
import { newCastelFramer } from './framer.ts';
import { FRAMES } from './samples.fixture.ts';

const AT = new Date('2026-03-22T10:15:31Z');
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 36, courseDeg: 87, altitudeM: null };
const decode = (frame: Uint8Array) => newCastelDecoder(() => AT).decode(frame);

describe('an OBD dongle', () => {
  test('has coordinates, time, odometer, fuel and ignition, from memory or live', () => {
    const { identities, messages } = decode(FRAMES.positions);
    expect(identities).toEqual(['213L2026000013']);
    expect(messages).toHaveLength(2);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(messages[0]?.attributes).toEqual({
      satellites: 11,
      odometerM: 125_500,
      tripM: 4200,
      fuelUsedL: 9.12,
      ignition: true,
      archived: true,
    });
  });

  test('is answered with the time at login, and on its heartbeat', () => {
    // @@, 41 bytes, version 4, number, 9001, no address, no port, 0x69bfc143 s, checksum X.25.
    expect(decode(FRAMES.login).replies.map(({ when, bytes }) => [when, toHex(bytes)])).toEqual([
      ['now', '40402900043231334c323032363030303031330000000000009001ffffffff000043c1bf69f99a0d0a'],
    ]);
    expect(decode(FRAMES.heartbeat)).toMatchObject({ messages: [{ kind: 'heartbeat' }] });
    expect(toHex(decode(FRAMES.heartbeat).replies[0]?.bytes ?? new Uint8Array())).toBe(
      '40401f00043231334c323032363030303031330000000000009003e0020d0a',
    );
  });

  test('reports engine data', () => {
    expect(decode(FRAMES.parameters).messages[0]).toMatchObject({
      fix: null,
      deviceTime: AT,
      // 0x0514 revolutions.
      attributes: { ignition: true, engineLoadPercent: 45, coolantC: 88, engineRpm: 1300, obdSpeedKph: 41 },
    });
    // 0x1351: the two highest bits 00 stand for the power train.
    expect(decode(FRAMES.troubles).messages[0]?.attributes.troubleCodes).toEqual(['P1351']);
  });

  test('raises an alarm when it begins, not when it ends, and is answered once it is stored', () => {
    const { messages, replies } = decode(FRAMES.alarm);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    expect(messages[0]?.attributes).toMatchObject({ alarm: ['hardBraking'], event: 5 });
    expect(replies.map(({ when, bytes }) => [when, toHex(bytes)])).toEqual([
      ['stored', '40402300043231334c32303236303030303133000000000000c007080000006d4c0d0a'],
    ]);
  });

  test('reads the reply to a query', () => {
    expect(decode(FRAMES.answer).messages).toMatchObject([{ kind: 'reply', text: 'OK' }]);
  });
});

test('a tracker sends positions from memory, battery and odometer', () => {
  const { identities, messages } = decode(FRAMES.tracker);
  expect(identities).toEqual(['611260000013']);
  expect(messages[0]?.fix).toMatchObject(WHERE);
  expect(messages[0]?.attributes).toEqual({
    satellites: 11,
    batteryPercent: 90,
    odometerM: 125_500,
    archived: true,
  });
});

test('the short form has the same fields', () => {
  expect(decode(FRAMES.short).messages[0]?.fix).toMatchObject(WHERE);
  expect(decode(FRAMES.short).replies).toMatchObject([{ when: 'stored' }]);
});

test('a position with an invalid day only loses its fix', () => {
  const wrong = Uint8Array.from(FRAMES.alarm);
  const day = wrong.findIndex((byte, at) => byte === 22 && wrong[at + 1] === 3 && wrong[at + 2] === 26);
  wrong[day + 1] = 0;
  const { identities, messages, replies } = decode(wrong);
  expect({ identities, replies: replies.length }).toEqual({ identities: decode(FRAMES.alarm).identities, replies: 1 });
  expect(messages[0]).toMatchObject({
    fix: null,
    coordinates: { lat: -34.9055 },
    attributes: { alarm: ['hardBraking'] },
  });
});

test('an unknown type is reported with its sender and not acknowledged', () => {
  const unknown = Uint8Array.from(FRAMES.heartbeat);
  // The type stands after start, length, version and twenty characters of identity.
  unknown.set([0x5a, 0x5a], 25);
  expect(decode(unknown)).toMatchObject({
    identities: ['213L2026000013'],
    messages: [],
    replies: [],
    unknownType: '0x5a5a',
  });
});

test('a frame without a line end is skipped', () => {
  const broken = Uint8Array.from(FRAMES.heartbeat);
  broken[broken.length - 1] = 0;
  const framer = newCastelFramer();
  expect(framer.push(Uint8Array.from([...broken, ...FRAMES.heartbeat]))).toEqual([FRAMES.heartbeat]);
  expect(framer.garbageBytes).toBe(broken.length);
});

test('trackers switch the fuel relay, OBD dongles report their position', () => {
  const decoder = newCastelDecoder();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(FRAMES.tracker);
  expect(toHex(decoder.encode({ kind: 'engineStop' }) ?? new Uint8Array())).toMatch(
    /^4040200001363131.*458301....0d0a$/,
  );
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.heartbeat);
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  expect(toHex(decoder.encode({ kind: 'locate' }) ?? new Uint8Array())).toMatch(/^4040210004323133.*3001..00....0d0a$/);
});
