import { describe, expect, test } from 'vitest';
import { mqtt } from '../mqtt/mqtt.ts';
import { owntracks } from '../owntracks/owntracks.ts';
import { fieldsOf, parseJson } from './json-text.ts';
import { type JsonMapping, readJson } from './read-json.ts';

const NOW = new Date('2026-03-01T09:30:00Z');
const EMPTY_MAPPING: JsonMapping = {
  identity: { level: 1 },
  time: null,
  place: null,
  speed: null,
  course: null,
  altitude: null,
  ignition: null,
  battery: null,
  attributes: [],
};
const readAll = (mapping: Partial<JsonMapping>, json: unknown, topic = 'fleet/van-7/pos') =>
  readJson({ ...EMPTY_MAPPING, ...mapping }, topic, typeof json === 'string' ? json : JSON.stringify(json), NOW);
/** Reads a single message. */
const read = (...decoded: Parameters<typeof readAll>) => {
  const { identity, messages } = readAll(...decoded);
  const [message, ...others] = messages;
  if (!message || others.length > 0) throw new Error(`${messages.length} messages`);
  return { identity, message };
};

test('a list of messages of one device is read message by message', () => {
  const mapping = {
    identity: { path: ['id'] },
    time: { path: ['t'], form: 'seconds' as const },
    attributes: [{ path: ['v'], name: 'v' }],
  };
  const list = [1772352000, 1772352060].map((t, index) => ({ id: 'van-7', t, v: index }));
  const { identity, messages } = readAll(mapping, list);
  expect(identity).toBe('van-7');
  expect(messages.map(({ deviceTime, attributes }) => [deviceTime?.toISOString(), attributes])).toEqual([
    ['2026-03-01T08:00:00.000Z', { v: 0 }],
    ['2026-03-01T08:01:00.000Z', { v: 1 }],
  ]);
  expect(() => readAll(mapping, [...list, { id: 'van-8', t: 1 }])).toThrow('of several devices');
  expect(() => readAll({ ...mapping, time: null }, list)).toThrow('need a field for the time');
  expect(() => readAll(mapping, [])).toThrow('nor a list of them');
  expect(() => readAll(mapping, [list[0], 5])).toThrow('nor a list of them');
  expect(() =>
    readAll(
      mapping,
      Array.from({ length: 201 }, () => ({})),
    ),
  ).toThrow('more than 200 messages');
});

const at = (lat: number, t: number | null) => ({ t, lat, lon: 73 });

test('an unreadable message of a list does not lose the others', () => {
  const mapping = {
    time: { path: ['t'], form: 'seconds' as const },
    place: { lat: ['lat'], lon: ['lon'] },
  };
  const { messages, fault } = readAll(mapping, [at(20, null), at(20, 1772352000), at(91, 1772352060)]);
  expect(messages).toMatchObject([{ deviceTime: new Date('2026-03-01T08:00:00Z'), fix: { lat: 20, lon: 73 } }]);
  expect(fault).toBe('the time is not in the form that was chosen: no value');
  expect(() => readAll(mapping, [at(91, 1772352000), at(92, 1772352060)])).toThrow('latitude is out of range');
});

test('a message is read by its fields: seconds, knots, numbers as text, named attributes', () => {
  const mapping: JsonMapping = {
    identity: { path: ['dev', 'imei'] },
    time: { path: ['ts'], form: 'seconds' },
    place: { lat: ['gps', 'la'], lon: ['gps', 'lo'] },
    speed: { path: ['gps', 'sp'], unit: 'knots' },
    course: ['gps', 'hd'],
    altitude: ['gps', 'al'],
    ignition: ['io', '0'],
    battery: ['bat'],
    attributes: [
      { path: ['io', '1'], name: 'cargoTemperature' },
      { path: ['gps', 'n'], name: 'satellites' },
      { path: ['gone'], name: 'gone' },
      { path: ['gps'], name: 'all' },
    ],
  };
  const gps = { la: '20.0059', lo: 73.7898, sp: 10, hd: 270, al: '584.5', n: 9 };
  // 1772352000 s is 2026-03-01 08:00:00 UTC; 10 knots are 18.52 km/h.
  expect(read(mapping, { dev: { imei: 356307042441013 }, ts: '1772352000', gps, io: ['on', '-4.5'], bat: 71 })).toEqual(
    {
      identity: '356307042441013',
      message: {
        kind: 'report',
        deviceTime: new Date('2026-03-01T08:00:00Z'),
        fix: {
          time: new Date('2026-03-01T08:00:00Z'),
          valid: true,
          lat: 20.0059,
          lon: 73.7898,
          altitudeM: 584.5,
          speedKph: 18.52,
          courseDeg: 270,
        },
        attributes: { ignition: true, batteryPercent: 71, cargoTemperature: -4.5, satellites: 9 },
      },
    },
  );
});

