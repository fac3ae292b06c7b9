import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newGps103Decoder } from './decoder.ts';

const IMEI = '356000000000013';
const PLACE = 'F,101530.000,A,3454.3300,S,05611.4780,W';
const decode = (frame: string) => newGps103Decoder().decode(asciiBytes(frame));
const report = (frame: string) => decode(`imei:${IMEI},${frame}`).messages[0];

describe('a report', () => {
  test('has coordinates, time, speed, and inputs', () => {
    const message = report(`tracker,260322071530,,${PLACE},21.60,87,12,1,0,46.50%,,+21;`);
    expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(message?.fix).toMatchObject({ valid: true, lat: -34.9055, courseDeg: 87, altitudeM: 12 });
    expect(message?.fix?.speedKph).toBeCloseTo(40.0032, 9);
    expect(message?.attributes).toEqual({ ignition: true, door: false, fuelPercent: 46.5, temperature1C: 21 });
  });

  // The time is UTC, the date is the device's.
  test.each([
    ['260322231530', '021530.000', '2026-03-23T02:15:30.000Z'],
    ['260322011530', '231530.000', '2026-03-21T23:15:30.000Z'],
    ['2603220715', '101530.000', '2026-03-22T10:15:30.000Z'],
    ['26/03/22 07:15', '101530.000', '2026-03-22T10:15:30.000Z'],
  ])('at %s with the clock %s is of %s', (local, clock, utc) => {
    const message = report(`tracker,${local},,${PLACE.replace('101530.000', clock)},0,0;`);
    expect(message?.fix?.time.toISOString()).toBe(utc);
  });

  test.each([
    ['help me', 'sos'],
    ['low battery', 'lowBattery'],
    ['ac alarm', 'powerCut'],
    ['move', 'movement'],
    ['speed', 'overspeed'],
    ['sensor alarm', 'vibration'],
  ])('of "%s" raises %s, with a position and without', (reason, alarm) => {
    expect(report(`${reason},2603220715,,${PLACE},0.00,0;`)?.attributes.alarm).toEqual([alarm]);
    expect(report(`${reason},000000000,,L,,,0110,,a029,,,;`)).toMatchObject({
      fix: null,
      attributes: { alarm: [alarm] },
    });
  });

  test('of a card has its number, and of a phone call nothing', () => {
    const card = report(`rfid,260322071530,80A2B3,${PLACE},0.00,0;`);
    expect(card).toMatchObject({ fix: { lat: -34.9055 }, attributes: { event: 'rfid', driverTag: '80A2B3' } });
    expect(report(`tracker,260322071530,13300001111,${PLACE},0.00,0;`)?.attributes).toEqual({});
  });

  test('with decimal degrees has its speed in km/h', () => {
    const message = report(
      'Van 1,---,------,----,101530,220326,24,1,-34.90550,-56.19130,040,087,0012,0.90,11,1,0,---,*',
    );
    expect(message?.fix).toMatchObject({ lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87, altitudeM: 12 });
    expect(message?.attributes).toEqual({ rssi: 24, hdop: 0.9, satellites: 11, ignition: true, charging: false });
  });

  test('of the engine has the odometer, sent in kilometres', () => {
    expect(
      report('OBD,260322071530,125037,4.10,7.80,410,52,33.10%,88,14.20%,1740,13.90,P0137,,,;')?.attributes,
    ).toMatchObject({
      odometerM: 125_037_000,
      fuelLPerHour: 4.1,
      fuelLPer100Km: 7.8,
      // The frame contains 410 hours.
      engineHoursS: 1_476_000,
      engineRpm: 1740,
      powerV: 13.9,
      coolantC: 88,
      troubleCodes: ['P0137'],
    });
  });
});

test('a login is answered with LOAD, a heartbeat with ON', () => {
  expect(decode(`##,imei:${IMEI},A;`)).toMatchObject({
    identities: [IMEI],
    messages: [{ kind: 'login' }],
    replies: [{ when: 'now', bytes: asciiBytes('LOAD') }],
  });
  expect(decode(`${IMEI};`)).toMatchObject({
    identities: [IMEI],
    messages: [{ kind: 'heartbeat' }],
    replies: [{ when: 'now', bytes: asciiBytes('ON') }],
  });
});

test('commands carry the identity', () => {
  const decoder = newGps103Decoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(asciiBytes(`##,imei:${IMEI},A;`));
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes(`**,imei:${IMEI},B`));
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(asciiBytes(`**,imei:${IMEI},J`));
  expect(decoder.encode({ kind: 'engineResume' })).toEqual(asciiBytes(`**,imei:${IMEI},K`));
});

