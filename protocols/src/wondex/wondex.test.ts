import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newWondexDecoder } from './wondex.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newWondexDecoder().decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];

test('a position has coordinates, time and speed', () => {
  expect(decode(FRAMES.none)).toEqual({
    identities: ['2000000013'],
    messages: [
      {
        kind: 'report',
        deviceTime: new Date('2026-03-22T10:15:30Z'),
        fix: {
          time: new Date('2026-03-22T10:15:30Z'),
          valid: false,
          lat: -34.9055,
          lon: -56.1913,
          altitudeM: 12,
          speedKph: 40,
          courseDeg: 87,
        },
        attributes: { satellites: 0, event: 2 },
      },
    ],
    replies: [],
  });
});

test.each([
  ['kilometres', FRAMES.place, { odometerM: 125_000, inputs: 1, analog1: 3.75, analog2: 0.5, outputs: 2 }],
  ['volts of the battery', FRAMES.battery, { batteryV: 3.9, inputs: 0 }],
  ['inputs', FRAMES.inputs, { inputs: 1325, analog1: 125.4, analog2: 10.5, outputs: 0 }],
])('its end depends on the settings: %s', (_, frame, attributes) => {
  expect(first(frame)).toMatchObject({ fix: { valid: true }, attributes });
});

const changed = (from: string, to: string) => first(asciiBytes(textOf(FRAMES.place).replace(from, to)));

test('an unreadable field only loses that field', () => {
  expect(changed(',40,', ',fast,')).toMatchObject({ fix: { lat: -34.9055, speedKph: 0 }, attributes: { inputs: 1 } });
  expect(changed('3.75', '?')?.attributes).toMatchObject({ odometerM: 125_000, analog2: 0.5 });
  expect(changed('20260322101530', '20261322101530')).toMatchObject({
    deviceTime: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
  });
});

test('a heartbeat is echoed', () => {
  expect(decode(FRAMES.alive)).toMatchObject({
    identities: ['2000000013'],
    messages: [{ kind: 'heartbeat' }],
    replies: [{ when: 'now', bytes: FRAMES.alive }],
  });
});

test('a command reply is passed on, and other texts are faults', () => {
  expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: '$OK:VER=VT300 5.02' });
  expect(decode(asciiBytes('hello')).fault).toContain('no message');
  expect(decode(asciiBytes(textOf(FRAMES.none).replace(',2\r', ',2,11,15,0.096,0.000\r'))).fault).toContain('no end');
  expect(
    decode(asciiBytes(textOf(FRAMES.none).replace('20260322', '20261322').replace('87', 'x'))).fault,
  ).toBeDefined();
});

test('commands are lines of the manufacturer', () => {
  const decoder = newWondexDecoder();
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes('$WP+GETLOCATION=0000\r\n'));
  expect(decoder.encode({ kind: 'text', text: '$WP+IMEI=0000' })).toEqual(asciiBytes('$WP+IMEI=0000\r\n'));
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
});
