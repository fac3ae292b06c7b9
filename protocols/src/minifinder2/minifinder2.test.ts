import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../tools/bytes.ts';
import { crc16Xmodem } from '../tools/crc16.ts';
import { newMinifinder2Decoder } from './minifinder2.ts';
import { FRAMES, message } from './samples.fixture.ts';

const ID = '356000000000013';
const AT = new Date('2026-03-22T10:15:30Z');
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, altitudeM: -3, speedKph: 40, courseDeg: 87 };
const decode = (frame: Uint8Array) => newMinifinder2Decoder(() => AT).decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];

describe('a record', () => {
  test('has coordinates, time, battery, signal and motion', () => {
    expect(decode(FRAMES.place).identities).toEqual([ID]);
    expect(first(FRAMES.place)?.fix).toEqual({ ...WHERE, time: AT });
    // 0x57c00200: 87%, bits 19 to 23 are 24, bit 9.
    expect(first(FRAMES.place)?.attributes).toEqual({
      batteryPercent: 87,
      rssi: 24,
      motion: true,
      status: 0x57_c0_02_00,
      hdop: 0.9,
      odometerM: 125_037,
      satellites: 11,
    });
  });

  test('raises alarms, and has no position from unknown networks', () => {
    expect(first(FRAMES.alarm)).toMatchObject({
      fix: null,
      deviceTime: AT,
      attributes: { alarm: ['lowBattery', 'sos'], barking: true, charging: true, archived: true, motion: false },
    });
  });

  test('ends where a key repeats; without an HDOP the position is invalid', () => {
    expect(decode(FRAMES.stored).messages).toMatchObject([
      { fix: WHERE },
      { fix: { ...WHERE, valid: false, time: new Date('2026-03-22T10:14:30Z') } },
    ]);
  });

  test('takes its position from a beacon or a known network, and counts beacons', () => {
    expect(first(FRAMES.beacons)).toMatchObject({
      fix: { valid: true, lat: -34.9055, lon: -56.1913, time: AT },
      attributes: {
        // Addresses are sent with the last byte first.
        tag1Id: '060504030201',
        tag1Rssi: -34,
        tag1Name: 'dog',
        tag2Id: 'f71d819946d1',
        tag2BatteryPercent: 100,
        tag3Rssi: -47,
      },
    });
    expect(first(FRAMES.network)).toMatchObject({ fix: { lat: -34.9055 }, attributes: { placeName: 'home' } });
  });

  test('has steps, pulse, oxygen, barks and voltage', () => {
    expect(first(FRAMES.body)?.attributes).toEqual({
      steps: 1000,
      activity1: 10,
      barkCount: 12,
      heartRate: 72,
      oxygenPercent: 97,
      batteryPercent: 87,
      batteryV: 4.2,
    });
  });
});

test('settings have identity, battery and SIM card', () => {
  expect(decode(FRAMES.settings)).toMatchObject({
    identities: [ID],
    messages: [{ attributes: { batteryPercent: 87, batteryV: 4.2, rssi: 24, iccid: '8901890189' } }],
  });
});

test('command replies are passed on', () => {
  expect(first(FRAMES.done)).toMatchObject({ kind: 'reply', text: 'done' });
  expect(first(FRAMES.control)).toMatchObject({ kind: 'reply', text: 'test' });
});

const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);
const crc = (hex: string) => {
  const sum = crc16Xmodem(fromHex(hex) ?? new Uint8Array());
  return toHex(Uint8Array.of(sum & 0xff, sum >> 8));
};

describe('a reply', () => {
  test('repeats the number of a record once it is stored', () => {
    expect(answers(FRAMES.place)).toEqual([['stored', `ab000300${crc('7f0100')}07007f0100`]]);
    expect(answers(FRAMES.stored)).toEqual([]);
  });

  test('has the time for a device that requests it', () => {
    expect(answers(FRAMES.time)).toEqual([['now', `ab000700${crc('03051242c1bf69')}070003051242c1bf69`]]);
    expect(decode(FRAMES.time)).toMatchObject({ identities: [ID], messages: [{ kind: 'heartbeat' }] });
  });
});

