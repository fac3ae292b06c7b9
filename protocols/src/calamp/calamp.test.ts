import { describe, expect, test } from 'vitest';
import { fromHex } from '../tools/bytes.ts';
import { newCalampDecoder } from './calamp.ts';
import { FRAMES } from './samples.fixture.ts';

const ID = '356000000000013';
const AT = new Date('2026-03-22T10:15:30Z');
const WHERE = { time: AT, valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12, courseDeg: 87 };
const decode = (frame: Uint8Array) => newCalampDecoder().decode(frame);

describe('a report', () => {
  test('of an event has coordinates, time, speed, inputs, event and counters', () => {
    const { identities, messages } = decode(FRAMES.event);
    expect(identities).toEqual([ID]);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    // 1,111 cm/s are 39.996 km/h.
    expect(messages[0]?.fix?.speedKph).toBeCloseTo(39.996, 9);
    expect(messages[0]?.attributes).toMatchObject({
      satellites: 11,
      // 0xff9f is -97.
      rssi: -97,
      hdop: 0.7,
      ignition: true,
      input1: false,
      input2: true,
      event: 42,
      counter0: 125_037,
    });
    expect(messages[0]?.attributes.counter1).toBeUndefined();
  });

  test('from the log is marked so, as are an old fix, an antenna that is off and counters with a threshold', () => {
    const [message] = decode(FRAMES.stored).messages;
    expect(message?.fix).toMatchObject({ ...WHERE, valid: true });
    expect(message?.attributes).toMatchObject({
      archived: true,
      lastKnown: true,
      ignition: false,
      alarm: ['gpsAntennaCut'],
      event: 11,
      counter0: 9,
    });
  });

  test('that was polled may have no fix', () => {
    expect(decode(FRAMES.locate).messages).toMatchObject([{ kind: 'report', fix: { ...WHERE, valid: false } }]);
  });

  test('in the mini form has the same fields', () => {
    const [message] = decode(FRAMES.mini).messages;
    expect(message?.fix).toEqual({ ...WHERE, altitudeM: null, speedKph: 40 });
    expect(message?.attributes).toMatchObject({ satellites: 11, ignition: true, event: 0x33, counter0: 0x301 });
  });
});

test('text messages are passed on with their position, application data counts as a report', () => {
  expect(decode(FRAMES.user).messages).toMatchObject([{ kind: 'reply', text: 'OK', fix: WHERE }]);
  expect(decode(FRAMES.application).messages).toMatchObject([{ kind: 'report', fix: WHERE }]);
});

test('identities of any length are read, also without any other data', () => {
  expect(decode(FRAMES.alive)).toMatchObject({ identities: ['4764358634'], messages: [{ kind: 'heartbeat' }] });
  expect(decode(FRAMES.identity).messages).toMatchObject([{ kind: 'login' }]);
  expect(decode(FRAMES.answer).messages).toMatchObject([{ kind: 'reply', text: 'done' }]);
});

test('requests are acknowledged once stored, by their number and type', () => {
  expect(decode(FRAMES.event).replies).toEqual([{ when: 'stored', bytes: fromHex('02010107020000000000') }]);
  expect(decode(FRAMES.mini).replies).toEqual([{ when: 'stored', bytes: fromHex('0201010a0a0000000000') }]);
  expect(decode(FRAMES.application).replies).toEqual([]);
});

test('an unknown type is reported and not acknowledged', () => {
  expect(decode(fromHex('01630001') ?? new Uint8Array())).toMatchObject({
    messages: [],
    replies: [],
    unknownType: '0x63',
  });
});
