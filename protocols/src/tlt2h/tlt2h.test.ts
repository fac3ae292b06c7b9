import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newTlt2hDecoder } from './decoder.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newTlt2hDecoder().decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];

test('a position has coordinates, time, speed, motion and battery in thousandths', () => {
  const { identities, messages } = decode(FRAMES.plain);
  expect(identities).toEqual(['356000000000013']);
  expect(messages[0]?.fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, lat: -34.9055 });
  expect(messages[0]?.fix?.speedKph).toBeCloseTo(21.6 * 1.852, 9);
  expect(messages[0]?.attributes).toEqual({ event: 'AUTO', ignition: true, batteryV: 4.106 });
});

test('MT600 has door, voltage and temperature in tenths', () => {
  expect(first(FRAMES.volts)?.attributes).toEqual({
    event: 'AUTOLOW',
    ignition: false,
    door: true,
    analog1V: 0.2,
    powerV: 13.9,
    batteryV: 4.1,
    temperature1C: 21.5,
  });
});

test('several positions come with the battery of each', () => {
  const { messages } = decode(FRAMES.several);
  expect(messages.map(({ fix }) => fix?.time.getUTCMinutes())).toEqual([15, 16]);
  expect(messages.map(({ attributes }) => attributes.batteryV)).toEqual([3.8, 3.9]);
  expect(messages[1]?.attributes.alarm).toEqual(['sos']);
});

test('the model may be missing, and the header may have two lines', () => {
  expect(first(FRAMES.empty)?.attributes).toEqual({ event: 'AUTOSTOP', ignition: false });
  const parted = textOf(FRAMES.empty).replace('##0000', '#\r\n#0000');
  expect(decode(asciiBytes(parted))).toEqual(decode(FRAMES.empty));
});

test('Wi-Fi networks are not a position', () => {
  expect(first(FRAMES.networks)).toEqual({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    fix: null,
    attributes: { event: 'TOWED', alarm: ['tow'], batteryV: 4.502, wifi: ['7683C2CBC0B0,-50', '7683C29BC0B0,-51'] },
  });
});

test('other texts are faults', () => {
  expect(decode(asciiBytes('#12#MT#0000#AUTO#1\r\n#$GPRMC,1*00\r\n##')).fault).toContain('no message');
  expect(decode(asciiBytes(textOf(FRAMES.plain).replace('101530', '251530'))).messages[0]?.fix).toBeNull();
});
