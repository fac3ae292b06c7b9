import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newTelicDecoder } from './decoder.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newTelicDecoder().decode(frame);

test('a position has four decimals, in newer devices six', () => {
  const fix = {
    time: new Date('2026-03-22T10:15:28Z'),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12,
    speedKph: 40,
    courseDeg: 87,
  };
  const deviceTime = new Date('2026-03-22T10:15:30Z');
  const attributes = { satellites: 9, hdop: 2, odometerM: 125_037, input1: false, input2: true };
  expect(decode(FRAMES.place)).toMatchObject({
    identities: ['284951'],
    messages: [{ deviceTime, fix, attributes: { ...attributes, event: 98 } }],
    replies: [],
  });
  expect(decode(FRAMES.fine)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ deviceTime, fix, attributes: { ...attributes, event: 25, alarm: ['movement'] } }],
  });
});

test('without a fix it repeats the last position', () => {
  expect(decode(FRAMES.none).messages[0]).toMatchObject({ fix: { valid: false }, attributes: { event: 6 } });
});

test('a login identifies the device, settings are ignored, and other texts are faults', () => {
  expect(decode(FRAMES.login)).toMatchObject({ identities: ['970613'], messages: [{ kind: 'login' }] });
  expect(decode(FRAMES.settings)).toMatchObject({ messages: [] });
  expect(decode(asciiBytes('hello')).fault).toContain('no message');
});
