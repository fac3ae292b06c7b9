import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { mictrack } from './mictrack.ts';
import { FRAMES, report } from './samples.fixture.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const decode = (bytes: Uint8Array) => mictrack.newDecoder('udp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, voltage and cause', () => {
  expect(decode(FRAMES.position)).toMatchObject({ identities: ['356000000000013'], replies: [] });
  expect(first(FRAMES.position)).toEqual({
    kind: 'report',
    deviceTime: TIME,
    fix: { time: TIME, valid: true, lat: -34.9055, lon: -56.1913, altitudeM: null, speedKph: 40.5, courseDeg: 87 },
    attributes: { satellites: 9, event: 2, batteryV: 3.744 },
  });
});

test.each([
  [0, 'powerOn'],
  [5, 'sos'],
  [8, 'lowBattery'],
  [9, 'geofenceEnter'],
  [10, 'geofenceExit'],
  [12, 'powerOff'],
])('event %i raises %s', (event, alarm) => {
  expect(first(report('R1', `260322101530+02:00:00:00:00:01,-60+${event}+3900+1`))?.attributes).toEqual({
    event,
    batteryV: 3.9,
    alarm: [alarm],
  });
});

test('without satellites there are time, cause and voltage, whatever the network names', () => {
  const decoded = { kind: 'report', deviceTime: TIME, fix: null };
  expect(first(FRAMES.cell)).toMatchObject({ ...decoded, attributes: { event: 8, batteryV: 3.412 } });
  expect(first(FRAMES.both)).toMatchObject({ ...decoded, attributes: { event: 3, batteryV: 3.831 } });
  expect(first(FRAMES.withIdentity)).toMatchObject({ ...decoded, attributes: { event: 0, batteryV: 4.092 } });
  expect(first(FRAMES.alive)).toEqual({
    kind: 'heartbeat',
    deviceTime: TIME,
    fix: null,
    attributes: { satellites: 0, event: 4, batteryV: 3.9 },
  });
});

test('several positions come in one message, with or without speed', () => {
  const { identities, messages } = decode(FRAMES.places);
  expect(identities).toEqual(['356000000000013']);
  expect(messages).toHaveLength(2);
  const fix = messages[0]?.fix;
  expect(fix).toMatchObject({ time: TIME, valid: true, altitudeM: -12.5, courseDeg: 87.5 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
  // The frame contains 21.6 knots.
  expect(fix?.speedKph).toBeCloseTo(40.0032, 9);
  expect(messages[1]?.fix).toMatchObject({ time: new Date('2026-03-22T10:16:00Z'), speedKph: 0 });
});

test('a command result is passed on', () => {
  expect(decode(FRAMES.outcome)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'reply', text: 'mode=Success' }],
  });
  expect(decode(FRAMES.nameless)).toMatchObject({ identities: [], messages: [{ text: 'mode=Success' }] });
});

test('other headers, an unknown type and a truncated message are faults', () => {
  expect(decode(report('R9', '1+2'))).toMatchObject({ identities: ['356000000000013'], messages: [] });
  const wrong = [asciiBytes('*HQ,356000000000013,V1#'), asciiBytes('356000000000013$101530.00,A')];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
  const elsewhere = report('R0', '9+260322101530+-94.9055+-56.1913+40.5+87+2+3744+113');
  expect(decode(elsewhere).messages[0]).toMatchObject({ fix: null, attributes: { satellites: 9, batteryV: 3.744 } });
});
