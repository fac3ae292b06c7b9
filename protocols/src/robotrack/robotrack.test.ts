import { expect, test } from 'vitest';
import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newRobotrackFramer } from './framer.ts';
import { robotrack } from './robotrack.ts';
import { frame, FRAMES, login, POSITION, STATE, withSum } from './samples.fixture.ts';
import { sum } from './sum.ts';

const decode = (bytes: Uint8Array) => robotrack.newDecoder('tcp').decode(bytes);

test('a login identifies the device and is answered', () => {
  expect(decode(FRAMES.login)).toEqual({
    identities: ['356000000000013'],
    messages: [{ kind: 'login', deviceTime: null, fix: null, attributes: {} }],
    replies: [{ when: 'now', bytes: fromHex('800166') }],
  });
});

test('a satellite position has coordinates, time, speed and device state', () => {
  expect(decode(FRAMES.satellites).messages).toEqual([
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
        courseDeg: 0,
      },
      attributes: {
        satellites: 9,
        rssi: 3,
        motion: true,
        charging: true,
        input1: true,
        input2: false,
        input3: false,
        input4: true,
        // The battery is at six of seven steps.
        batteryPercent: 86,
        deviceTemperatureC: -5,
        adc1: 0x166,
        adc2: 0,
        adc3: 0xf28,
      },
    },
  ]);
});

test('without satellites it has the cell', () => {
  expect(decode(FRAMES.network).messages).toMatchObject([
    {
      fix: null,
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      attributes: { mcc: 748, mnc: 1, lac: 1050, cellId: 16_928, batteryPercent: 86 },
    },
  ]);
});

test('the checksum is a CRC of eight bits', () => {
  expect(sum(asciiBytes('123456789'), 0, 9)).toBe(0xfb);
});

test('a stream is framed by types and checksums; photos are skipped', () => {
  const framer = newRobotrackFramer();
  const stream = concat(Uint8Array.of(0x80, 1, 2), FRAMES.picture, FRAMES.satellites);
  expect(framer.push(stream)).toEqual([FRAMES.picture, FRAMES.satellites]);
  expect(framer.garbageBytes).toBe(3);
  expect(decode(FRAMES.picture)).toEqual({ identities: [], messages: [], replies: [] });
});

test('a wrong checksum, a missing identity, a truncated message and an invalid position are faults', () => {
  const wrong = [
    FRAMES.satellites.with(3, 0),
    login('35600000000001x'),
    FRAMES.picture.with(4, 9),
    frame(`03 ${POSITION}`),
    frame(`03 ${POSITION.replace('6462ebfd', '00000080')} ${STATE}`),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('bytes that may each begin a photo chunk take one pass', () => {
  const framer = newRobotrackFramer();
  // 0x0707 bytes and eight around them: 1807, all of which were once summed for each byte.
  expect(framer.push(new Uint8Array(65_536).fill(7))).toHaveLength(36);
  expect(framer.pendingBytes).toBe(65_536 - 36 * 1807);
});

test('a photo chunk of more than 255 bytes is skipped', () => {
  const part = withSum(concat(Uint8Array.of(7, 0x2c, 1), new Uint8Array(300 + 4)));
  expect(newRobotrackFramer().push(concat(part, FRAMES.satellites))).toEqual([part, FRAMES.satellites]);
});
