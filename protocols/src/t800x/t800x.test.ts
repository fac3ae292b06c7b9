import { describe, expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { newT800xDecoder } from './t800x.ts';
import { frame, FRAMES } from './samples.fixture.ts';

const ID = '356000000000013';
const AT = new Date('2026-03-22T10:15:30Z');
const MOVING = { valid: true, altitudeM: 12, speedKph: 40, courseDeg: 87, time: AT };
const decode = (bytes: Uint8Array) => newT800xDecoder().decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const answers = (bytes: Uint8Array) => decode(bytes).replies.map((reply) => [reply.when, toHex(reply.bytes)]);

describe('a vehicle device', () => {
  test('has coordinates, time, switches, analogue values, odometer and its battery', () => {
    expect(decode(FRAMES.report).identities).toEqual([ID]);
    const message = first(FRAMES.report);
    expect(message?.fix).toMatchObject(MOVING);
    // A floating-point number of 32 bits has seven digits.
    expect(message?.fix?.lat).toBeCloseTo(-34.9055, 5);
    expect(message?.fix?.lon).toBeCloseTo(-56.1913, 5);
    // Inputs 0x7880: bits 14, 13, 12, 11 and 7. 0x555 hundredths of a volt.
    expect(message?.attributes).toEqual({
      rssi: 24,
      satellites: 11,
      ignition: true,
      ac: true,
      input3: true,
      input4: true,
      output1: true,
      output2: false,
      output3: false,
      analog1V: 13.65,
      odometerM: 125_037,
      batteryPercent: 96,
      powerV: 13.9,
    });
  });

  test('raises alarms, from memory too, and a full battery is 0', () => {
    expect(first(FRAMES.alarm)?.attributes).toMatchObject({
      event: 1,
      alarm: ['powerCut'],
      archived: true,
      batteryPercent: 100,
    });
  });

  test('that only sees cells has no fix', () => {
    expect(first(FRAMES.cells)).toMatchObject({
      fix: null,
      deviceTime: AT,
      attributes: { ignition: true, powerV: 13.9 },
    });
  });

  test('has more fields in the longer form: five analogue values and the battery', () => {
    expect(first(FRAMES.longer)).toMatchObject({
      fix: MOVING,
      attributes: { analog5V: 0.05, batteryV: 4.12, powerV: 13.9, outputs: 0x80 },
    });
  });

  test('with OBD has engine data, with its speed after it', () => {
    expect(first(FRAMES.engine)).toMatchObject({
      fix: MOVING,
      attributes: {
        alarm: ['lowPower'],
        obdSpeedKph: 39.9,
        // The frame contains 0x12345 thousandths of a litre.
        fuelUsedL: 74.565,
        engineRpm: 3000,
        coolantTemperatureC: 74,
        throttlePercent: 15,
        fuelPercent: 75,
      },
    });
    expect(first(FRAMES.engine)?.attributes.fuelConsumption).toBeUndefined();
  });

  test('reports harsh driving with the samples before it', () => {
    expect(decode(FRAMES.behaviours).messages).toMatchObject([
      { fix: MOVING, attributes: { engineRpm: 864 } },
      { fix: null, attributes: { engineRpm: 2796, obdSpeedKph: 27, alarm: ['hardBraking'] } },
    ]);
    expect(first(FRAMES.behaviours)?.attributes.alarm).toBeUndefined();
    expect(first(FRAMES.sensed)).toMatchObject({ fix: MOVING, attributes: { alarm: ['hardCornering'] } });
  });
});

describe('a portable device', () => {
  test('has coordinates and state', () => {
    expect(first(FRAMES.portable)).toMatchObject({
      fix: MOVING,
      attributes: {
        satellites: 11,
        batteryPercent: 90,
        // 0x85: the first bit is the sign.
        deviceTemperatureC: -5,
        batteryV: 3.9,
        solarV: 4.5,
        odometerM: 125_037,
        ignition: true,
        rssi: 24,
      },
    });
  });

  test('raises its own alarms, by cells or Wi-Fi networks without a fix', () => {
    expect(first(FRAMES.portableAlarm)).toMatchObject({
      fix: null,
      attributes: { alarm: ['tampering'], archived: true },
    });
    expect(first(FRAMES.wireless)).toMatchObject({ fix: null, attributes: { alarm: ['lowBattery'], batteryV: 3.9 } });
  });

  test('reports lock events', () => {
    expect(first(FRAMES.lock)).toMatchObject({
      fix: { valid: true },
      attributes: { event: 1, alarm: ['tampering'], lockKey: '0a0b0c' },
    });
  });
});

test('Bluetooth sensors report temperature, humidity, doors, tyres and driver', () => {
  expect(first(FRAMES.sensors)).toMatchObject({
    fix: null,
    attributes: {
      ignition: true,
      tag1Id: 'd7d17365e625',
      // 0x0a73 hundredths; the first bit is the sign. 0x1388 hundredths of humidity.
      temperature1C: 26.75,
      humidity1Percent: 50,
      temperature2C: -26.75,
      tag2BatteryV: 4.55,
      tag2Door: true,
      tag2Rssi: -56,
      driverTag: 'd7d17365e627',
      alarm: ['lowBattery'],
      tag4TemperatureC: 25,
    },
  });
});

test('network data and command replies are texts', () => {
  expect(first(FRAMES.network)?.attributes).toEqual({
    operator: 'ABC',
    networkTechnology: 'LTE',
    networkBand: 'B4',
    iccid: '8901',
  });
  expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: 'OK' });
});

