import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newBoxDecoder } from './box.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newBoxDecoder().decode(frame);

test('a header identifies the device', () => {
  expect(decode(FRAMES.head)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'login' }] });
});

test('a position has time, coordinates, ignition, motion and temperature', () => {
  expect(decode(FRAMES.place).messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      fix: {
        time: new Date('2026-03-22T10:15:30Z'),
        valid: true,
        lat: -34.9055,
        lon: -56.1913,
        altitudeM: null,
        speedKph: 40,
        courseDeg: 87,
      },
      attributes: { event: 1, ignition: true, motion: true, tripM: 125_040, temperature1C: 34.2 },
    },
  ]);
});

test('bit 2 of the state means no fix', () => {
  // 20 is 10100.
  expect(decode(FRAMES.repeated).messages[0]).toMatchObject({ fix: { valid: false }, attributes: { ignition: false } });
});

test('the end is answered with its number once all is stored', () => {
  expect(decode(FRAMES.end)).toEqual({
    identities: [],
    messages: [],
    replies: [{ when: 'stored', bytes: asciiBytes('A,12\r\n') }],
  });
});

test('other lines are faults', () => {
  expect(decode(asciiBytes('X,1')).fault).toContain('no line');
  expect(decode(asciiBytes('H,ATL,356000000000013,02,0981')).fault).toContain('nobody');
});

test('an invalid time or number only loses itself', () => {
  expect(decode(asciiBytes('L,260322251530,G,1,2,0,0,0,1,1')).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: 1, lon: 2 },
    attributes: { ignition: true },
  });
  expect(decode(asciiBytes('L,260322101530,G,1,2,?,0,0,1,1')).messages[0]?.fix).toMatchObject({ lat: 1, speedKph: 0 });
});
