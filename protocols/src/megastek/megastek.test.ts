import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newMegastekDecoder } from './megastek.ts';
import { FRAMES, HEAD } from './samples.fixture.ts';

const WHERE = { valid: true, lat: -34.9055, courseDeg: 87 };
const AT = '2026-03-22T10:15:30.000Z';
const decode = (frame: Uint8Array | string) =>
  newMegastekDecoder().decode(typeof frame === 'string' ? asciiBytes(frame) : frame);

describe('a message of newer devices', () => {
  test('has coordinates, time, odometer, signal, inputs, temperature, tag and battery', () => {
    const { identities, messages, replies } = decode(FRAMES.vehicle);
    expect(identities).toEqual(['356000000000013']);
    expect(replies).toEqual([]);
    const [{ fix, attributes } = {}] = messages;
    expect(fix).toMatchObject({ ...WHERE, altitudeM: 12.5 });
    expect(fix?.lon).toBeCloseTo(-56.1913, 9);
    // The frame contains 21.6 knots.
    expect(fix?.speedKph).toBeCloseTo(40.0032, 9);
    expect(fix?.time.toISOString()).toBe(AT);
    expect(attributes).toMatchObject({
      satellites: 11,
      hdop: 1.2,
      odometerM: 125_500,
      rssi: 25,
      input1: true,
      input2: false,
      output1: false,
      output2: true,
      analog1: 12,
      temperature1C: 28.5,
      temperature2C: -3.5,
      driverTag: '00771234',
      charging: true,
      batteryPercent: 95,
      event: 'Timer',
    });
    expect(attributes?.alarm).toBeUndefined();
    expect(attributes?.archived).toBeUndefined();
  });

  test('from memory is marked so, and has its alarm in words', () => {
    expect(decode(FRAMES.memory).messages[0]?.attributes).toMatchObject({
      archived: true,
      charging: false,
      batteryPercent: 81,
      alarm: ['lowBattery'],
    });
  });

  test('of a personal device has heart rate and steps', () => {
    expect(decode(FRAMES.person).messages[0]?.attributes).toMatchObject({
      heartRate: 72,
      steps: 1055,
      batteryPercent: 64,
      alarm: ['sos'],
    });
  });

  test('before the first fix has no position', () => {
    expect(decode(FRAMES.nowhere).messages[0]).toMatchObject({ fix: null, attributes: { batteryPercent: 15 } });
  });

  test.each([
    ['PW ON', 'powerOn'],
    ['Over Speed', 'overspeed'],
    ['Low Extern Voltage', 'lowPower'],
    ['GPS Cut', 'gpsAntennaCut'],
    ['Vib', 'vibration'],
    ['Geo3 In', 'geofenceEnter'],
    ['Geo12 Out', 'geofenceExit'],
    ['PSD', 'powerCut'],
  ])('"%s" raises %s', (word, alarm) => {
    const frame = `${HEAD},,748,01,0DAC,A029,25,,,,,,,,,01,81,${word};!`;
    expect(decode(frame).messages[0]?.attributes.alarm).toEqual([alarm]);
  });
});

describe('a message of older devices', () => {
  test('has the same fields around the NMEA sentence', () => {
    const { identities, messages } = decode(FRAMES.older);
    expect(identities).toEqual(['356000000000013', 'bus7']);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: 12.5 });
    expect(messages[0]?.fix?.time.toISOString()).toBe(AT);
    expect(messages[0]?.attributes).toEqual({
      satellites: 5,
      batteryPercent: 38,
      charging: true,
      alarm: ['sos'],
    });
    expect(decode(FRAMES.logged).messages[0]?.attributes).toMatchObject({
      archived: true,
      satellites: 0,
      batteryPercent: 100,
      charging: false,
    });
  });

  test('may have no commas around its identity', () => {
    const { identities, messages } = decode(FRAMES.plain);
    expect(identities).toEqual(['356000000000013']);
    expect(messages[0]).toMatchObject({ fix: WHERE, attributes: { rssi: 21, batteryPercent: 95, input1: true } });
  });
});

test('a command reply has its text, and commands are sent as typed', () => {
  expect(decode(FRAMES.answer)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'reply', text: 'W005,OK' }],
  });
  const decoder = newMegastekDecoder();
  expect(decoder.encode({ kind: 'text', text: '$GPRS,356000000000013;R010;!' })).toEqual(
    asciiBytes('$GPRS,356000000000013;R010;!\r\n'),
  );
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
});

test('an invalid hour, or a date of zeros, only loses the time: an SOS stays', () => {
  expect(decode(`${HEAD.replace('101530', '251530')};!`).messages).toMatchObject([
    { fix: null, deviceTime: null, coordinates: { lat: -34.9055, lon: -56.1913 } },
  ]);
  const sentence = '$GPRMC,000000.000,V,0000.0000,N,00000.0000,E,0.00,0.00,000000,,,N*00';
  const { identities, messages } = decode(
    `STX,,${sentence},L,Help,imei:356000000000013,0/8,0,Battery=80%,,0,226,01,2B9B,BBBF;8D`,
  );
  expect(identities).toContain('356000000000013');
  expect(messages).toEqual([
    {
      kind: 'report',
      deviceTime: null,
      fix: null,
      attributes: expect.objectContaining({ batteryPercent: 80, alarm: ['sos'] }),
    },
  ]);
});
