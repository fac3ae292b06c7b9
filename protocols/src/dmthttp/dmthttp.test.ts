import { expect, test } from 'vitest';
import type { HttpFrame } from '../types.ts';
import { dmthttp } from './dmthttp.ts';
import { edge, POSITION, post, record, records, REQUESTS, SWITCHES } from './requests.fixture.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const decode = (request: HttpFrame) => dmthttp.decode(request, TIME);
const first = (request: HttpFrame) => decode(request).messages[0];
const at = (place: object) => first(records(record(3, { ...POSITION, ...place }, SWITCHES)))?.fix;

test('records have identity, coordinates, time, switches, voltages and device temperature', () => {
  const { identities, messages, reply } = decode(REQUESTS[0]);
  expect([identities, reply, messages.length]).toEqual([['356000000000013'], { status: 200, body: '' }, 2]);
  expect(messages[0]?.deviceTime).toEqual(new Date('2026-03-22T10:15:32Z'));
  expect(messages[0]?.fix).toEqual({
    time: TIME,
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12,
    // The frame contains 1111 cm/s.
    speedKph: expect.closeTo(39.996, 6),
    courseDeg: 0,
  });
  expect(messages[0]?.attributes).toMatchObject({
    event: 11,
    accuracyM: 7,
    ignition: true,
    motion: true,
    input1: true,
    input2: false,
    input3: true,
    output1: false,
    output2: true,
    batteryV: 4.125,
    powerV: 12.34,
    deviceTemperatureC: -5.5,
    rssi: 24,
    analog5: 4072,
  });
});

test('the reason and the state raise alarms', () => {
  expect(decode(REQUESTS[0]).messages.map(({ attributes }) => attributes.alarm)).toEqual([
    undefined,
    ['hardBraking', 'lowBattery', 'tampering'],
  ]);
  expect(first(records(record(13, POSITION, SWITCHES)))?.attributes.alarm).toEqual(['hardAcceleration']);
});

test('a receiver that never had a fix reports its epoch, and without a fix the position is an old one', () => {
  expect(at({ GpsUTC: '2013-01-01 00:00:00' })).toBeNull();
  // If rejected, it would be sent forever.
  expect(at({ Lat: 91 })).toBeNull();
  expect(at({ GpsUTC: '0001-01-01 00:00:00' })).toBeNull();
  expect(first(records({ Reason: 11, DateUTC: '0001-01-01 00:00:00' }))).toMatchObject({ deviceTime: null });
  expect(at({ GpsStat: 0 })?.valid).toBe(false);
  expect(at({ GpsStat: 0, Lat: 0, Long: 0 })).toBeNull();
  expect(at({ GpsStat: undefined, Spd: undefined })).toMatchObject({ valid: false, speedKph: 0 });
});

test('an Edge device sends position and accuracy, or counters only', () => {
  expect(decode(REQUESTS[1]).identities).toEqual(['356000000000013']);
  expect(first(REQUESTS[1])).toMatchObject({
    deviceTime: TIME,
    fix: { time: TIME, valid: true, lat: -34.9055, lon: -56.1913, altitudeM: null },
    attributes: { event: 1, accuracyM: 47.7, batteryV: 4.265, ignition: true, status: 137 },
  });
  expect(first(REQUESTS[1])?.attributes.alarm).toBeUndefined();
  expect(first(edge({ reason: 1, lat: null, lng: 5 }))?.fix).toBeNull();
  expect(first(edge({ reason: 1, inputs: 2 }))?.attributes).not.toHaveProperty('output1');
  expect(first(REQUESTS[2])).toEqual({
    kind: 'report',
    deviceTime: TIME,
    fix: null,
    attributes: { event: 42, batteryV: 5.304, batteryPercent: 99.5, counter128: 1 },
  });
});

test.each([
  ['no JSON', { ...post(1), body: '{"IMEI":' }, 'not JSON'],
  ['a number', post(5), 'not a JSON object'],
  ['nobody', post({ Records: [record(1)] }), 'IMEI is missing'],
  ['no records', records(), 'no Records'],
  ['a record without a reason', records({ DateUTC: '2026-03-22 10:15:32' }), 'Reason'],
  ['a record without a time', records({ Reason: 1 }), 'DateUTC is not a time'],
  ['an Edge device without a reason', edge({}), 'reason'],
  ['an Edge device without a time', edge({ reason: 1, date: 'now' }), 'date is not a time'],
  ['too many records', records(...Array.from({ length: 501 }, () => record(1))), 'more than 500'],
])('%s is refused', (_, request, reason) => {
  expect(decode(request)).toMatchObject({ reply: { status: 400 }, fault: expect.stringContaining(reason) });
});

test('garbage gives no more than 64 attributes', () => {
  const many = Array.from({ length: 200 }, (_, id) => ({ id, val: 1 }));
  const analogs = { AnalogueData: Object.fromEntries(many.map(({ id, val }) => [id, val])), FType: 6 };
  for (const request of [records(record(1, analogs)), edge({ reason: 1, analogues: many, counters: many })])
    expect(Object.keys(first(request)?.attributes ?? {})).toHaveLength(64);
});
