import { expect, test } from 'vitest';
import { read, cguard } from './cguard.ts';
import { FRAMES, line } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => cguard.newDecoder('tcp').decode(bytes);

test('a login identifies the device', () => {
  expect(read(FRAMES.login)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'login' }],
    replies: [],
  });
});

test('a position has coordinates and time, without unknown fields', () => {
  expect(decode(FRAMES.position).messages[0]).toEqual({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12.4,
      speedKph: 40.5,
      courseDeg: 87.25,
    },
    attributes: { accuracyM: 3.5 },
  });
  expect(decode(FRAMES.still).messages[0]).toMatchObject({ fix: { speedKph: 0, courseDeg: 0 }, attributes: {} });
});

test('a state has signal, satellites, battery and voltage', () => {
  expect(decode(FRAMES.state).messages[0]).toEqual({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    fix: null,
    attributes: { rssi: 64, satellites: 9, nsq2: 1, batteryPercent: 98, powerV: 11.7 },
  });
});

test('an unreadable value only loses that value', () => {
  const [message] = decode(line('BC:260322 101530:BAT1:much')).messages;
  expect(message).toMatchObject({ deviceTime: new Date('2026-03-22T10:15:30Z'), attributes: {} });
});

test('other lines, logins without an identity and invalid hours are faults', () => {
  for (const text of ['XX:1', 'IDRO:', 'NV:260322 251530:1:1:0:0:0:0']) expect(decode(line(text)).fault).toBeDefined();
});
