import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newGotopDecoder, gotop } from './gotop.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newGotopDecoder().decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];

test('a position has coordinates, time, speed, battery and signal', () => {
  expect(decode(FRAMES.place)).toEqual({
    identities: ['356000000000013'],
    messages: [
      {
        kind: 'report',
        deviceTime: new Date('2026-03-22T10:15:30Z'),
        fix: {
          time: new Date('2026-03-22T10:15:30Z'),
          valid: true,
          lat: -34.9055,
          lon: -56.1913,
          altitudeM: 59.5,
          speedKph: 40,
          courseDeg: 0,
        },
        attributes: { event: 'CMD-T', batteryPercent: 95, rssi: 70, hdop: 0.9 },
      },
    ],
    replies: [],
  });
});

test('older devices write no names', () => {
  expect(first(FRAMES.old)).toMatchObject({
    fix: { valid: false, lat: -34.9055, lon: -56.1913, speedKph: 40, altitudeM: null },
    attributes: { batteryPercent: 90, rssi: 24 },
  });
});

test('fences and the ignition key raise alarms', () => {
  expect(first(FRAMES.fence)?.attributes.alarm).toEqual(['geofenceEnter']);
  const left = asciiBytes(textOf(FRAMES.fence).replace('ALM-B1', 'ALM-B2'));
  expect(first(left)?.attributes.alarm).toEqual(['geofenceExit']);
  expect(first(FRAMES.switches)?.attributes).toEqual({
    event: 'CMD-KEY',
    alarm: ['sos'],
    batteryPercent: 81,
    rssi: 26,
  });
});

test('a message without a position is a heartbeat; other texts are faults, invalid degrees are not a position', () => {
  expect(decode(FRAMES.alive)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'heartbeat' }] });
  expect(decode(asciiBytes('hello#')).fault).toContain('no message');
  expect(decode(asciiBytes(textOf(FRAMES.place).replace('000S', '0000'))).messages[0]).toMatchObject({ fix: null });
});

test('"#" may stand at both ends', () => {
  const stream = asciiBytes(`#${textOf(FRAMES.alive)}#${textOf(FRAMES.fence)}`);
  expect(gotop.newFramer().push(stream).map(textOf)).toEqual([FRAMES.alive, FRAMES.fence].map(textOf));
});