test.each([
  ['iso', '2026-03-01T13:30:00+05:30'],
  ['iso', '2026-03-01T13:30:00+0530'],
  ['iso', '2026-03-01T10:00:00.000+02'],
  ['iso', '2026-03-01 08:00:00'],
  ['iso', '2026-03-01t08:00z'],
  ['seconds', 1772352000],
  ['seconds', '1772352000.0'],
  ['milliseconds', 1772352000000],
] as const)('%s %s is 2026-03-01 08:00 UTC', (form, value) => {
  const { message } = read({ time: { path: ['t'], form } }, { t: value });
  expect(message.deviceTime).toEqual(new Date('2026-03-01T08:00:00Z'));
});

test.each([
  ['iso', 1772352000],
  ['iso', 'yesterday'],
  ['iso', '01.03.2026 08:00'],
  ['seconds', 1772352000000],
  ['seconds', '2026-03-01T08:00:00Z'],
  ['seconds', null],
  ['milliseconds', -5],
  ['milliseconds', {}],
] as const)('%s does not fit %j', (form, value) => {
  expect(() => read({ time: { path: ['t'], form } }, { t: value })).toThrow('the time is not in the form');
});

test('without a time field the time is that of arrival, which a retained message does not have', () => {
  const mapping = { ...EMPTY_MAPPING, place: { lat: ['lat'], lon: ['lon'] } };
  const text = '{"lat":20,"lon":73}';
  const [message] = readJson(mapping, 'fleet/van-7/pos', text, NOW).messages;
  expect(message).toMatchObject({ deviceTime: null, fix: { time: NOW } });
  expect(() => readJson(mapping, 'fleet/van-7/pos', text, null)).toThrow('does not say its time');
});

describe('a position', () => {
  const point = { type: 'Point', coordinates: [73.7898, 20.0059, 584] };
  const expected = { lat: 20.0059, lon: 73.7898, altitudeM: 584, speedKph: 0, courseDeg: 0 };

  // RFC 7946: longitude comes first.
  test.each([
    ['a point', ['loc'], { loc: point }],
    ['a feature that is the whole message', [], { type: 'Feature', geometry: point, properties: {} }],
    ['coordinates by themselves', ['loc', 'coordinates'], { loc: point }],
  ])('is read as %s', (_name, geojson, json) => {
    expect(read({ place: { geojson } }, json).message.fix).toMatchObject(expected);
  });

  test.each([
    ['null', { lat: null, lon: null }],
    ['not there', {}],
    ['0, 0', { lat: 0, lon: 0 }],
  ])('is missing when it is %s', (_name, json) => {
    const place = { lat: ['lat'], lon: ['lon'] };
    expect(read({ place }, { ...json, b: 3 }).message).toMatchObject({ kind: 'heartbeat', fix: null });
    expect(read({ place, attributes: [{ path: ['b'], name: 'b' }] }, { ...json, b: 3 }).message).toMatchObject({
      kind: 'report',
      fix: null,
      attributes: { b: 3 },
    });
  });

  test.each([
    [{ lat: 91, lon: 0 }, 'latitude is out of range'],
    [{ lat: 20, lon: '181' }, 'longitude is out of range'],
    [{ lat: 20 }, 'the longitude is missing'],
    [{ lat: 'north', lon: 73 }, 'the latitude is not a number: north'],
    [{ lat: '1e999', lon: 73 }, 'the latitude is not a number'],
    [{ lat: true, lon: 73 }, 'the latitude is not a number'],
  ])('%j: %s', (json, fault) => {
    expect(() => read({ place: { lat: ['lat'], lon: ['lon'] } }, json)).toThrow(fault);
  });

  test.each([[[1]], ['73,20'], [{ type: 'Polygon', coordinates: [] }]])('%j is not a GeoJSON point', (loc) => {
    expect(() => read({ place: { geojson: ['loc'] } }, { loc })).toThrow('not a GeoJSON point');
  });
});

test.each([
  [true, true],
  [0, false],
  ['ON', true],
  ['no', false],
  ['perhaps', undefined],
  [null, undefined],
  [{}, undefined],
])('ignition %j is %s', (value, ignition) => {
  expect(read({ ignition: ['acc'] }, { acc: value }).message.attributes.ignition).toBe(ignition);
});

test.each([
  ['kmh', 36],
  ['ms', 129.6],
  ['mph', 57.936],
  ['knots', 66.672],
] as const)('36 in %s is %d km/h', (unit, kph) => {
  const mapping = { place: { lat: ['lat'], lon: ['lon'] }, speed: { path: ['v'], unit } };
  expect(read(mapping, { lat: 1, lon: 1, v: 36 }).message.fix?.speedKph).toBeCloseTo(kph, 3);
});

