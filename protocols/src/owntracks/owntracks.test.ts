import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { owntracks } from './owntracks.ts';

const NOW = new Date('2026-03-01T09:30:00Z');
const PLACE = { _type: 'location', lat: 20.0059, lon: 73.7898, tst: 1772352000 };
const post = (body: string, url = '/', headers = {}) => owntracks.decode({ method: 'POST', url, headers, body }, NOW);
const say = (json: object, url = '/', headers = {}) => post(JSON.stringify(json), url, headers);

test('a location as documented: km/h, metres, percent, and its trigger', () => {
  const more = {
    topic: 'owntracks/asha/van',
    tid: 'va',
    vel: 54,
    cog: 270,
    alt: 584,
    acc: 12,
    batt: 71,
    bs: 2,
    t: 'u',
  };
  expect(say({ ...PLACE, ...more })).toEqual({
    identities: ['owntracks/asha/van'],
    messages: [
      {
        kind: 'report',
        deviceTime: new Date('2026-03-01T08:00:00Z'),
        fix: {
          time: new Date('2026-03-01T08:00:00Z'),
          valid: true,
          lat: 20.0059,
          lon: 73.7898,
          altitudeM: 584,
          speedKph: 54,
          courseDeg: 270,
        },
        attributes: { accuracyM: 12, batteryPercent: 71, charging: true, event: 'u' },
      },
    ],
    reply: { status: 200, body: '[]' },
    acceptsCommands: true,
  });
});

test('identity: the topic, else the headers, else the URL, else the tracker ID', () => {
  const headers = { 'X-Limit-U': 'asha', 'X-Limit-D': 'phone' };
  expect(say({ ...PLACE, topic: 'owntracks/a/b' }, '/', headers).identities).toEqual(['owntracks/a/b']);
  expect(say({ ...PLACE, tid: 'ph' }, '/?u=x&d=y', headers).identities).toEqual(['owntracks/asha/phone']);
  expect(say({ ...PLACE, tid: 'ph' }, '/pub?u=asha&d=phone').identities).toEqual(['owntracks/asha/phone']);
  expect(say({ ...PLACE, tid: 'ph' }).identities).toEqual(['ph']);
});

test('an empty message, as for a deleted friend, is credited to its sender', () => {
  const headers = { 'X-Limit-U': 'asha', 'X-Limit-D': 'phone' };
  expect(post('', '/', headers)).toEqual({
    identities: ['owntracks/asha/phone'],
    messages: [],
    reply: { status: 200, body: '[]' },
  });
  expect(post('').reply.status).toBe(400);
});

test('entering a region is a report with its event; a last will is a heartbeat', () => {
  const [entered] = say({ ...PLACE, _type: 'transition', tid: 'ph', event: 'enter', t: 'c' }).messages;
  expect(entered).toMatchObject({ kind: 'report', fix: { lat: 20.0059 }, attributes: { event: 'enter' } });
  expect(say({ _type: 'lwt', tst: 1772352000, tid: 'ph' }).messages).toMatchObject([{ kind: 'heartbeat', fix: null }]);
});

test.each(['encrypted', 'configuration', 'translation'])(
  'an unreadable payload of type %s is acknowledged: if refused, the phone would resend it before all others forever',
  (type) => {
    const mine = { 'X-Limit-U': 'asha', 'X-Limit-D': 'phone' };
    const letGo = { messages: [], unknownType: type, reply: { status: 200, body: '[]' } };
    expect(say({ _type: type, data: 'b9' }, '/', mine)).toEqual({ identities: ['owntracks/asha/phone'], ...letGo });
    expect(say({ _type: type, data: 'b9' })).toEqual({ identities: [], ...letGo });
  },
);

test.each(['event', 'waypoint', 'waypoints', 'cmd', 'dump', 'status', 'info', 'step', 'beacon', 'request'])(
  'messages under the topic suffix /%s belong to the same phone',
  (more) => {
    const decoded = say({ ...PLACE, topic: `owntracks/asha/phone/${more}` });
    expect(decoded.identities).toEqual(['owntracks/asha/phone']);
  },
);

const ignition = (t: string) => say({ ...PLACE, tid: 'CS', t }).messages[0]?.attributes.ignition;

