import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newV680Decoder } from './decoder.ts';
import { FRAMES } from './samples.fixture.ts';
import { v680 } from './v680.ts';

const decode = (frame: Uint8Array) => newV680Decoder().decode(frame);

test('a position is in minutes or in degrees', () => {
  for (const frame of [FRAMES.place, FRAMES.degrees]) {
    const { identities, messages } = decode(frame);
    expect(identities).toEqual(['356000000000013']);
    expect(messages[0]?.fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, courseDeg: 87 });
    expect(messages[0]?.fix?.lat).toBeCloseTo(-34.9055, 9);
    expect(messages[0]?.fix?.lon).toBeCloseTo(-56.1913, 9);
    expect(messages[0]?.fix?.speedKph).toBeCloseTo(21.6 * 1.852, 9);
  }
  expect(decode(FRAMES.place).messages[0]?.attributes).toEqual({ event: 'SOS', alarm: ['sos'] });
  expect(decode(FRAMES.degrees).messages[0]?.attributes).toEqual({ event: 'AUT' });
});

test('without a fix it repeats the last position', () => {
  expect(decode(FRAMES.none).messages[0]?.fix).toMatchObject({ valid: false, lat: -34.9055 });
});

test('one frame may have several positions', () => {
  expect(decode(FRAMES.two).messages.map(({ fix }) => fix?.time.getUTCMinutes())).toEqual([15, 16]);
});

test('the IMEI alone is a login, also before a frame without a phone number', () => {
  expect(decode(FRAMES.login)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'login' }] });
  const frames = v680.newFramer().push(Buffer.concat([FRAMES.login, FRAMES.none, FRAMES.place]));
  expect(frames.map(textOf)).toEqual([FRAMES.login, FRAMES.none, FRAMES.place].map(textOf));
});

test('other texts are faults', () => {
  expect(decode(asciiBytes('#12##')).fault).toContain('no message');
});

test('neither a zero date nor a missing position loses the identity and the alarm', () => {
  for (const text of [
    textOf(FRAMES.place).replace('#220326#101530', '#000000#000000'),
    textOf(FRAMES.place).replace('#220326', '#320326'),
    '#356000000000013##1#0000#SOS#1#72403##',
  ])
    expect(decode(asciiBytes(text))).toMatchObject({
      identities: ['356000000000013'],
      messages: [{ deviceTime: null, fix: null, attributes: { event: 'SOS', alarm: ['sos'] } }],
    });
  const nowhere = textOf(FRAMES.none).replace('05611.4780,W,3454.3300,S', '00000.0000,E,0000.0000,N');
  expect(decode(asciiBytes(nowhere)).messages[0]?.fix).toMatchObject({ valid: false, lat: 0, lon: 0 });
});
