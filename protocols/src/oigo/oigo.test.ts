import { expect, test } from 'vitest';
import { newOigoDecoder } from './oigo.ts';
import { BEFORE, bytes, FRAMES, IMEI, POSITION, newerFrame } from './samples.fixture.ts';

const decode = (frame: Uint8Array, now = new Date('2026-03-22T10:16:00Z')) => newOigoDecoder(() => now).decode(frame);

const year = (now: string) => decode(FRAMES.older, new Date(now)).messages[0]?.fix?.time.getUTCFullYear();

test('an older device has identity, coordinates, time, voltage, signal and odometer', () => {
  expect(decode(FRAMES.older).identities).toEqual([IMEI]);
  const [{ fix, attributes } = { fix: null }] = decode(FRAMES.older).messages;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, courseDeg: 87 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(fix?.altitudeM).toBeCloseTo(30.48, 6);
  expect(fix?.speedKph).toBeCloseTo(40.2336, 6);
  expect(attributes).toEqual({ powerV: 12.1, rssi: 6, firmware: 16, satellites: 9, odometerM: 1_609_344 });
});

test('the four year bits mean the latest year that is not in the future', () => {
  expect([year('2026-03-20T00:00:00Z'), year('2026-03-22T00:00:00Z'), year('2042-04-01T00:00:00Z')]).toEqual([
    2010, 2026, 2042,
  ]);
});

test('a message is acknowledged by its counter once it is stored, if it asks for that', () => {
  expect(decode(FRAMES.older).replies).toEqual([]);
  expect(decode(FRAMES.wanting).replies).toEqual([{ when: 'stored', bytes: bytes('e0 07 00') }]);
  expect(decode(FRAMES.wanting).identities).toEqual([IMEI]);
  expect(decode(bytes(`01 40 ${BEFORE} ${POSITION} 07 10 09 000003e8`))).toMatchObject({
    identities: [],
    messages: [{ fix: { valid: true } }],
  });
});

test('a younger device has the fields of its mask', () => {
  expect(decode(FRAMES.younger).identities).toEqual([IMEI]);
  const [{ fix, attributes } = { fix: null }] = decode(FRAMES.younger).messages;
  expect(fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    altitudeM: -12,
    speedKph: 40,
    courseDeg: 87,
  });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(attributes).toEqual({
    event: 3,
    index: 721,
    satellites: 10,
    hdop: 0.7,
    rssi: 15,
    powerV: 13.76,
    batteryV: 4.195,
    odometerM: 125_000,
  });
  expect(decode(FRAMES.bare)).toMatchObject({
    identities: ['A1000000000013'],
    messages: [{ fix: null, deviceTime: null, attributes: { event: 0, index: 722, powerV: 13.76 } }],
    replies: [],
  });
});

test('other messages have only an identity', () => {
  expect(decode(newerFrame(`10 00 0${IMEI} 0102`))).toEqual({ identities: [IMEI], messages: [], replies: [] });
});

test('a missing identity, a wrong length and no position are faults', () => {
  const wrong = [
    new Uint8Array(),
    FRAMES.older.subarray(0, 30),
    Uint8Array.from([...FRAMES.older, 0]),
    bytes(`01 c0 ${BEFORE.replace('0316', '0320')} ${POSITION} 07 10 09 000003e8`),
    FRAMES.younger.subarray(0, 30),
    bytes(`01 0${IMEI.replace('6', 'a')} ${BEFORE} ${POSITION} 07 10 09 000003e8`),
    newerFrame(`00 01 00 4131303030303030303030303178 00 00000201 02d2 35c0`),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('invalid minutes and days only lose the position, and are acknowledged', () => {
  const day = decode(bytes(`01 8${IMEI} ${BEFORE.replace('0316', '0320')} ${POSITION} 07 10 09 000003e8`));
  // 3473408: 34 degrees and 73.408 minutes.
  const minutes = decode(bytes(`01 8${IMEI} ${BEFORE} ${POSITION.replace('ffcb4a86', 'ffcb0000')} 07 10 09 000003e8`));
  const time = new Date('2026-03-22T10:15:30Z');
  expect(day.messages).toMatchObject([{ fix: null, deviceTime: null, attributes: { powerV: 12.1 } }]);
  expect(minutes.messages).toMatchObject([{ fix: null, deviceTime: time, attributes: { powerV: 12.1 } }]);
  expect([day, minutes].map(({ replies }) => replies[0]?.when)).toEqual(['stored', 'stored']);
});

test('zeros without a fix of a younger device are not a position', () => {
  //
  // -90 and -180 are the zeros of its numbers: 0x055d4a80 and 0x0aba9500 are zero degrees.
  const nowhere = newerFrame(`00 00 0${IMEI} 03 0000001b 02d1 03160a0f1e 055d4a80 0aba9500 00 63`);
  expect(decode(nowhere).messages).toMatchObject([{ fix: null, deviceTime: new Date('2026-03-22T10:15:30Z') }]);
});

const HERE = { speedKph: 0, courseDeg: 0, altitudeM: null, valid: false };

test.each([
  ['0020', '28', { ...HERE, speedKph: 40 }, {}],
  ['0040', '0057', { ...HERE, courseDeg: 87 }, {}],
  ['0080', 'fff4', { ...HERE, altitudeM: -12 }, {}],
  ['0010', '1a 07', { ...HERE, valid: true }, { satellites: 10, hdop: 0.7 }],
  ['0100', '0f', HERE, { rssi: 15 }],
  ['0200', '35c0', HERE, { powerV: 13.76 }],
  ['0400', '1063', HERE, { batteryV: 4.195 }],
  ['1800', '05f5 0000007d', HERE, { odometerM: 125_000 }],
])("bit %s of a younger device's mask is one field", (bit, field, fix, attributes) => {
  // In addition to time and position.
  const mask = (0x0a + Number.parseInt(bit, 16)).toString(16).padStart(8, '0');
  const [message] = decode(newerFrame(`00 00 0${IMEI} 03 ${mask} 03160a0f1e 0348ace4 07612bbc ${field}`)).messages;
  expect(message?.fix).toMatchObject(fix);
  expect(message?.attributes).toEqual({ event: 3, ...attributes });
});

test('below the sea the altitude in feet of an older device is negative', () => {
  const low = bytes(`01 0${IMEI} ${BEFORE} ${POSITION.replace('0064', 'ff9c')} 07 10 09 000003e8`);
  expect(decode(low).messages[0]?.fix?.altitudeM).toBeCloseTo(-30.48, 6);
});

test('an invalid day loses the time of an identified device, not its position and voltage', () => {
  const frame = bytes(`01 0${IMEI} ${BEFORE.replace('0316', '0320')} ${POSITION} 07 10 09 000003e8`);
  expect(decode(frame).messages).toMatchObject([
    { deviceTime: null, fix: null, coordinates: { lat: expect.any(Number) }, attributes: { satellites: 9 } },
  ]);
});
