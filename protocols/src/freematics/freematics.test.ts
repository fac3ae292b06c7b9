import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newFreematicsDecoder, newFreematicsInspector } from './freematics.ts';
import { FRAMES, message } from './samples.fixture.ts';

const decode = (bytes: Uint8Array, now = '2026-03-22T10:16:00Z') =>
  newFreematicsDecoder(() => new Date(now)).decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const answers = (bytes: Uint8Array) => decode(bytes).replies.map((reply) => [reply.when, textOf(reply.bytes)]);

test('a position has identity, coordinates, time, vehicle voltage and signal', () => {
  expect(decode(FRAMES.position).identities).toEqual(['MP000013']);
  expect(first(FRAMES.position)).toEqual({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:30.250Z'),
    fix: {
      time: new Date('2026-03-22T10:15:30.250Z'),
      valid: true,
      lat: -34.9055,
      lon: -56.1913,
      altitudeM: 12.5,
      speedKph: 40.2,
      courseDeg: 87,
    },
    attributes: { satellites: 9, powerV: 12.52, rssi: -77 },
  });
});

test('leading zeros of a date or time may be missing', () => {
  expect(first(FRAMES.early)?.fix?.time).toEqual(new Date('2026-03-01T00:15:30.250Z'));
});

test('a time without a date is the nearest one', () => {
  expect(first(FRAMES.noDay)?.fix?.time).toEqual(new Date('2026-03-22T10:15:30.250Z'));
  const night = decode(message('1#0:1,10:23593000,A:1.5,B:2.5'), '2026-03-22T00:00:10Z').messages[0];
  expect(night?.fix?.time).toEqual(new Date('2026-03-21T23:59:30Z'));
});

test('diagnostics values of the vehicle are read', () => {
  expect(first(FRAMES.diagnosis)).toMatchObject({
    fix: null,
    attributes: {
      engineLoadPercent: 56,
      coolantTemperatureC: 88,
      engineRpm: 1500,
      obdSpeedKph: 39,
      throttlePercent: 62,
      fuelPercent: 40,
    },
  });
});

test('several times in one datagram are separate messages', () => {
  expect(decode(FRAMES.several).messages).toMatchObject([
    { fix: null, attributes: { obdSpeedKph: 39 } },
    { fix: { time: new Date('2026-03-22T10:15:31Z') }, attributes: { obdSpeedKph: 40 } },
  ]);
});

test('a login and a heartbeat are answered at once, with their number and a checksum', () => {
  expect(decode(FRAMES.login)).toMatchObject({ identities: ['MP000013'], messages: [{ kind: 'login' }] });
  // The characters of "1#EV=1,RX=1,TS=23930" add up to 1202, 0x4b2.
  expect(answers(FRAMES.login)).toEqual([['now', '1#EV=1,RX=1,TS=23930*B2']]);
  expect(decode(FRAMES.ping).messages).toMatchObject([{ kind: 'heartbeat', attributes: { rssi: -80 } }]);
  expect(answers(FRAMES.ping)[0]?.[1]).toContain('EV=7,RX=1,TS=99000*');
  expect(answers(message('MP000013#EV=6,TS=1,ID=MP000013'))).toEqual([]);
});

test('the number assigned by the server is not an identity; a vehicle ID may identify the device', () => {
  expect(decode(FRAMES.noDay).identities).toEqual([]);
  expect(decode(message('0#EV=1,TS=1,VIN=WDB9066051S123456')).identities).toEqual(['WDB9066051S123456']);
});

test('in a capture the checksum is ignored', () => {
  expect(newFreematicsInspector().decode(asciiBytes('MP000013#0:1,24:1252*00'))).toMatchObject({
    identities: ['MP000013'],
    messages: [{ attributes: { powerV: 12.52 } }],
  });
});

test('a wrong checksum, a missing identity, no value and other text are faults', () => {
  expect(decode(asciiBytes('MP000013#0:1,24:1252*00')).fault).toContain('checksum');
  expect(decode(message('0#EV=1,TS=1')).fault).toContain('nobody');
  expect(decode(message('MP000013#0:1,hello')).fault).toContain('no number and value');
  expect(decode(asciiBytes('hello')).fault).toContain('no message');
});
