import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { oko } from './oko.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => oko.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time, voltage and inputs', () => {
  expect(decode(FRAMES.withIdentity).identities).toEqual(['356000000000013']);
  const fix = first(FRAMES.withIdentity)?.fix;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, courseDeg: 87.5 });
  // The frame contains 34°54.33' and 56°11.478'; 21.6 knots.
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
  expect(fix?.speedKph).toBeCloseTo(40.0032, 9);
  // 0x82: the second and the eighth input.
  expect(first(FRAMES.withIdentity)?.attributes).toMatchObject({
    satellites: 7,
    analog1V: 0.27,
    event: 0xf9,
    powerV: 12.4,
    input1: false,
    input2: true,
    input8: true,
  });
  expect(first(FRAMES.short)?.attributes.input1).toBeUndefined();
});

test('later messages omit the identity, and older devices write tenths of volts in hexadecimal', () => {
  expect(decode(FRAMES.nameless)).toMatchObject({ identities: [], messages: [{ attributes: { powerV: 14.1 } }] });
  // 0x5c is 92, 0x7a is 122.
  expect(first(FRAMES.hexadecimal)?.attributes).toMatchObject({ analog1V: 9.2, powerV: 12.2 });
});

test('without a position the other fields are still read', () => {
  expect(first(FRAMES.blind)).toMatchObject({ fix: null, attributes: { powerV: 12.4 } });
});

test('a stream is framed by the brackets', () => {
  const both = asciiBytes(textOf(FRAMES.withIdentity) + textOf(FRAMES.nameless));
  expect(oko.newFramer().push(both).map(textOf)).toEqual([textOf(FRAMES.withIdentity), textOf(FRAMES.nameless)]);
});

test('another header and a truncated message are faults', () => {
  for (const wrong of ['356000000000013,1', '{356000000000013,101530'])
    expect(decode(asciiBytes(wrong)).fault).toBeDefined();
});

test.each(['', 'zz'])('a voltage of "%s" is dropped, and the rest of the message counts', (volts) => {
  const message = decode(asciiBytes(textOf(FRAMES.withIdentity).replace('0.27', volts))).messages[0];
  expect(message?.fix?.valid).toBe(true);
  expect(Object.keys(message?.attributes ?? {})).not.toContain('analog1V');
  expect(message?.attributes.powerV).toBeGreaterThan(0);
});

test('a message without a date keeps its coordinates and inputs', () => {
  const [message] = decode(
    asciiBytes('{356000000000013,101530.000,A,3454.3300,S,05611.4780,W,0,0,000000,07,0.27,F9,12.4,1,82}'),
  ).messages;
  expect(message).toMatchObject({ deviceTime: null, fix: null, attributes: { powerV: 12.4, input2: true } });
  expect(message?.coordinates?.lat).toBeCloseTo(-34.9055, 6);
});
