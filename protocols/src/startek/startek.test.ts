import { describe, expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newStartekDecoder, newStartekFramer } from './startek.ts';
import { frame, FRAMES, POSITION } from './samples.fixture.ts';

const ID = '356000000000013';
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12, speedKph: 40, courseDeg: 87 };
const decode = (bytes: Uint8Array) => newStartekDecoder().decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

describe('a position', () => {
  test('has coordinates, time, switches, voltage, fuel and temperature', () => {
    expect(decode(FRAMES.position)).toMatchObject({ identities: [ID], replies: [] });
    const message = first(FRAMES.position);
    expect(message?.fix).toEqual({ ...WHERE, time: new Date('2026-03-22T10:15:30Z') });
    expect(message?.attributes).toMatchObject({
      event: 0,
      satellites: 11,
      hdop: 0.9,
      odometerM: 125_037,
      rssi: 24,
      charging: true,
      // Inputs 06: bits 1 and 2.
      ignition: true,
      door: true,
      output1: true,
      // The frame contains 0x56e, 0x19c and 0x1c8 hundredths of a volt.
      powerV: 13.9,
      batteryV: 4.12,
      analog1V: 4.56,
      analog2V: 0,
      // 0x4b0 tenths; 0x13d tenths of a degree, 0x135 with the sign before.
      fuelSensor1: 120,
      temperature1C: 31.7,
      temperature2C: -30.9,
    });
    expect(message?.attributes.alarm).toBeUndefined();
  });

  test('may end with the voltages, and raises alarms', () => {
    const message = first(FRAMES.short);
    expect(message?.fix).toMatchObject({ valid: false, altitudeM: -3 });
    expect(message?.attributes).toMatchObject({
      event: 18,
      alarm: ['powerCut'],
      ignition: false,
      charging: false,
      batteryV: 4.12,
    });
  });

  test.each([
    [1, 'sos'],
    [5, 'door'],
    [17, 'lowPower'],
    [39, 'hardAcceleration'],
    [41, 'hardCornering'],
  ])('of event %i raises %s', (event, alarm) => {
    expect(first(frame(`000,${event},,${POSITION},1,`))?.attributes.alarm).toEqual([alarm]);
  });

  test('has engine data, driver and engine hours', () => {
    expect(first(FRAMES.engine)?.attributes).toMatchObject({
      engineRpm: 686,
      engineLoadPercent: 33,
      airPressureKpa: 44,
      airTemperatureC: 59,
      throttlePercent: 14,
      coolantTemperatureC: 84,
      fuelLPerHour: 1.1,
      fuelPercent: 62,
      driverTag: '0000000000000000012345678',
      engineHoursS: 7200,
    });
    expect(first(FRAMES.engine)?.attributes.airFlow).toBeUndefined();
    expect(first(FRAMES.card)?.attributes.driverTag).toBe('0123456789ABCDEF');
  });

  test('with an invalid hour keeps its other fields', () => {
    expect(decode(frame(`000,0,,${POSITION.replace('101530', '251530')},1,`))).toMatchObject({
      messages: [{ deviceTime: null, fix: null, attributes: { satellites: 11, ignition: true } }],
    });
  });
});

test('a CAN reader reports engine, odometer and fuel', () => {
  expect(first(FRAMES.bus)).toMatchObject({
    fix: null,
    attributes: {
      engineRpm: 1500,
      fuelPercent: 62.5,
      coolantTemperatureC: 85,
      powerV: 27.4,
      ignition: true,
      odometerM: 125_037,
      fuelUsedL: 900.5,
    },
  });
});

test('a command reply is passed on', () => {
  expect(first(FRAMES.reply)).toMatchObject({ kind: 'reply', text: '129,OK' });
});

test('a wrong length falls back to the line end', () => {
  const framer = newStartekFramer();
  const wrong = textOf(FRAMES.reply).replace('&&023,', '&&040,');
  expect(framer.push(asciiBytes(`${wrong}${textOf(FRAMES.reply)}`)).map(textOf)).toEqual([wrong, textOf(FRAMES.reply)]);
});

test('commands have a length and a checksum', () => {
  const decoder = newStartekDecoder();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(FRAMES.reply);
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(asciiBytes(`$$:24,${ID},900,1,175\r\n`));
  expect(textOf(decoder.encode({ kind: 'engineResume' }) ?? new Uint8Array())).toContain(',900,1,0');
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
});
