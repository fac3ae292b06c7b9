import { describe, expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newTaipDecoder } from './taip.ts';
import { FRAMES } from './samples.fixture.ts';

const NOW = new Date('2026-03-22T12:00:00Z');
const decode = (frame: Uint8Array) => newTaipDecoder(() => NOW).decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];
const WHERE = { time: new Date('2026-03-22T10:15:30Z'), valid: true, lat: -34.9055, lon: -56.1913, courseDeg: 87 };

describe('by Trimble', () => {
  test('a velocity has the seconds of its day and speed in miles per hour', () => {
    // 36,930 s are 10:15:30; 25 miles per hour are 25 · 1.609344 km/h.
    expect(first(FRAMES.velocity)?.fix).toEqual({ ...WHERE, altitudeM: null, speedKph: 40.2336 });
    expect(decode(FRAMES.velocity).identities).toEqual(['0017']);
  });

  test('an event has GPS weeks, and the named extensions of manufacturers', () => {
    // Sunday, 2026-03-22, is 2,411 weeks after 1980-01-06.
    expect(first(FRAMES.event)).toEqual({
      kind: 'report',
      deviceTime: WHERE.time,
      fix: { ...WHERE, altitudeM: 12, speedKph: 40.2336 },
      attributes: {
        event: 1,
        alarm: ['sos'],
        ignition: true,
        charging: true,
        output: 1,
        input: 0,
        satellites: 10,
        batteryV: 4.19,
        odometerM: 125_037,
        adc1: 12_347,
      },
    });
  });
});

describe('by other manufacturers', () => {
  test('a position has its date, inputs, event and HDOP', () => {
    expect(first(FRAMES.place)).toMatchObject({
      fix: { ...WHERE, speedKph: 40 },
      // 0x85: bits 7, 2 and 0.
      attributes: { input: 0x85, ignition: true, event: 3, hdop: 1 },
    });
    expect(first(FRAMES.old)).toMatchObject({ fix: { valid: false }, attributes: { ignition: false, event: 21 } });
  });

  test('a position may be in degrees and minutes', () => {
    const fix = first(FRAMES.minutes)?.fix;
    expect(fix?.lat).toBeCloseTo(-34.9055, 9);
    expect(fix?.lon).toBeCloseTo(-56.1913, 9);
    expect(fix?.speedKph).toBe(40);
  });

  test.each([
    ['universal', FRAMES.universal, { odometerM: 125_037, powerV: 13.9, batteryV: 4.12, engineRpm: 1500, event: 0x51 }],
    ['computed', FRAMES.computed, { input: 1, ignition: false, event: 20, hdop: 0 }],
    ['of a logger', FRAMES.logger, { input: 255, odometerM: 0x3b3c, rssi: 18, event: 0 }],
    [
      'of JMAK',
      FRAMES.jmak,
      {
        event: 120,
        alarm: ['hardAcceleration'],
        input: 0xde,
        ignition: true,
        charging: true,
        hdop: 6,
        batteryV: 4.12,
        powerV: 13.9,
        engineHoursS: 960,
        odometerM: 125_037,
        engineRpm: 1500,
        coolantTemperatureC: 85,
        fuelPercent: 62,
        driverTag: '00042',
      },
    ],
  ])('a report %s has the same fields and more', (_, frame, attributes) => {
    expect(first(frame)).toMatchObject({ fix: { ...WHERE, speedKph: 40 }, attributes });
  });

  test("JMAK reports the device's own state", () => {
    expect(first(FRAMES.about)).toMatchObject({
      fix: null,
      attributes: { serial: '39K4', firmware: '0B36 F', powerV: 13.9, batteryV: 4.12 },
    });
  });
});

test('a numbered message is acknowledged once it is stored', () => {
  const [reply] = decode(FRAMES.place).replies;
  expect(reply?.when).toBe('stored');
  const text = '>ACK;ID=AA01;#0002;*';
  const sum = asciiBytes(text).reduce((value, byte) => value ^ byte, 0);
  expect(textOf(reply?.bytes ?? new Uint8Array())).toBe(`${text}${sum.toString(16).toUpperCase().padStart(2, '0')}<`);
  expect(decode(FRAMES.universal).replies).toEqual([
    { when: 'stored', bytes: asciiBytes('>SAK;ID=3G0443;#IP1:089F<') },
  ]);
  expect(decode(FRAMES.velocity).replies).toEqual([]);
});

test('a command reply is passed on, an altitude alone is not a report, other texts are faults', () => {
  expect(first(FRAMES.reply)).toMatchObject({ kind: 'reply', text: 'RVR TRACKER 1.5' });
  expect(decode(FRAMES.altitude)).toMatchObject({ identities: ['0017'], messages: [] });
  expect(decode(asciiBytes('>SXYZ<')).fault).toContain('no response');
  expect(decode(asciiBytes('>RGP320326101530-3490550-0561913004008730085;ID=1<'))).toMatchObject({
    identities: ['1'],
    messages: [{ deviceTime: null, fix: null, attributes: { ignition: true } }],
  });
});

test('commands carry the identity', () => {
  const decoder = newTaipDecoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.velocity);
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes('>QPV;ID=0017<'));
  expect(decoder.encode({ kind: 'text', text: '>SSSXP11<' })).toEqual(asciiBytes('>SSSXP11;ID=0017<'));
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
});

test.each([
  // The XOR of ">RGP…;#0000;" is 2E and of ">ACK;ID=1001;#0000;" 5F; including an asterisk (2A) they are 04 and 75.
  ['2E', '5F'],
  ['04', '75'],
])('a checksum %s is acknowledged with a checksum over the same range: %s', (sum, answer) => {
  const text = `>RGP060905122440-3460494-058625150000003FF7E0601;ID=1001;#0000;*${sum}<`;
  const [reply] = decode(asciiBytes(text)).replies;
  expect(textOf(reply?.bytes ?? new Uint8Array(0))).toBe(`>ACK;ID=1001;#0000;*${answer}<`);
});

test('a report in miles per hour has the state after its position, and one without a date its coordinates', () => {
  const text = '>RPI220326101530-3490550-05619130015087105810310;ID=0000<';
  expect(newTaipDecoder().decode(asciiBytes(text)).messages[0]).toMatchObject({
    fix: { valid: true, speedKph: expect.closeTo(24.14, 2), courseDeg: 87 },
    attributes: { input: 0x81, ignition: true, event: 3, hdop: 10 },
  });
  const dateless = '>RCV12000000000000-3490550-05619130040087105810310;ID=0000;#1DE2<';
  expect(newTaipDecoder().decode(asciiBytes(dateless))).toMatchObject({
    identities: ['0000'],
    messages: [{ deviceTime: null, fix: null, attributes: { event: 3 } }],
    replies: [{ when: 'stored' }],
  });
});
