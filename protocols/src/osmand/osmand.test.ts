import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HttpDecoded } from '../types.ts';
import { osmandQuery, traccarClientBody } from './device.ts';
import { osmand } from './osmand.ts';

const NOW = new Date('2026-03-01T09:30:00Z');

const get = (query: string): HttpDecoded => osmand.decode({ method: 'GET', url: query, headers: {}, body: '' }, NOW);
const post = (type: string, body: string, url = '/'): HttpDecoded =>
  osmand.decode({ method: 'POST', url, headers: { 'content-TYPE': type }, body }, NOW);
const minutes = (decoded: HttpDecoded) => decoded.messages.map(({ fix }) => fix?.time.getUTCMinutes());
const postJson = (body: unknown): HttpDecoded => post('application/json; charset=utf-8', JSON.stringify(body));

test('query: identity, coordinates, speed in knots, and the rest as attributes', () => {
  const decoded = get(
    '/?id=4711&timestamp=1772352000&lat=12.9716&lon=77.5946&speed=27&bearing=361.5&altitude=920.5&accuracy=4&hdop=0.9' +
      '&batt=57&charge=true&driverUniqueId=0012AB&ignition=true&sat=11&rssi=-71&note=two+words&steps=12&alarm=sos',
  );
  expect(decoded).toEqual({
    identities: ['4711'],
    messages: [
      {
        kind: 'report',
        deviceTime: new Date('2026-03-01T08:00:00Z'),
        fix: {
          time: new Date('2026-03-01T08:00:00Z'),
          valid: true,
          lat: 12.9716,
          lon: 77.5946,
          altitudeM: 920.5,
          speedKph: expect.closeTo(50.004, 6), // 27 knots of 1.852 km/h
          courseDeg: 1.5,
        },
        attributes: {
          accuracyM: 4,
          hdop: 0.9,
          batteryPercent: 57,
          charging: true,
          driverTag: '0012AB',
          ignition: true,
          satellites: 11,
          rssi: -71,
          note: 'two words',
          steps: 12,
          alarm: ['sos'],
        },
      },
    ],
    reply: { status: 200, body: '' },
  });
});

test('the URLs of GPSLogger and PhoneTrack, as they fill them in', () => {
  const logger = get(
    '/?id=abc&lat=41.741&lon=-91.845&timestamp=1736999691&altitude=1387.0&speedMps=10.0&bearing=170.5&accuracy=6.0&sat=0' +
      '&hdop=&batt=27.0&charging=false',
  );
  expect(logger.messages[0]?.fix).toMatchObject({ lat: 41.741, speedKph: 36, courseDeg: 170.5, altitudeM: 1387 });
  expect(logger.messages[0]?.fix?.time.toISOString()).toBe('2025-01-16T03:54:51.000Z');
  expect(logger.messages[0]?.attributes).toEqual({ accuracyM: 6, satellites: 0, batteryPercent: 27, charging: false });
  const track = get('/?id=abc&lat=41.741&lon=-91.845&timestamp=1736999691&speedMps=&bearing=0.0&sat=7&batt=27');
  expect(track.messages[0]).toMatchObject({ fix: { speedKph: 0 }, attributes: { satellites: 7, batteryPercent: 27 } });
});

test('a form body is read like a query, and deviceid like id', () => {
  const { identities, messages } = post(
    'application/x-www-form-urlencoded',
    'deviceid=a-1&lat=-33.5&lon=-70.25&valid=0',
  );
  expect(identities).toEqual(['a-1']);
  expect(messages[0]?.fix).toMatchObject({ time: NOW, valid: false, lat: -33.5, lon: -70.25, altitudeM: null });
});

test.each([
  ['seconds', '1772352000'],
  ['milliseconds', '1772352000000'],
  ['ISO 8601', '2026-03-01T08:00:00Z'],
  ['an offset whose plus sign was lost in the URL', '2026-03-01T13:30:00+05:30'],
  ['a plain time, in UTC', '2026-03-01%2008:00:00'],
])('timestamp: %s', (_, timestamp) => {
  const { messages } = get(`/?id=1&location=1.5,2.5&timestamp=${timestamp}`);
  expect(messages[0]?.fix).toMatchObject({ time: new Date('2026-03-01T08:00:00Z'), lat: 1.5, lon: 2.5 });
});

test('cells and Wi-Fi networks without coordinates are a report without a fix', () => {
  const { messages } = get('/?id=1&cell=257,02,16,2224&cell=257,02,16,2223,-90&wifi=00-14-22-01-23-45,-80');
  expect(messages[0]).toEqual({
    kind: 'report',
    deviceTime: NOW,
    fix: null,
    attributes: { cells: ['257,02,16,2224', '257,02,16,2223,-90'], wifi: ['00-14-22-01-23-45,-80'] },
  });
});

