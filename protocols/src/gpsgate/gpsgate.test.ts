import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { gpsgate } from './gpsgate.ts';
import { FRAMES, POSITION, sentence } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => gpsgate.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a message has identity, coordinates, time and its named fields', () => {
  expect(decode(FRAMES.position).identities).toEqual(['356000000000013']);
  const fix = first(FRAMES.position)?.fix;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: 12.5, courseDeg: 87 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  // The frame contains 21.6 knots.
  expect(fix?.speedKph).toBeCloseTo(40.0032, 4);
  expect(first(FRAMES.position)?.attributes).toEqual({ alarm: ['sos'], batteryV: 4.1 });
  const calm = sentence(`FRCMD,1,_SendMessage,,${POSITION},0,SosButton=0,Odometer=12.5,Fuel=3`);
  expect(first(calm)).toMatchObject({ fix: { valid: false }, attributes: { odometerM: 12_500, fuel: 3 } });
  expect(first(calm)?.attributes.alarm).toBeUndefined();
});

test('an NMEA sentence has coordinates and time, after a login', () => {
  const decoder = gpsgate.newDecoder('tcp');
  expect(decoder.decode(FRAMES.receiver).fault).toContain('before the login');
  decoder.decode(FRAMES.login);
  const [message] = decoder.decode(FRAMES.receiver).messages;
  expect(message?.fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: null });
  expect(message?.fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(message).toEqual(gpsgate.newInspector?.().decode(FRAMES.receiver).messages[0]);
});

test('a login opens a session, and a version is answered with one', () => {
  const decoded = decode(FRAMES.login);
  expect(decoded).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'login' }] });
  // F^R^S^E^S^,^1 = 4c, computed by hand.
  expect(decoded.replies.map(({ when, bytes }) => [when, textOf(bytes)])).toEqual([['now', '$FRSES,1*4C\r\n']]);
  expect(textOf(decode(FRAMES.version).replies[0]?.bytes ?? new Uint8Array())).toMatch(/^\$FRVER,1,0,/);
});

test('a ping is a heartbeat', () => {
  expect(first(FRAMES.ping)).toMatchObject({ kind: 'heartbeat', attributes: { batteryV: 4 } });
});

test('a wrong checksum, a login without an identity and a non-sentence are faults', () => {
  for (const text of ['$FRLIN,,user1,8IVHF*7B', '$FRLIN,,,', 'FRLIN'])
    expect(decode(asciiBytes(text)).fault).toBeDefined();
});
