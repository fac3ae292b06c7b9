import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { autofon, newAutofonFramer } from './autofon.ts';
import { FRAMES, frame, live, newerFrame } from './samples.fixture.ts';

/** Decodes as for a device that has identified itself. */
function decode(bytes: Uint8Array) {
  const decoder = autofon.newDecoder('tcp');
  decoder.decode(FRAMES.login);
  return decoder.decode(bytes);
}
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test.each(['login', 'newerLogin'] as const)(
  'a login (%s) identifies the device and is answered with its checksum',
  (name) => {
    const decoded = decode(FRAMES[name]);
    expect(decoded).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'login' }] });
    expect(decoded.replies).toEqual([
      { when: 'now', bytes: concat(asciiBytes('resp_crc='), Uint8Array.of(FRAMES[name].at(-1) ?? 0)) },
    ]);
  },
);

test('a position has coordinates, time, voltage, temperature and signal', () => {
  const { fix, attributes } = first(FRAMES.live) ?? {};
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: -12, courseDeg: 86 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  // The frame contains 21 knots.
  expect(fix?.speedKph).toBeCloseTo(38.892, 9);
  expect(attributes).toEqual({
    status: 9,
    motion: true,
    batteryV: 4.1,
    deviceTemperatureC: 23,
    rssi: -86,
    satellites: 9,
    hdop: 0.9,
  });
});

test('without a position the other fields are still read', () => {
  expect(first(FRAMES.lost)).toMatchObject({ fix: null, attributes: { batteryV: 4.1, deviceTemperatureC: 23 } });
  expect(first(FRAMES.newerLost)).toMatchObject({
    fix: null,
    attributes: { deviceTemperatureC: 23, alarm: ['general'] },
  });
});

test('as many records are kept as the frame announces, each with or without a fix', () => {
  const { messages } = decode(FRAMES.stored);
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatchObject({ fix: { valid: true }, attributes: { archived: true, deviceTemperatureC: -5 } });
  expect(messages[1]).toMatchObject({ fix: { valid: false }, attributes: { archived: true } });
});

test('newer devices encode their positions differently', () => {
  const { fix, attributes } = first(FRAMES.newer) ?? {};
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, courseDeg: 87 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(fix?.speedKph).toBeCloseTo(38.892, 9);
  expect(attributes).toEqual({ deviceTemperatureC: 23, satellites: 9 });
  const north = first(newerFrame('3e', '89 018c9a 035ca6 22 84a441 38 1c05c1 15 0057'))?.fix;
  expect(north?.lat).toBeCloseTo(34.9055, 6);
  expect(north?.lon).toBeCloseTo(56.1913, 6);
});

test('garbage is skipped; a missing IMEI and too many records are faults', () => {
  const framer = newAutofonFramer();
  expect(framer.push(concat(Uint8Array.of(0, 1, 0xff), FRAMES.newer))).toEqual([FRAMES.newer]);
  expect(framer.garbageBytes).toBe(3);
  const wrong = [frame('10 41 56 03560000000000aa'), frame(`12 0f 000f ${'00'.repeat(252)}`), frame('00')];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid month or position only loses itself, not the battery level', () => {
  expect(first(live('89 160d1a 0a0f1e fdf0e93c fca7c1a4 fff4 15 2b 0009 ffff'))).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: expect.closeTo(-34.9055, 4) },
    attributes: { batteryV: 4.1 },
  });
  expect(first(newerFrame('be', '89 018c9a 035ca6 ff 84a440 38 1c05c0 15 0057'))).toMatchObject({
    fix: null,
    attributes: { alarm: ['general'], satellites: 9 },
  });
});

test('before the login a record without a position is a fault', () => {
  const decoder = autofon.newDecoder('tcp');
  expect(decoder.decode(FRAMES.lost).fault).toBeDefined();
  expect(decoder.decode(FRAMES.live)).toMatchObject({ messages: [{ fix: { valid: true } }] });
});