test('an identity alone is a heartbeat, and 0, 0 is not a position', () => {
  expect(get('/?id=1').messages[0]?.kind).toBe('heartbeat');
  expect(get('/?id=1&lat=0&lon=0').messages[0]?.fix).toBeNull();
});

test('an invalid altitude or speed does not lose the position', () => {
  expect(get('/?id=1&lat=1&lon=2&altitude=NaN&speed=&bearing=-1').messages[0]?.fix).toMatchObject({
    lat: 1,
    altitudeM: null,
    speedKph: 0,
    courseDeg: 0,
  });
});

test.each([
  ['ON', true],
  ['On', true],
  ['on', true],
  ['yes', true],
  ['Y', true],
  ['TRUE', true],
  ['1', true],
  ['OFF', false],
  ['off', false],
  ['No', false],
  ['n', false],
  ['False', false],
  ['%20off%20', false],
])('%s is an on/off state in every form of a report', (word, state) => {
  const query = `id=1&lat=1&lon=2&ignition=${word}&charge=${word}&motion=${word}&door=${word}&input2=${word}&output1=${word}`;
  const attributes = { ignition: state, charging: state, motion: state, door: state, input2: state, output1: state };
  const text = decodeURIComponent(word);
  const extras = { ignition: text, charge: text, motion: text, door: text, input2: text, output1: text };
  const { timestamp, coords } = { timestamp: NOW.toISOString(), coords: { latitude: 1, longitude: 2 } };
  for (const { messages } of [
    get(`/?${query}`),
    post('application/x-www-form-urlencoded', query),
    postJson({ id: '1', lat: 1, lon: 2, ...extras }),
    postJson({ device_id: '1', location: { timestamp, coords, extras } }),
  ])
    expect(messages[0]?.attributes).toEqual(attributes);
  expect(get(`/?id=1&lat=1&lon=2&valid=${word}`).messages[0]?.fix?.valid).toBe(state);
});

test('unknown parameters may be on/off states too, and keep any other word', () => {
  const { messages } = get('/?id=1&pto=ON&heater=Off&note=yes&ramp=maybe&alarm=SOS,PowerCut');
  expect(messages[0]?.attributes).toEqual({
    pto: true,
    heater: false,
    note: 'yes',
    ramp: 'maybe',
    alarm: ['sos', 'powerCut'],
  });
});

test('an invalid value of a known name is dropped', () => {
  const { messages } = get('/?id=1&sat=many&ignition=5&motion=1&__proto__=1&battery=3.9&alarm=sos,unheard');
  expect(messages[0]?.attributes).toEqual({ motion: true, batteryV: 3.9, alarm: ['sos', 'general'] });
});