test('a device in a vehicle reports its ignition by the trigger', () => {
  expect([ignition('i'), ignition('I'), ignition('t')]).toEqual([true, false, undefined]);
});

test.each([
  ['', 'the body is not JSON'],
  ['[]', 'the body is not a JSON object'],
  ['{"id":"1","lat":1,"lon":2}', '_type is missing'],
  ['{"_type":"location","lat":1,"lon":2,"tid":"a"}', 'tst is missing'],
  ['{"_type":"location","lon":2,"tst":1772352000,"tid":"a"}', 'lat is missing'],
  ['{"_type":"location","lat":91,"lon":2,"tst":1772352000,"tid":"a"}', 'latitude is out of range: 91'],
  ['{"_type":"location","lat":1,"lon":2,"tst":1772352000}', 'the topic is missing'],
  // If truncated, it could be the topic of another phone, and receive its commands.
  [`{"_type":"lwt","topic":"owntracks/asha/${'a'.repeat(64)}"}`, 'the topic is not an identity'],
])('%s is refused: %s', (body, fault) => {
  expect(post(body)).toEqual({ identities: [], messages: [], reply: { status: 400, body: fault }, fault });
});

const body = (text: string) => owntracks.replyWith?.({ kind: 'text', text })?.body;

test('a command is a list of one message; an invalid text is not sent, nor anything to other JSON', () => {
  expect(owntracks.replyWith?.({ kind: 'locate' })?.body).toBe('[{"_type":"cmd","action":"reportLocation"}]');
  expect(body('{"_type":"cmd","action":"dump"}')).toBe('[{"_type":"cmd","action":"dump"}]');
  expect(['dump', '{"action":"dump"}', '[{"_type":"cmd"}]', 'null'].map(body)).toEqual(Array(4).fill(undefined));
  const described = { read: () => ({ identity: 'a', messages: [] }), unknown: () => undefined };
  const other = owntracks.decode({ method: 'POST', url: '/a', headers: {}, body: '{"a":1}' }, NOW, described);
  expect(other.acceptsCommands).toBeUndefined();
});

test('nothing is requested in the answer to a HEAD request, whose body is not sent', () => {
  const head = owntracks.decode({ method: 'HEAD', url: '/', headers: {}, body: '{"_type":"lwt","tid":"a"}' }, NOW);
  expect(head).toMatchObject({ identities: ['a'], reply: { status: 200 } });
  expect(head.acceptsCommands).toBeUndefined();
});

test('never throws, whatever the fields are', () => {
  const field = fc.constantFrom('lat', 'lon', 'tst', 'vel', 'cog', 'alt', 'acc', 'batt', 'bs', 't', 'tid', 'topic');
  const fields = fc.dictionary(field, fc.jsonValue());
  fc.assert(
    fc.property(fields, (more) => void say({ ...PLACE, tid: 'a', ...more })),
    { numRuns: 500 },
  );
});

test('a vehicle tracker relayed by qtripp has its voltages, odometer, engine and alarms', () => {
  const about = { uext: 12.4, ubatt: 4.1, odometer: 1803.4, rpm: 850, vin: 'WDB9066571S123456', ign: true, mot: 0 };
  expect(say({ ...PLACE, ...about, topic: 'owntracks/qtripp/van', t: 'e' }).messages[0]?.attributes).toEqual({
    event: 'e',
    alarm: ['powerCut'],
    ignition: true,
    motion: false,
    powerV: 12.4,
    batteryV: 4.1,
    odometerM: 1_803_400,
    engineRpm: 850,
    vin: 'WDB9066571S123456',
  });
  for (const [t, alarm, rty] of [
    ['9', 'lowBattery'],
    ['1', 'powerOn'],
    ['E', 'powerRestored'],
    ['!', 'tow'],
    ['s', 'overspeed'],
    ['h', 'hardBraking', 0],
    ['h', 'hardAcceleration', 4],
    ['h', 'hardCornering', 5],
  ])
    expect(say({ ...PLACE, topic: 'owntracks/qtripp/van', t, rty }).messages[0]?.attributes.alarm).toEqual([alarm]);
});
