import { describe, expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newEelinkDecoder, buildPackage } from './eelink.ts';
import { FRAMES } from './samples.fixture.ts';

const AT = '2026-03-22T10:15:30.000Z';
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 };
const decode = (frame: Uint8Array) => newEelinkDecoder(() => new Date(AT)).decode(frame);
const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);

test('a login identifies the device and is answered with the time', () => {
  expect(decode(FRAMES.login)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'login' }] });
  // Serial number 7, 0x69bfc142 s, version 1, nothing to do.
  expect(answers(FRAMES.login)).toEqual([['now', '6767010009000769bfc142000100']]);
});

test('a heartbeat has the state and is answered', () => {
  expect(decode(FRAMES.heartbeat).messages).toMatchObject([
    { kind: 'heartbeat', attributes: { ignition: true, armed: false, charging: false } },
  ]);
  expect(answers(FRAMES.heartbeat)).toEqual([['now', '67670300020007']]);
});

describe('a position', () => {
  test('of newer devices has state, voltages, odometer, climate and beacons, and is answered once it is stored', () => {
    const { messages } = decode(FRAMES.location);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: 12 });
    expect(messages[0]?.fix?.time.toISOString()).toBe(AT);
    expect(messages[0]?.attributes).toEqual({
      satellites: 11,
      ignition: true,
      armed: false,
      motion: false,
      charging: true,
      batteryV: 4.1,
      analog1V: 4,
      analog2V: 0,
      odometerM: 125_500,
      steps: 100,
      // The frame contains 0x1980 / 256, 0x1c2 / 10, 0x158 / 16.
      temperature1C: 25.5,
      humidityPercent: 45,
      temperature2C: 21.5,
      tag1Id: 'a0b1c2d3e4f5',
      tag1BatteryV: 3,
      tag1TemperatureC: 20.5,
    });
    expect(answers(FRAMES.location)).toEqual([['stored', '67671200020007']]);
  });

  test('may come with cells, and an alarm', () => {
    const { messages } = decode(FRAMES.warning);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    expect(messages[0]?.attributes).toMatchObject({ alarm: ['sos'], event: 2, satellites: 11 });
  });

  test.each([
    [0x01, 'powerCut'],
    [0x03, 'lowBattery'],
    [0x04, 'vibration'],
    [0x82, 'overspeed'],
    [0x83, 'geofenceEnter'],
    [0x85, 'accident'],
  ])('with alarm %i raises %s', (code, alarm) => {
    const frame = Uint8Array.from(FRAMES.warning);
    frame[frame.length - 3] = code;
    expect(decode(frame).messages[0]?.attributes.alarm).toEqual([alarm]);
  });

  test('of older devices has fewer fields', () => {
    const { messages } = decode(FRAMES.older);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: null });
    expect(messages[0]?.attributes).toMatchObject({ ignition: true, batteryV: 4.1, rssi: 18 });
    expect(decode(FRAMES.olderAlarm).messages[0]).toMatchObject({
      fix: { valid: false },
      attributes: { alarm: ['geofenceExit'] },
    });
  });

  test('without satellites is no fix', () => {
    const content = Uint8Array.from(Buffer.from('69bfc1420000800fa0', 'hex'));
    expect(decode(buildPackage(0x12, 1, content)).messages).toMatchObject([
      { fix: null, deviceTime: new Date(AT), attributes: { charging: false, batteryV: 4 } },
    ]);
  });
});

const packed = (type: number, hex: string) => buildPackage(type, 1, Uint8Array.from(Buffer.from(hex, 'hex')));

describe('a message is not lost', () => {
  /** 30.0°, 60.0°, 12 m, 40 km/h, 87°, 11 satellites. */
  const place = '0337f980066ff300000c002800570b';

  test('without a clock: an SOS keeps its position', () => {
    expect(decode(packed(0x14, `0000000001${place}020003`)).messages).toMatchObject([
      { deviceTime: null, fix: null, coordinates: { lat: 30, lon: 60 }, attributes: { alarm: ['sos'] } },
    ]);
  });

  test('when truncated: the part that arrived counts', () => {
    expect(decode(packed(0x14, `69bfc14201${place}02`)).messages).toMatchObject([
      { fix: { lat: 30, lon: 60, valid: false }, attributes: { satellites: 11, alarm: ['sos'] } },
    ]);
  });

  test('because of a package of an unknown type in the same datagram', () => {
    const both = Uint8Array.from([...packed(0x5a, '0102'), ...packed(0x12, `69bfc14201${place}0003`)]);
    const { messages, unknownType, replies } = decode(both);
    expect({ unknownType, count: replies.length }).toEqual({ unknownType: '0x5a', count: 1 });
    expect(messages).toMatchObject([{ fix: { lat: 30, valid: true } }]);
  });
});

test('garbage after a package does not lose the package', () => {
  const { messages, replies, fault } = decode(Uint8Array.from([...FRAMES.engine, 0x0d, 0x0a]));
  expect({ count: replies.length, fault }).toEqual({ count: 1, fault: undefined });
  expect(messages[0]?.attributes).toMatchObject({ engineRpm: 1300 });
  expect(decode(Uint8Array.of(0x67, 0x00, 0x01)).fault).toBeDefined();
});

test('the engine reports rpm, speed, coolant temperature and odometer', () => {
  // The frame contains 0x1450 quarters, 0x29, 0x80 - 40, 125 km.
  expect(decode(FRAMES.engine).messages[0]?.attributes).toEqual({
    engineRpm: 1300,
    obdSpeedKph: 41,
    coolantC: 88,
    odometerM: 125_000,
  });
});

test('a datagram identifies its sender and is answered by one', () => {
  const { identities, messages } = decode(FRAMES.datagram);
  expect(identities).toEqual(['356000000000013']);
  expect(messages[0]?.fix).toMatchObject(WHERE);
  // The sum of all following bytes, rotated by one bit for each byte.
  expect(answers(FRAMES.datagram)).toEqual([['stored', '454c0011b15a035600000000001367671200020007']]);
});

test('a command reply carries its text, and the position if it contains one', () => {
  expect(decode(FRAMES.answer).messages).toMatchObject([{ kind: 'reply', text: 'RELAY,1#OK' }]);
  const where = 'Lat:S34.905500\nLon:W56.191300\nCourse:87.00\nSpeed:40.00KM/H\nDate Time:2026-03-22 10:15:30';
  const content = Uint8Array.from([1, 0, 0, 0, 0, ...asciiBytes(where)]);
  const [message] = decode(buildPackage(0x80, 1, content)).messages;
  expect(message?.fix).toMatchObject(WHERE);
  expect(message?.fix?.time.toISOString()).toBe(AT);
});

test('commands are text', () => {
  const command = newEelinkDecoder().encode({ kind: 'engineStop' });
  expect(command).toEqual(Uint8Array.from([0x67, 0x67, 0x80, 0, 15, 0, 0, 1, 0, 0, 0, 0, ...asciiBytes('RELAY,1#')]));
  expect(newEelinkDecoder().encode({ kind: 'text', text: 'a\nb' })).toBeNull();
});
