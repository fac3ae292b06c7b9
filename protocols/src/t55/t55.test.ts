import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newT55Decoder } from './t55.ts';
import { FRAMES } from './samples.fixture.ts';

const NOW = new Date('2026-03-22T10:20:00Z');
const ID = '356000000000013';
const decode = (...frames: Uint8Array[]) => {
  const decoder = newT55Decoder(() => NOW);
  return frames.map((frame) => decoder.decode(frame));
};
const first = (frame: Uint8Array) => decode(frame)[0]?.messages[0];

describe('a sentence', () => {
  test('RMC has coordinates, time and speed', () => {
    const message = first(FRAMES.place);
    // 34°54.33' is 34 + 54.33 / 60; 21.6 knots are 21.6 · 1.852 km/h.
    expect(message?.fix).toMatchObject({ valid: true, lat: -34.9055, courseDeg: 87 });
    expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(message?.fix?.speedKph).toBeCloseTo(40.0032, 9);
  });

  test("GGA has no date: it is today's, or yesterday's if that is nearer", () => {
    expect(first(FRAMES.data)).toMatchObject({
      fix: { time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: 12.5 },
      attributes: { satellites: 9, hdop: 0.9 },
    });
    const late = asciiBytes('$GPGGA,235959.00,3454.3300,S,05611.4780,W,0,00,,,M,,M,,*6F\r\n');
    expect(first(late)?.fix).toMatchObject({ time: new Date('2026-03-21T23:59:59Z'), valid: false, altitudeM: null });
  });

  test('GGA and GLL at the time of an RMC give no second position', () => {
    const [, data, line] = decode(
      FRAMES.place,
      FRAMES.data,
      asciiBytes('$GNGLL,3454.3300,S,05611.4780,W,101530.00,A,A*77'),
    );
    expect(data?.messages).toMatchObject([{ fix: null, attributes: { satellites: 9 } }]);
    expect(line?.messages).toEqual([]);
    expect(first(FRAMES.alone)?.fix?.time.toISOString()).toBe('2026-03-22T10:16:00.000Z');
  });

  test('may have the identity before it or after it', () => {
    const [withIdentity, tail] = decode(FRAMES.withIdentity, FRAMES.tail);
    expect(withIdentity).toMatchObject({ identities: [ID], messages: [{ fix: { valid: false } }] });
    expect(tail).toMatchObject({
      identities: [ID],
      messages: [{ attributes: { satellites: 11, ignition: true, fuelPercent: 90, batteryPercent: 86, io1: '1' } }],
    });
  });

  test('of u-blox has speed in km/h, and the identity', () => {
    expect(decode(FRAMES.uBlox)[0]).toMatchObject({
      identities: ['01012'],
      messages: [
        { fix: { speedKph: 40, altitudeM: 12.5 }, attributes: { satellites: 24, hdop: 0.88, accuracyM: 4.1 } },
      ],
    });
  });

  test('without a position is no report, and one without any data a fault', () => {
    expect(first(asciiBytes('$GPRMC,101530.00,V,,,,,,,220326,,,N*53'))).toBeUndefined();
    expect(decode(asciiBytes('$GPGSV,3,1,11,03,03,111,00*74'))[0]).toMatchObject({ messages: [] });
    expect(decode(asciiBytes('GET / HTTP/1.1'))[0]?.fault).toContain('neither');
    const sentence = '$GPRMC,101530.00,A,3454.3300,S,05611.4780,W,0.00,0.00,220326,,,A';
    expect(decode(asciiBytes(sentence))[0]?.fault).toContain('checksum');
    expect(decode(asciiBytes(`>0002<${sentence}*4A`))[0]?.fault).toContain('no identity');
  });
});

test.each(['$PGID,356000000000013*0F', '$DEVID,356000000000013*41', 'IMEI 356000000000013', '356000000000013'])(
  '%s identifies the device',
  (line) => {
    expect(decode(asciiBytes(line))[0]).toMatchObject({ identities: [ID], messages: [{ kind: 'login' }] });
  },
);

test.each([
  ['a phone', FRAMES.phone, { altitudeM: 12.5 }, { batteryV: 4.1 }],
  ['QZE', FRAMES.qze, { speedKph: 40, courseDeg: 87 }, { ignition: true, event: 35 }],
  ['a messenger', FRAMES.messenger, { speedKph: 40, courseDeg: 87 }, { satellites: 5 }],
])('%s is a line of its own', (_, frame, fix, attributes) => {
  const message = first(frame);
  expect(message).toMatchObject({ fix: { valid: true, lat: -34.9055, lon: -56.1913, ...fix }, attributes });
  expect(message?.fix?.time.toISOString()).toMatch(/^2026-03-22T10:15:30/);
});

test('all lines of a datagram are read', () => {
  const [decoded] = decode(Buffer.concat([FRAMES.login, FRAMES.place]));
  expect(decoded).toMatchObject({ identities: [ID], messages: [{ kind: 'login' }, { kind: 'report' }] });
});
