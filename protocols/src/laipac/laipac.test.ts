import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newLaipacDecoder } from './laipac.ts';
import { FRAMES, sentence } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newLaipacDecoder().decode(frame);

test('a position has coordinates, time, speed and measurements', () => {
  const { identities, messages, replies } = decode(FRAMES.position);
  const [message] = messages;
  expect(identities).toEqual(['356000000000013']);
  expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(message?.fix).toMatchObject({ valid: true, courseDeg: 87.12 });
  expect(message?.fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(message?.fix?.speedKph).toBeCloseTo(40.0032, 9);
  expect(message?.attributes).toMatchObject({ batteryV: 3.727, odometerM: 17_000, analog1V: 1.2, event: '0' });
  expect(replies).toEqual([]);
});

test.each([
  ['3', 'sos'],
  ['5', 'powerCut'],
  ['6', 'overspeed'],
  ['8', 'vibration'],
  ['H', 'powerOff'],
  ['T', 'tampering'],
  ['X', 'geofenceEnter'],
  ['4', 'geofenceExit'],
  ['Y', 'tow'],
  ['Z', 'lowBattery'],
])('event %s raises %s', (event, alarm) => {
  const content = `AVRMC,1,101530,A,3454.3300,S,05611.4780,W,0.00,0.00,220326,${event},4076,167,1,0,0`;
  expect(decode(sentence(content)).messages[0]?.attributes.alarm).toEqual([alarm]);
});

test('requests for acknowledgement are answered once stored, and the alarm is reset', () => {
  const { messages, replies } = decode(FRAMES.emergency);
  expect(messages[0]?.attributes).toMatchObject({ alarm: ['sos'], batteryV: 4.076 });
  const texts = replies.map(({ bytes }) => new TextDecoder().decode(bytes));
  expect(replies.map(({ when }) => when)).toEqual(['stored', 'stored']);
  expect(texts[0]).toMatch(/^\$EAVACK,3,[0-9A-F]{2}\*[0-9A-F]{2}\r\n$/);
  expect(texts[1]).toMatch(/^\$AVCFG,00000000,d\*[0-9A-F]{2}\r\n$/);
});

test('letters A to D are two inputs', () => {
  expect(decode(FRAMES.inputs).messages[0]).toMatchObject({
    fix: { valid: false },
    attributes: { input1: true, input2: false },
  });
});

test('a device logs in with its sentences, and its checksum is echoed', () => {
  expect(decode(FRAMES.system).messages[0]).toMatchObject({ kind: 'login', attributes: { firmware: 'V1.50' } });
  expect(decode(FRAMES.card).messages[0]).toMatchObject({ attributes: { iccid: '8931086013104404999' } });
  // By the maker's example: the checksum for 99999999 is 35.
  expect(decode(asciiBytes('$ECHK,99999999,0*35\r\n'))).toMatchObject({
    messages: [{ kind: 'heartbeat' }],
    replies: [{ when: 'now', bytes: asciiBytes('$ECHK,99999999,0*35\r\n') }],
  });
  expect(sentence('ECHK,99999999,0')).toEqual(asciiBytes('$ECHK,99999999,0*35\r'));
  expect(decode(FRAMES.answer).messages[0]).toMatchObject({ kind: 'reply', text: 'AVCFG,356000000000013,OK' });
});

test('commands are sentences', () => {
  const { encode } = newLaipacDecoder();
  expect(new TextDecoder().decode(encode({ kind: 'locate' }) ?? undefined)).toMatch(
    /^\$AVREQ,00000000,1\*[0-9A-F]{2}\r\n$/,
  );
  expect(encode({ kind: 'text', text: '$ECHK,99999999,0' })).toEqual(asciiBytes('$ECHK,99999999,0*35\r\n'));
  expect(encode({ kind: 'engineStop' })).toBeNull();
});
