import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newPt502Decoder, newPt502Framer } from './pt502.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newPt502Decoder().decode(frame);

test('a position has coordinates, time, speed and state', () => {
  const { identities, messages } = decode(FRAMES.position);
  const [message] = messages;
  expect(identities).toEqual(['356000000000013']);
  expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(message?.fix).toMatchObject({ valid: true, courseDeg: 87.12 });
  expect(message?.fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(message?.fix?.speedKph).toBeCloseTo(40.0032, 9);
  expect(message?.attributes).toMatchObject({
    input1: false,
    input2: true,
    output5: true,
    analog1: 0x270,
    analog4: 0x1f8,
    odometerM: 125_037,
    driverTag: '0012345678',
    batteryPercent: 100,
    rssi: 13,
    satellites: 9,
  });
});

test.each([
  ['IN1', 'sos'],
  ['TOW', 'tow'],
  ['HDA', 'hardAcceleration'],
  ['HDB', 'hardBraking'],
  ['FDA', 'fatigueDriving'],
  ['SKA', 'vibration'],
  ['PMA', 'movement'],
  ['CPA', 'powerCut'],
  ['GOF', 'geofence'],
])('%s raises %s', (reason, alarm) => {
  const text = new TextDecoder().decode(FRAMES.position).replace('POS', reason);
  expect(decode(asciiBytes(text)).messages[0]?.attributes).toMatchObject({ event: reason, alarm: [alarm] });
});

test('without speed, course and levels the other fields are read', () => {
  const message = decode(FRAMES.invalid).messages[0];
  expect(message?.fix).toMatchObject({ valid: false, speedKph: 0, courseDeg: 0 });
  expect(message?.attributes).toMatchObject({ odometerM: 1_677_600 });
});

test('photo bytes are not text, and the next message is found', () => {
  const frames = newPt502Framer().push(concat(FRAMES.photograph, asciiBytes('\r\n'), FRAMES.position));
  expect(frames).toEqual([FRAMES.photograph, FRAMES.position]);
  expect(decode(FRAMES.photograph)).toMatchObject({ messages: [], replies: [] });
});

test('five bytes of the line below are skipped', () => {
  const envelope = Uint8Array.of(0xbf, 0, 0, 0x64, 0);
  expect(newPt502Framer().push(concat(envelope, FRAMES.position))).toEqual([FRAMES.position]);
});

test('commands', () => {
  const { encode } = newPt502Decoder();
  expect(encode({ kind: 'engineStop' })).toEqual(asciiBytes('#OPC1,1\r\n'));
  expect(encode({ kind: 'engineResume' })).toEqual(asciiBytes('#OPC1,0\r\n'));
  expect(encode({ kind: 'text', text: '#SPD080' })).toEqual(asciiBytes('#SPD080\r\n'));
  expect(encode({ kind: 'locate' })).toBeNull();
});