test('answers repeat the header, and an alarm its code; messages that ask for none get none', () => {
  expect(first(FRAMES.login)?.kind).toBe('login');
  expect(answers(FRAMES.login)).toEqual([['now', '252501000f04050356000000000013']]);
  expect(answers(FRAMES.heartbeat)).toEqual([['now', '232303000f00010356000000000013']]);
  expect(answers(FRAMES.report)).toEqual([['stored', '252502000f00010356000000000013']]);
  expect(answers(FRAMES.alarm)).toEqual([['stored', '23230400100001035600000000001301']]);
  expect(answers(FRAMES.longer)).toEqual([]);
});

test('texts are sent to the device as a setting', () => {
  const decoder = newT800xDecoder();
  expect(decoder.encode({ kind: 'text', text: 'TIMER#' })).toBeNull();
  decoder.decode(FRAMES.login);
  const bytes = decoder.encode({ kind: 'text', text: 'TIMER#' });
  expect(toHex(bytes ?? new Uint8Array())).toBe(
    '25258100160001035600000000001301' + Buffer.from('TIMER#').toString('hex'),
  );
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
});

test('a truncated message is a fault, an invalid day only loses the time', () => {
  expect(decode(FRAMES.report.subarray(0, 40))).toMatchObject({ messages: [], replies: [] });
  const network = decode(frame('2525', '11', '0001', '261322101530 00 00 00 00 00'));
  expect(network).toMatchObject({ identities: [ID], messages: [{ deviceTime: null, fix: null }] });
});

test('a message type unknown to its family is neither read nor acknowledged', () => {
  for (const bytes of [frame('2525', '5a', '0001', '0102'), frame('2323', '17', '0001', '0102')])
    expect(decode(bytes)).toMatchObject({ identities: [ID], messages: [], replies: [] });
  expect(decode(frame('2525', '5a', '0001', '0102')).unknownType).toBe('0x5a');
});

test('without a time an alarm keeps its event, battery, coordinates and acknowledgement', () => {
  const bytes = Uint8Array.from(FRAMES.alarm);
  const at = toHex(bytes).indexOf('260322101530') / 2;
  bytes.fill(0, at, at + 6);
  expect(decode(bytes)).toMatchObject({
    identities: [ID],
    messages: [
      { deviceTime: null, fix: null, coordinates: {}, attributes: { alarm: ['powerCut'], batteryPercent: 100 } },
    ],
    replies: [{ when: 'stored' }],
  });
});

test('an engine block with fewer single-byte values keeps its speed and rpm', () => {
  // Without the last two bytes, and with the length of the frame adjusted.
  const bytes = Uint8Array.from(FRAMES.engine.subarray(0, -2));
  bytes[4] = bytes.length;
  const whole = first(FRAMES.engine)?.attributes;
  expect(first(bytes)?.fix?.speedKph).toBe(40);
  expect(first(bytes)?.attributes).toEqual({ ...whole, throttlePercent: undefined, fuelPercent: undefined });
});