describe('hostile messages', () => {
  test.each([
    ['nested 8,000 deep', `${'['.repeat(8000)}${']'.repeat(8000)}`, 'not a JSON object'],
    ['an object nested 2,700 deep', `${'{"a":'.repeat(2700)}1${'}'.repeat(2700)}`, 'the device is missing'],
    ['longer than 16,384 characters', `{"a":"${'x'.repeat(16_384)}"}`, 'longer than'],
    ['no JSON', '{"a":', 'not JSON'],
    ['null', 'null', 'not a JSON object'],
    ['a number', '5', 'not a JSON object'],
  ])('%s', (_name, text, fault) => {
    expect(() => read({ identity: { path: ['id'] } }, text)).toThrow(fault);
  });

  test('inherited properties are not fields, and their names change nothing', () => {
    const text = '{"__proto__":{"polluted":1,"id":"x"},"constructor":{"prototype":{"polluted":1}}}';
    for (const path of [['toString'], ['constructor', 'name'], ['__proto__', '__proto__', 'constructor', 'name']]) {
      expect(() => read({ identity: { path } }, text)).toThrow('the device is missing');
    }
    const attributes = [{ path: ['__proto__', 'polluted'], name: '__proto__' }];
    expect(read({ attributes }, text).message.attributes).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each([{}, { id: '' }, { id: 'a b' }, { id: 'x'.repeat(65) }, { id: ['a'] }, { id: true }])(
    '%j does not identify a device',
    (json) => expect(() => read({ identity: { path: ['id'] } }, json)).toThrow('the device'),
  );

  test('a topic with fewer levels does not identify one', () => {
    expect(() => read({ identity: { level: 3 } }, {})).toThrow('the device in the topic is missing');
    expect(read({ identity: { level: 0 } }, {}, 'van-9').identity).toBe('van-9');
  });
});

describe('fields to choose from', () => {
  test('lists all values with their paths, and GeoJSON besides its parts', () => {
    const json = { id: 'v', on: true, no: null, io: [1], at: { type: 'Point', coordinates: [7, 5] } };
    expect(fieldsOf(json)).toEqual([
      { path: ['id'], kind: 'text', value: 'v' },
      { path: ['on'], kind: 'boolean', value: 'true' },
      { path: ['no'], kind: 'null', value: 'null' },
      { path: ['io', '0'], kind: 'number', value: '1' },
      { path: ['at'], kind: 'geojson', value: '7, 5' },
      { path: ['at', 'type'], kind: 'text', value: 'Point' },
      { path: ['at', 'coordinates', '0'], kind: 'number', value: '7' },
      { path: ['at', 'coordinates', '1'], kind: 'number', value: '5' },
    ]);
  });

  test('lists at most 200, 8 deep, with names of at most 64 letters and values cut after 80', () => {
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, index]));
    expect(fieldsOf(wide)).toHaveLength(200);
    expect(fieldsOf(parseJson(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`)[0])).toEqual([]);
    expect(fieldsOf(parseJson(`${'{"a":'.repeat(8)}1${'}'.repeat(8)}`)[0])).toHaveLength(1);
    expect(fieldsOf({ ['k'.repeat(65)]: 1, text: 'x'.repeat(500) })).toEqual([
      { path: ['text'], kind: 'text', value: 'x'.repeat(80) },
    ]);
  });
});

const field = (value: string) => [value.length >> 8, value.length & 0xff, ...Buffer.from(value)];
const packet = (first: number, body: number[]) => Uint8Array.of(first, body.length, ...body);

describe('protocols that carry JSON', () => {
  const text = '{"id":"van-7","lat":20,"lon":73}';
  const unknown: [string, string][] = [];
  const described = {
    read: (topic: string, reported: string) =>
      topic === 'fleet/pos'
        ? readJson(
            { ...EMPTY_MAPPING, identity: { path: ['id'] }, place: { lat: ['lat'], lon: ['lon'] } },
            topic,
            reported,
            NOW,
          )
        : null,
    unknown: (topic: string, reported: string) => void unknown.push([topic, reported]),
  };
  const post = (url: string, body = text) =>
    owntracks.decode({ method: 'POST', url, headers: {}, body }, NOW, described);

  test('over HTTP the path is the topic', () => {
    expect(post('/fleet/pos?key=1')).toMatchObject({
      identities: ['van-7'],
      messages: [{ fix: { lat: 20, lon: 73 } }],
    });
    expect(post('/fleet/pos', '{"id":"van-7","lat":99,"lon":1}').fault).toBe('latitude is out of range: 99');
    unknown.length = 0;
    expect(post('/elsewhere').fault).toBeDefined();
    expect(post('/', '{"_type":"encrypted","data":"b9"}').unknownType).toBe('encrypted');
    expect(post('/', 'on').fault).toBeDefined();
    expect(unknown).toEqual([['elsewhere', text]]);
  });

  test('over MQTT a described topic is read, and another one is noted', () => {
    const decoder = mqtt.newDecoder('tcp', { json: described, frames: { read: () => null } });
    decoder.decode(packet(0x10, [...field('MQTT'), 4, 2, 0, 60, ...field('esp')]));
    const publish = (topic: string) => decoder.decode(packet(0x32, [...field(topic), 0, 9, ...Buffer.from(text)]));
    expect(publish('fleet/pos')).toMatchObject({
      identities: ['van-7'],
      messages: [{ fix: { lat: 20, lon: 73 } }],
      replies: [{ when: 'stored' }],
    });
    unknown.length = 0;
    expect(publish('other')).toMatchObject({ fault: '_type is missing', replies: [] });
    expect(unknown).toEqual([['other', text]]);
  });
});