test('empty records are skipped', () => {
  expect(decode(message(`01 ${'01 31 '.repeat(200)}`)).messages).toMatchObject([{ kind: 'heartbeat' }]);
});

test('a truncated key only loses itself, an unknown one is skipped', () => {
  expect(first(message('01 03 24 42c1 04 14 57 6810'))).toMatchObject({
    deviceTime: null,
    fix: null,
    attributes: { batteryPercent: 87, batteryV: 4.2 },
  });
  expect(first(message('01 03 99 4242 09 24 42c1bf69 0002c057'))?.attributes).toMatchObject({ batteryPercent: 87 });
  expect(newMinifinder2Decoder().encode({ kind: 'locate' })).toBeNull();
});

describe('positions from other sources', () => {
  const HEAD = '01 10 01 333536303030303030303030303133';
  const STATUS = '09 24 42c1bf69 0002c057';
  /** -34.9055 and -56.1913. */
  const POINT = 'e8d731eb 58e381de';
  /** Zero coordinates by satellites, without a dilution. */
  const NOWHERE = '16 20 00000000 00000000 0000 0000 0000 0000 00000000 00';

  test.each([
    ['a beacon', `0f 23 010203040506 ${POINT}`],
    ['a beacon with its name', `12 23 010203040506 ${POINT} 646f67`],
    ['a beacon with a dilution', `13 26 010203040506 ${POINT} 0900 fdff`],
    ['another device', `0d 27 ${POINT} 0900 fdff`],
    ['a beacon that is carried', `13 2c 80 010203040506 de c3 64 ${POINT}`],
  ])('%s has coordinates, also after zero coordinates', (_, key) => {
    expect(first(message(`${HEAD} ${STATUS} ${NOWHERE} ${key}`))?.fix).toMatchObject({
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      time: AT,
    });
  });

  test('a carried beacon has name and temperature', () => {
    expect(first(message(`${HEAD} ${STATUS} 11 2c 40 010203040506 de c3 64 03 646f67 00d7`))?.attributes).toMatchObject(
      {
        tag1Name: 'dog',
        tag1BatteryPercent: 100,
        tag1TemperatureC: 21.5,
      },
    );
  });

  test('an alarm has the area that was left or entered, and the time', () => {
    // Bit 5: the second area; bit 27: it was entered.
    expect(first(message(`${HEAD} 09 02 20000008 42c1bf69`))).toMatchObject({
      deviceTime: AT,
      attributes: { alarm: ['geofenceEnter'], deviceGeofence: 2 },
    });
    expect(first(message(`${HEAD} 05 02 10000000`))?.attributes).toMatchObject({
      alarm: ['geofenceExit'],
      deviceGeofence: 1,
    });
  });

  test('without a time the coordinates stay, and a key that is too short only loses itself', () => {
    expect(first(message(`${HEAD} 0f 23 010203040506 ${POINT} 03 14 57`))).toMatchObject({
      deviceTime: null,
      fix: null,
      coordinates: { lat: -34.9055, lon: -56.1913 },
    });
  });

  test('a service request may have coordinates', () => {
    const request = message(`03 ${HEAD.slice(3)} ${STATUS} 0d 27 ${POINT} 0900 fdff`);
    expect(first(request)?.fix).toMatchObject({ lat: -34.9055, altitudeM: -3 });
  });
});

test('settings have reporting intervals, names and modem, and a truncated one only loses itself', () => {
  const settings = '05 13 446f6731 0d 44 0000003c 0000012c 00000e10 05 0a 00003c 01 04 1b 4d3636 02 14 57 02 65 18';
  expect(first(message(`02 ${settings}`))?.attributes).toEqual({
    deviceName: 'Dog1',
    heartbeatS: 60,
    uploadS: 300,
    idleUploadS: 3600,
    intervalS: 60,
    modem: 'M66',
    batteryPercent: 87,
    rssi: 24,
  });
});

test('the control type is not part of its reply', () => {
  expect(first(message('04 06 1f 41 74657374', 0))).toMatchObject({ kind: 'reply', text: 'test' });
});
