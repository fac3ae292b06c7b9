import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newWatchDecoder } from './watch.ts';

const ID = '8800000013';
const PLACE = '220326,101530,A,34.905500,S,56.1913000,W,40.00,87.0,12,11,80,64,1250,0';
const framed = (content: string, maker = '3G') =>
  asciiBytes(`[${maker}*${ID}*${content.length.toString(16).padStart(4, '0')}*${content}]`);
const decode = (content: string) => newWatchDecoder().decode(framed(content));

describe('a position', () => {
  test('has coordinates, time, speed and state', () => {
    const { identities, messages, replies } = decode(`UD,${PLACE},00000000,2,255,748,1`);
    expect(identities).toEqual([ID]);
    expect(replies).toEqual([]);
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    const where = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87, altitudeM: 12 };
    expect(messages[0]?.fix).toMatchObject(where);
    expect(messages[0]?.attributes).toEqual({ satellites: 11, rssi: 80, batteryPercent: 64, steps: 1250 });
  });

  test('may have a sign besides the hemisphere', () => {
    const { messages } = decode(`UD,${PLACE.replace('34.905500', '-34.905500')},00000000`);
    expect(messages[0]?.fix?.lat).toBe(-34.9055);
  });

  test.each([
    ['00010000', 'sos'],
    ['00020000', 'lowBattery'],
    ['00100000', 'removing'],
    ['00000000', 'general'],
  ])('of an alarm with the state %s raises %s, and is answered once it is stored', (state, alarm) => {
    const { messages, replies } = decode(`AL,${PLACE},${state}`);
    expect(messages[0]?.attributes.alarm).toEqual([alarm]);
    expect(replies).toEqual([{ when: 'stored', bytes: asciiBytes(`[3G*${ID}*0002*AL]`) }]);
  });
});

test('a link message has the battery and is answered at once, with its number if it has one', () => {
  expect(decode('LK,1250,0,64')).toMatchObject({
    messages: [{ kind: 'heartbeat', attributes: { batteryPercent: 64 } }],
    replies: [{ when: 'now', bytes: asciiBytes(`[3G*${ID}*0002*LK]`) }],
  });
  expect(newWatchDecoder().decode(asciiBytes(`[ZJ*${ID}*0007*0002*LK]`)).replies).toEqual([
    { when: 'now', bytes: asciiBytes(`[ZJ*${ID}*0007*0002*LK]`) },
  ]);
});

test('commands are framed for the device', () => {
  const decoder = newWatchDecoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(framed('LK'));
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes(`[3G*${ID}*0002*CR]`));
  expect(decoder.encode({ kind: 'text', text: 'UPLOAD,60' })).toEqual(asciiBytes(`[3G*${ID}*0009*UPLOAD,60]`));
  expect(decoder.encode({ kind: 'text', text: 'a]b' })).toBeNull();
});

test('a link message has steps beside the battery', () => {
  expect(decode('LK,1250,0,64').messages[0]?.attributes).toEqual({ steps: 1250, batteryPercent: 64 });
});

describe('a health measurement', () => {
  test.each([
    ['heart,73', { heartRate: 73 }],
    ['bphrt,120,79,73,170,65', { pressureSystolic: 120, pressureDiastolic: 79, heartRate: 73 }],
    ['btemp2,1,36.5', { bodyTemperatureC: 36.5 }],
    ['oxygen,0,98', { oxygenPercent: 98 }],
    // A watch that is not worn.
    ['heart,0', {}],
  ])('%s is a report, and is answered once it is stored', (content, attributes) => {
    const type = content.split(',', 1)[0] ?? '';
    expect(decode(content)).toEqual({
      identities: [ID],
      messages: [{ kind: 'report', deviceTime: null, fix: null, attributes }],
      replies: [{ when: 'stored', bytes: asciiBytes(`[3G*${ID}*${String(type.length).padStart(4, '0')}*${type}]`) }],
    });
  });
});

test('a card number is kept with the reply that has it', () => {
  expect(decode('ICCID,89860000000000000017').messages[0]).toMatchObject({
    kind: 'reply',
    attributes: { iccid: '89860000000000000017' },
  });
});

test('an SOS with a zero date is raised with its coordinates', () => {
  expect(decode(`AL,000000,000000${PLACE.slice(13)},00010000`).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
    attributes: { alarm: ['sos'] },
  });
});

test('a watch that was switched on reports so, and is accepted', () => {
  expect(decode('INIT,+59899000001,3')).toMatchObject({
    identities: [ID],
    messages: [{ kind: 'login', attributes: {} }],
    replies: [{ when: 'now', bytes: asciiBytes(`[3G*${ID}*0006*INIT,1]`) }],
  });
});
