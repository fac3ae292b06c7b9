import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { c2stek } from './c2stek.ts';
import { FRAMES, message, PLACE } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => c2stek.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position says who, where, when, battery and switches', () => {
  expect(decode(FRAMES.driving)).toMatchObject({ identities: ['356000000000013'], replies: [] });
  expect(first(FRAMES.driving)).toEqual({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    fix: {
      time: new Date('2026-03-22T10:15:30Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12.1,
      speedKph: 42.5,
      courseDeg: 87.5,
    },
    attributes: { batteryV: 4.183, armed: true, door: false, ignition: true },
  });
});

test('an older one does not say whether it is armed, and without a fix the place is an old one', () => {
  const { fix, attributes } = first(FRAMES.older) ?? {};
  expect(fix).toMatchObject({ valid: false, lat: 34.9055, lon: 56.1913 });
  expect(attributes).toEqual({ alarm: ['sos'], door: false, ignition: true });
  const zeros = textOf(FRAMES.older).replace('+34.90550#+56.19130', '+0.00000#+0.00000');
  expect(first(asciiBytes(zeros))?.fix).toBeNull();
});

test.each([
  ['2', 'vibration'],
  ['3', 'powerCut'],
  ['4', 'overspeed'],
  ['6', 'door'],
  ['A', 'lowBattery'],
  ['B', 'fault'],
])('the code %s raises %s', (code, alarm) => {
  expect(first(message(`${PLACE}#4183#000#${code}#101`))?.attributes.alarm).toEqual([alarm]);
});

test('a code whose meaning is not known raises nothing', () => {
  expect(first(message(`${PLACE}#4183#000#9#101`))?.attributes.alarm).toBeUndefined();
});

test('a sign of life gets itself back at once', () => {
  const { identities, messages, replies } = decode(FRAMES.alive);
  expect([identities, messages[0]?.kind]).toEqual([['356000000000013'], 'heartbeat']);
  expect(replies.map(({ when, bytes }) => [when, textOf(bytes)])).toEqual([['now', 'PA$356000000000013$20$AP']]);
});

test('other text and a message of nobody are faults', () => {
  const wrong = [asciiBytes('PA$AP'), message('20', 'me')];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('a tail of switches that cannot be read, or that is short, costs the switches alone', () => {
  for (const tail of ['#4183#000#0#2', '#4183#000#0', '#4183'])
    expect(first(message(`${PLACE}${tail}`))).toMatchObject({ fix: { valid: true }, attributes: { batteryV: 4.183 } });
});

test('an SOS without a date has its coordinates, and a content that nobody knows is reported as such', () => {
  const text = 'D#000000#000000#1#-34.90550#-56.19130#0.00#0#12.1#4183#000#5#101';
  expect(decode(message(text)).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
    attributes: { alarm: ['sos'], batteryV: 4.183 },
  });
  expect(decode(message('77#1#2'))).toMatchObject({ identities: ['356000000000013'], unknownType: '77', replies: [] });
});
