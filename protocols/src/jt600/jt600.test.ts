import { expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newJt600Decoder } from './jt600.ts';
import { newJt600Framer } from './framer.ts';
import { FRAMES } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newJt600Decoder().decode(frame);
const attributes = (frame: Uint8Array) => decode(frame).messages[0]?.attributes;

test.each(['newer', 'lock', 'portable', 'vehicle', 'tanks'] as const)('%s has coordinates, time and speed', (name) => {
  const fix = decode(FRAMES[name]).messages[0]?.fix;
  expect(fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(fix).toMatchObject({ valid: true, courseDeg: 86 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(fix?.speedKph).toBeCloseTo(40.744, 9);
});

test('newer models report their state, and are acknowledged when they ask', () => {
  expect(decode(FRAMES.newer)).toMatchObject({
    identities: ['7560000013'],
    replies: [{ when: 'stored', bytes: asciiBytes('(P35)') }],
  });
  expect(attributes(FRAMES.newer)).toEqual({
    odometerM: 125_000,
    satellites: 11,
    status: 0x3a,
    immobilized: false,
    rssi: 24,
    batteryPercent: 85,
    alarm: ['geofenceEnter', 'powerCut', 'vibration'],
  });
  expect(decode(FRAMES.lock).replies).toEqual([{ when: 'stored', bytes: asciiBytes('(P69,0,42)') }]);
  expect(attributes(FRAMES.lock)).toMatchObject({ charging: true, alarm: ['lowBattery', 'fault'] });
});

test('older models report alarms by record type', () => {
  expect(decode(FRAMES.portable).messages[0]).toMatchObject({
    fix: { altitudeM: 12 },
    attributes: { satellites: 9, batteryPercent: 80, rssi: 24 },
  });
  const [first, second] = decode(FRAMES.vehicle).messages;
  expect(first?.attributes).toEqual({
    ignition: true,
    door: true,
    charging: true,
    immobilized: true,
    odometerM: 125_000,
    fuelLevel: 45,
    alarm: ['gpsAntennaCut', 'overspeed', 'tow'],
  });
  expect(second?.attributes).toMatchObject({ fuelLevel: 264, alarm: ['sos', 'fatigueDriving'], odometerM: 126_000 });
  expect(attributes(FRAMES.tanks)).toMatchObject({
    fuelLevel1: 100,
    fuelLevel2: 200,
    fuelLevel3: 300,
    odometerM: 125_000,
    ignition: true,
  });
});

test('text has the same fields', () => {
  const { messages, replies } = decode(FRAMES.text);
  expect(messages[0]?.fix).toMatchObject({ valid: true, lat: -34.9055, lon: -56.1913, courseDeg: 87 });
  expect(messages[0]?.fix?.speedKph).toBeCloseTo(40.2336, 9);
  expect(messages[0]?.attributes).toMatchObject({
    event: 2,
    satellites: 11,
    batteryPercent: 32,
    status: 3,
    rssi: 24,
    odometerM: 125_000,
  });
  expect(replies).toEqual([{ when: 'stored', bytes: asciiBytes('(S20)') }]);
  const portable = decode(FRAMES.degrees).messages[0];
  expect(portable?.fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(portable?.fix).toMatchObject({ speedKph: 40, courseDeg: 87 });
  expect(portable?.attributes).toEqual({ batteryPercent: 80, receiver: 4, rssi: 17, event: 1 });
});

test('a lock reports whose card opened it', () => {
  expect(decode(FRAMES.unlocking)).toMatchObject({
    messages: [{ attributes: { driverTag: '0012260888', unlocked: true, event: 1 } }],
    replies: [{ when: 'stored', bytes: asciiBytes('(P69,0,5)') }],
  });
});

test('a report of any U type has the same fields, and one with other fields is of an unknown type', () => {
  const text = Buffer.from(FRAMES.text).toString('latin1');
  expect(decode(asciiBytes(text.replace('U06', 'U11')))).toMatchObject({
    messages: [{ fix: { lat: -34.9055 } }],
    replies: [],
  });
  const trip = '(3301000013,2,U09,129,2,A,220326101530,W,05611.4780,S,3454.3300,3491,538200)';
  expect(decode(asciiBytes(trip))).toMatchObject({ identities: ['3301000013'], messages: [], unknownType: 'U09' });
});

test('a model is recognised by its length field, whatever its identity begins with', () => {
  const newer = Uint8Array.from(FRAMES.newer);
  newer.set([0x31, 0x10], 1);
  expect(decode(newer)).toMatchObject({
    identities: ['3110000013'],
    messages: [{ attributes: { batteryPercent: 85 } }],
  });
  expect(newJt600Framer().push(newer)).toHaveLength(1);
  // Records of kind 5.
  const unknown = Uint8Array.from(FRAMES.portable);
  unknown[6] = 0x51;
  expect(decode(unknown)).toMatchObject({ identities: ['3110000013'], unknownType: '0x05', replies: [] });
});

test('heartbeats, replies and commands', () => {
  expect(decode(FRAMES.heartbeat).messages[0]?.kind).toBe('heartbeat');
  expect(decode(FRAMES.reply).messages[0]).toMatchObject({ kind: 'reply', text: 'S07,0,1' });
  const { encode } = newJt600Decoder();
  expect(encode({ kind: 'engineStop' })).toEqual(asciiBytes('(S07,0)'));
  expect(encode({ kind: 'engineResume' })).toEqual(asciiBytes('(S07,1)'));
  expect(encode({ kind: 'text', text: 'S17' })).toEqual(asciiBytes('(S17)'));
});

test('a wireless sensor reports vehicle position, battery, temperature and humidity', () => {
  const decoded = decode(
    Buffer.concat([
      asciiBytes('(7560010013,WLNET,5,2,1,1,'),
      // 22-03-26 10:15:30, 34°54.3300', 056°11.4780' in the south and west with a fix, 20 knots, twice 45°.
      Buffer.from('220326101530345433000561147801142d', 'hex'),
      // Then the sensor: 3.60 V, 90%, -70 dBm, climate of -5.5 °C and 60%.
      Buffer.from('22032610150001020304050101685a460110373c000100', 'hex'),
      asciiBytes(')'),
    ]),
  );
  expect(decoded).toMatchObject({
    identities: ['7560010013'],
    messages: [
      {
        fix: { time: new Date('2026-03-22T10:15:30Z'), valid: true, courseDeg: 90 },
        attributes: { sensorBatteryV: 3.6, sensorRssi: -70, temperature1C: -5.5, humidityPercent: 60 },
      },
    ],
    replies: [],
  });
  expect(decoded.messages[0]?.fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(decoded.messages[0]?.fix?.lon).toBeCloseTo(-56.1913, 9);
});

test('bytes after the last record do not lose the records before', () => {
  const { vehicle } = FRAMES;
  const [before, behind] = [vehicle.subarray(0, -1), vehicle.subarray(-1)];
  expect(decode(Buffer.concat([before, Buffer.from([1, 2, 3]), behind])).messages).toHaveLength(2);
});