test('a typed command is framed by the protocol', () => {
  const decoder = newGps103Decoder();
  decoder.decode(asciiBytes(`##,imei:${IMEI},A;`));
  expect(decoder.encode({ kind: 'text', text: 'H,080' })).toEqual(asciiBytes(`**,imei:${IMEI},H,080`));
  expect(decoder.encode({ kind: 'text', text: `**,imei:${IMEI},E` })).toEqual(asciiBytes(`**,imei:${IMEI},E`));
});

test.each(['jt', 'kt', 'ht', 'lt'])('"%s" is a command reply with a position', (word) => {
  expect(report(`${word},260322071530,,${PLACE},0.00,0;`)).toMatchObject({
    kind: 'reply',
    text: word,
    fix: { lat: -34.9055, time: new Date('2026-03-22T10:15:30Z') },
  });
});

describe('before the first fix', () => {
  test('a report with a date of zeros keeps its alarm, and has neither time nor position', () => {
    expect(report('help me,0000000000,,F,000000.000,V,0000.0000,N,00000.0000,E,0.00,0,,1,0;')).toEqual({
      kind: 'report',
      deviceTime: null,
      fix: null,
      attributes: { alarm: ['sos'], ignition: true, door: false },
    });
  });

  test('a report with cells only is a heartbeat', () => {
    const message = report('tracker,260322071530,,L,,,27dd,,624c,,,;');
    expect(message).toEqual({ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} });
  });
});

test('an unreadable field only loses that field', () => {
  const message = report(`tracker,260322071530,,${PLACE},2x.60,8?,--,1,0,46.50%,,+21;`);
  expect(message?.fix).toMatchObject({ lat: -34.9055, lon: -56.1913, speedKph: 0 });
  expect(message?.attributes).toMatchObject({ ignition: true, fuelPercent: 46.5 });
  expect(report(`help me,260322071530,,F,101530.000,A,34x4.3300,S,05611.4780,W,0.00,0;`)).toMatchObject({
    fix: null,
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    attributes: { alarm: ['sos'] },
  });
});

test('zeros without a fix are an invalid position', () => {
  expect(report('tracker,260322071530,,F,101530.000,V,0000.0000,N,00000.0000,E,0.00,0;')?.fix).toMatchObject({
    valid: false,
    lat: 0,
    lon: 0,
    time: new Date('2026-03-22T10:15:30Z'),
  });
});

test('a photo chunk is a heartbeat', () => {
  expect(report('vr0100fffe;')).toEqual({ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} });
});

const plain = (event: string, sensor: string, volts: string) =>
  report(`TRK,${event},${sensor},${volts},101530,220326,24,1,-34.905500,-56.191300,40,87,12,0.9,11,1,0,----*`);

test('a model with decimal degrees sends event and sensor, dashes when missing', () => {
  expect(plain('SOS', '0A12', '3.61')).toMatchObject({
    fix: { valid: true, lat: -34.9055, speedKph: 40 },
    attributes: { event: 'SOS', sensorId: '0A12', sensorV: 3.61, rssi: 24, satellites: 11, ignition: true },
  });
  expect(plain('-', '-', '-')?.attributes).toEqual({
    rssi: 24,
    hdop: 0.9,
    satellites: 11,
    ignition: true,
    charging: false,
  });
});

test('a second tank has its own level', () => {
  const message = report(`tracker,260322071530,,${PLACE},21.60,87,12,1,0,46.50%,12.00%,+21;`);
  expect(message?.attributes).toMatchObject({ fuelPercent: 46.5, fuel2Percent: 12, temperature1C: 21 });
});

test('turning on the ignition while armed raises an alarm', () => {
  expect(report(`acc alarm,260322071530,,${PLACE},0.00,0;`)?.attributes).toMatchObject({
    alarm: ['general'],
    ignition: true,
  });
});

test('degrees without a hemisphere field are north and east', () => {
  const message = report('tracker,260322071530,,F,101530.000,A,3454.3300,05611.4780,21.60,87;');
  // The frame contains 34° 54.33' and 56° 11.478', 21.6 knots.
  expect(message?.fix).toMatchObject({ lat: 34.9055, lon: 56.1913, courseDeg: 87 });
  expect(message?.fix?.speedKph).toBeCloseTo(40.0032, 6);
});

test('a login without its first characters is a login, and a heartbeat in one piece with a report is answered', () => {
  expect(decode(`imei:${IMEI},A;`)).toMatchObject({
    messages: [{ kind: 'login' }],
    replies: [{ bytes: asciiBytes('LOAD') }],
  });
  expect(decode(`${IMEI}imei:${IMEI},tracker,260322071530,,${PLACE},0.00,0;`)).toMatchObject({
    messages: [{ kind: 'report' }],
    replies: [{ when: 'now', bytes: asciiBytes('ON') }],
  });
});