describe('JSON of the newer Traccar client', () => {
  const location = {
    timestamp: '2026-03-01T08:00:00.250Z',
    coords: { latitude: 12.9716, longitude: 77.5946, accuracy: 3.8, speed: 10, heading: 63, altitude: 35.7 },
    is_moving: true,
    odometer: 1234.5,
    event: 'motionchange',
    activity: { type: 'in_vehicle', confidence: 100 },
    battery: { is_charging: false, level: 0.79 },
    extras: { ignition: true, cargo: 'ice' },
    _: '&id=5&',
  };

  test('one location', () => {
    const { identities, messages } = postJson({ location, device_id: '8737767034' });
    expect(identities).toEqual(['8737767034']);
    expect(messages).toEqual([
      {
        kind: 'report',
        deviceTime: new Date('2026-03-01T08:00:00.250Z'),
        fix: {
          time: new Date('2026-03-01T08:00:00.250Z'),
          valid: true,
          lat: 12.9716,
          lon: 77.5946,
          altitudeM: 35.7,
          speedKph: 36,
          courseDeg: 63,
        },
        attributes: {
          accuracyM: 3.8,
          motion: true,
          odometerM: 1234.5,
          event: 'motionchange',
          activity: 'in_vehicle',
          charging: false,
          batteryPercent: 79,
          ignition: true,
          cargo: 'ice',
        },
      },
    ]);
  });

  test('unknown values of the phone are -1', () => {
    const coords = { ...location.coords, speed: -1, heading: -1 };
    const { messages } = postJson({ location: { ...location, coords, battery: { level: -1 } }, device_id: 1 });
    expect(messages[0]?.fix).toMatchObject({ speedKph: 0, courseDeg: 0 });
    expect(messages[0]?.attributes.batteryPercent).toBeUndefined();
  });

  test('a batch in either form keeps its order', () => {
    const later = { ...location, timestamp: '2026-03-01T08:01:00Z' };
    expect(minutes(postJson({ location: [location, later], device_id: '1' }))).toEqual([0, 1]);
    const each = [later, location].map((one) => ({ location: one, device_id: '1' }));
    expect(minutes(postJson(each))).toEqual([1, 0]);
  });

  test('the parameters of the query as a JSON object', () => {
    expect(postJson({ id: 9, lat: 1.5, lon: 2.5, batt: 40 })).toMatchObject({
      identities: ['9'],
      messages: [{ fix: { lat: 1.5, lon: 2.5 }, attributes: { batteryPercent: 40 } }],
    });
  });

  test.each<[string, unknown, string]>([
    ['no identity', { location }, 'device_id is missing'],
    ['no latitude', { location: { coords: { longitude: 1 } }, device_id: 1 }, 'coords.latitude is missing'],
    [
      'no time',
      { location: { ...location, timestamp: 'yesterday' }, device_id: 1 },
      'location.timestamp is not a time',
    ],
    [
      'several devices',
      [
        { location, device_id: 1 },
        { location, device_id: 2 },
      ],
      'several devices',
    ],
    ['an empty list', [], 'the body is empty'],
    ['a number', 5, 'not a JSON object'],
  ])('%s is refused with its name', (_, body, reason) => {
    expect(postJson(body).fault).toContain(reason);
  });

  test('half an object is refused', () => {
    expect(post('application/json', '{"location":').fault).toBe('the body is not JSON');
  });
});

test.each([
  ['/?lat=1&lon=2', 'id is missing'],
  ['/', 'id is missing'],
  ['/?id=%20', 'id is missing'],
  ['/?id=a%00b&lat=1&lon=2', 'id is not an identity'],
  ['/?id=1&lat=1', 'lon is missing'],
  ['/?id=1&lon=1', 'lat is missing'],
  ['/?id=1&lat=north&lon=2', 'lat is not a number'],
  ['/?id=1&lat=91&lon=2', 'latitude is out of range'],
  ['/?id=1&lat=1&lon=-181', 'longitude is out of range'],
  ['/?id=1&lat=1&lon=2&timestamp=soon', 'timestamp is not a time'],
])('%s is answered with 400 and the reason', (url, reason) => {
  const decoded = get(url);
  expect(decoded.fault).toContain(reason);
  expect(decoded.reply).toEqual({ status: 400, body: decoded.fault });
  expect(decoded.messages).toEqual([]);
});

const reports = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/),
  time: fc.integer({ min: 1_420_070_400, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000)),
  lat: fc.integer({ min: -900_000_000, max: 900_000_000 }).map((n) => n / 1e7),
  lon: fc.integer({ min: 1, max: 1_800_000_000 }).map((n) => n / 1e7),
  speedKph: fc.integer({ min: 0, max: 200 }),
  courseDeg: fc.integer({ min: 0, max: 359 }),
  altitudeM: fc.integer({ min: -400, max: 9000 }),
  batteryPercent: fc.integer({ min: 0, max: 100 }),
  charging: fc.boolean(),
  ignition: fc.boolean(),
  motion: fc.boolean(),
});

test('the query and JSON of a phone decode to what was encoded', () => {
  fc.assert(
    fc.property(reports, (report) => {
      // After 2038 a time in seconds would be read as milliseconds: the query form ends there.
      const query = report.time.getTime() / 1000 < 2 ** 31 - 1 ? [get(osmandQuery(report))] : [];
      for (const decoded of [...query, post('application/json', traccarClientBody(report))]) {
        const { id, time, lat, lon, altitudeM, courseDeg, speedKph, ...attributes } = report;
        expect(decoded.identities).toEqual([id]);
        const fix = { time, valid: true, lat, lon, altitudeM, courseDeg, speedKph: expect.closeTo(speedKph, 2) };
        expect(decoded.messages).toEqual([{ kind: 'report', deviceTime: time, fix, attributes }]);
      }
    }),
    { numRuns: 100 },
  );
});

test('noise never throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.json({ maxDepth: 4 }), (noise, json) => {
      get(`/?id=1&${noise}`);
      post('application/x-www-form-urlencoded', noise);
      post('application/json', json);
      postJson({ device_id: '1', location: JSON.parse(json) });
    }),
    { numRuns: 300 },
  );
});
