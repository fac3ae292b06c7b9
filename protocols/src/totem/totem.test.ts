import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newTotemDecoder } from './decoder.ts';
import { FRAMES, MOTION, newerFrame, olderFrame } from './samples.fixture.ts';

const WHERE = { valid: true, lat: -34.9055, speedKph: 40, courseDeg: 87 };
const decode = (frame: Uint8Array) => newTotemDecoder().decode(frame);
const KNOTS_KPH = 1.852;

describe('a newer device', () => {
  test('has coordinates, time, ignition, voltage, signal and odometer', () => {
    const { identities, messages } = decode(FRAMES.plain);
    expect(identities).toEqual(['356000000000013']);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    expect(messages[0]?.fix?.lon).toBeCloseTo(-56.1913, 9);
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(messages[0]?.attributes).toEqual({
      ignition: true,
      charging: true,
      output1: false,
      output2: false,
      output3: false,
      satellites: 11,
      rssi: 21,
      hdop: 1.2,
      odometerM: 125_000,
      batteryV: 4.1,
      powerV: 12,
    });
  });

  test('is acknowledged by its serial number once it is stored', () => {
    // The XOR of all bytes of "$$0014AA0042": the letters A and the dollar signs cancel out, 30^30^31^34^30^30^34^32 is
    // 3.
    expect(decode(FRAMES.plain).replies).toEqual([{ when: 'stored', bytes: asciiBytes('$$0014AA004203') }]);
  });

  test('with temperature sensors has its fix state at another offset', () => {
    expect(decode(FRAMES.warm).messages[0]).toMatchObject({ fix: WHERE, attributes: { alarm: ['overspeed'] } });
    const without = newerFrame('AA', `50004000260322101530411205770250025028A058AE${MOTION}`);
    expect(decode(without).messages[0]?.fix?.valid).toBe(false);
  });

  test('with the battery in three digits has no other voltage', () => {
    const attributes = decode(FRAMES.short).messages[0]?.attributes;
    expect(attributes).toMatchObject({ batteryV: 4.04, alarm: ['geofenceExit'], ignition: false });
    expect(attributes?.powerV).toBeUndefined();
  });

  test('with the battery in three digits may have temperature sensors and more inputs', () => {
    // 4.04 V, input 1, two thermometers, cell; the bit of the fix is that of devices with two thermometers.
    const two = newerFrame('AA', `1000100026032210153040405770250025028A058AE${MOTION}`);
    expect(decode(two).messages[0]).toMatchObject({ fix: WHERE, attributes: { batteryV: 4.04 } });
    expect(decode(two).messages[0]?.attributes.powerV).toBeUndefined();
    // Four inputs and a thermometer.
    const four = newerFrame('AA', `100040002603221015304040577000100020003025028A058AE${MOTION}`);
    expect(decode(four).messages[0]).toMatchObject({ fix: WHERE, attributes: { batteryV: 4.04 } });
  });

  test.each([
    ['01', 'sos'],
    ['10', 'powerCut'],
    ['11', 'powerRestored'],
    ['13', 'lowBattery'],
    ['40', 'vibration'],
    ['43', 'hardBraking'],
  ])('of type %s raises %s', (type, alarm) => {
    const frame = newerFrame(type, `5000C0002603221015304112057728A058AE${MOTION}`);
    expect(decode(frame).messages[0]?.attributes.alarm).toEqual([alarm]);
  });

  test('has driver and engine data', () => {
    expect(decode(FRAMES.card).messages[0]).toMatchObject({
      fix: { lat: -34.9055, lon: -56.1913 },
      attributes: { driverTag: '1122334455' },
    });
    expect(decode(FRAMES.engine).messages[0]?.attributes).toMatchObject({
      odometerM: 125_500,
      powerV: 13.25,
      engineRpm: 1300,
      obdSpeedKph: 41,
      coolantC: 88,
      fuelPercent: 64,
    });
  });

  test.each(['-6.118342,106.650192', '106.650192,-6.118342'])(
    'at %s is at the first latitude that is valid',
    (place) => {
      const [message] = decode(newerFrame('E5', `260322101530,${place},V1,125500|`)).messages;
      expect(message?.fix).toMatchObject({ lat: -6.118342, lon: 106.650192 });
    },
  );

  test('answers commands, which carry a checksum', () => {
    const decoder = newTotemDecoder();
    expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
    const answer = decoder.decode(newerFrame('CF', '025,OK'));
    expect(answer.messages).toMatchObject([{ kind: 'reply', text: '025,OK' }]);
    // 24 bytes; XOR of all before it.
    const command = '$$0024CF000000,025,C,1';
    const sum = asciiBytes(command).reduce((xor, byte) => xor ^ byte, 0);
    expect(decoder.encode({ kind: 'engineStop' })).toEqual(
      asciiBytes(command + sum.toString(16).toUpperCase().padStart(2, '0')),
    );
  });
});

describe('an older device', () => {
  test('passes on the NMEA sentence', () => {
    const { identities, messages, replies } = decode(FRAMES.sentence);
    expect(identities).toEqual(['356000000000013']);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, speedKph: 21.6 * KNOTS_KPH });
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(messages[0]?.attributes).toMatchObject({
      alarm: ['sos'],
      hdop: 1.3,
      input1: true,
      input2: false,
      charging: true,
      batteryV: 4.12,
      powerV: 13.25,
      odometerM: 125_500,
    });
    expect(replies).toEqual([{ when: 'stored', bytes: asciiBytes('ACK OK\r\n') }]);
  });

  test('may separate all fields, or none', () => {
    expect(decode(FRAMES.separated).messages[0]).toMatchObject({
      fix: { ...WHERE, speedKph: 21.6 * KNOTS_KPH },
      attributes: { alarm: ['overspeed'], charging: true, input2: true, batteryV: 4.1, powerV: 12, odometerM: 125_500 },
    });
    expect(decode(FRAMES.packed).messages[0]).toMatchObject({
      fix: { ...WHERE, speedKph: 21 * KNOTS_KPH },
      attributes: { alarm: ['parking'], satellites: 11, batteryV: 4.1, powerV: 12, pdop: 3.4, odometerM: 125_000 },
    });
  });

  test('without a position is only a heartbeat', () => {
    const empty = olderFrame(`AA${'0'.repeat(59)}|00.0|00.0|00.0|00000000000|20260322101530|14182013|`);
    expect(decode(empty)).toMatchObject({ messages: [{ deviceTime: null, fix: null }], replies: [{}] });
  });
  test('without a date or position keeps its identity and alarm', () => {
    for (const frame of [
      olderFrame(
        '01$GPRMC,,V,,,,,,,,,,N*53|99.9|99.9|99.9|000000000000|20090215001337|14121325|00000000|00000000|0000|0.0|0001|',
      ),
      olderFrame('01000000000000|V|||||||99.9|000000000010|14112|00000000|00000000|00000000|0.0000|0014|'),
      newerFrame('01', `5000C000000000000000411205770000${'0'.repeat(4)}${MOTION}`),
    ])
      expect(decode(frame)).toMatchObject({
        identities: ['356000000000013'],
        messages: [{ deviceTime: null, fix: null, attributes: { alarm: ['sos'] } }],
        replies: [{ when: 'stored' }],
      });
  });
});
