import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { c2stek } from './c2stek.ts';
import { FRAMES, message, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => c2stek.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, battery and switches', () => {
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

test('an older format has no armed state, and without a fix the position is an old one', () => {
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
  expect(first(message(`${POSITION}#4183#000#${code}#101`))?.attributes.alarm).toEqual([alarm]);
});

test('an unknown code raises no alarm', () => {
  expect(first(message(`${POSITION}#4183#000#9#101`))?.attributes.alarm).toBeUndefined();
});

test('a heartbeat is echoed at once', () => {
  const { identities, messages, replies } = decode(FRAMES.alive);
  expect([identities, messages[0]?.kind]).toEqual([['356000000000013'], 'heartbeat']);
  expect(replies.map(({ when, bytes }) => [when, textOf(bytes)])).toEqual([['now', 'PA$356000000000013$20$AP']]);
});

test('other text and a message without an identity are faults', () => {
  const wrong = [asciiBytes('PA$AP'), message('20', 'me')];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an unreadable or short list of switches only loses the switches', () => {
  for (const tail of ['#4183#000#0#2', '#4183#000#0', '#4183'])
    expect(first(message(`${POSITION}${tail}`))).toMatchObject({
      fix: { valid: true },
      attributes: { batteryV: 4.183 },
    });
});

test('an SOS without a date keeps its coordinates, and an unknown content is reported as unknown', () => {
  const text = 'D#000000#000000#1#-34.90550#-56.19130#0.00#0#12.1#4183#000#5#101';
  expect(decode(message(text)).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
    attributes: { alarm: ['sos'], batteryV: 4.183 },
  });
  expect(decode(message('77#1#2'))).toMatchObject({ identities: ['356000000000013'], unknownType: '77', replies: [] });
});
