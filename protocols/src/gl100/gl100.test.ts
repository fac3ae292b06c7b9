import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { textOf } from '../tools/text.ts';
import { gl100 } from './gl100.ts';
import { FRAMES, LATER, message, POSITION, report } from './samples.fixture.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const decode = (bytes: Uint8Array) => gl100.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has identity, coordinates, time and speed, in km/h', () => {
  expect(decode(FRAMES.place).identities).toEqual(['356000000000013']);
  expect(first(FRAMES.place)).toMatchObject({
    fix: { time: TIME, valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12.5, speedKph: 40, courseDeg: 87 },
    attributes: { event: 'TRI' },
  });
});

test('several positions of a message are reported in order, whether or not their prefix is repeated', () => {
  for (const bytes of [FRAMES.two, FRAMES.newerTwo]) {
    expect(decode(bytes).messages.map(({ fix }) => [fix?.time.toISOString(), fix?.lon, fix?.speedKph])).toEqual([
      ['2026-03-22T10:15:30.000Z', -56.1913, 40],
      ['2026-03-22T10:16:30.000Z', -56.19, 41.5],
    ]);
  }
});

test('0 is a failed fix with the last known position', () => {
  expect(first(FRAMES.last)?.fix).toMatchObject({ valid: false, lat: -34.9055 });
});

test('a negative speed, as in an example of the manual, is dropped', () => {
  const slow = LATER.replace('41.5', '-3.6');
  expect(decode(report('TRI', `2,0,0,${POSITION},${slow}`)).messages[1]?.fix?.speedKph).toBe(0);
});

test.each(['0,,,,,,,', '0,0.0,0,0.0,,0.000000,0.000000,'])(
  'an SOS before the first fix (%s) has no position',
  (place) => {
    expect(first(report('SOS', `1,0,0,${place}20260322101530,0748,0001,4e21,1a2b,00`))).toMatchObject({
      fix: null,
      deviceTime: TIME,
      attributes: { alarm: ['sos'] },
    });
  },
);

test('an unknown geofence direction raises no alarm', () => {
  expect(first(report('GEO', `1,3,,${POSITION}`))?.attributes.alarm).toBeUndefined();
});

test.each([
  ['SOS', '0', 'sos'],
  ['GEO', '0', 'geofenceExit'],
  ['GEO', '1', 'geofenceEnter'],
])('GT%s with %s raises %s', (type, side, alarm) => {
  expect(first(report(type, `1,3,${side},${POSITION}`))?.attributes.alarm).toEqual([alarm]);
});

test.each([
  ['PNA', { alarm: ['powerOn'] }],
  ['PFA', { alarm: ['powerOff'] }],
  ['PLA', { alarm: ['lowBattery'] }],
  ['BTC', { charging: true }],
  ['STC', { charging: false }],
])('GT%s has no position', (type, attributes) => {
  expect(first(report(type, '20260322101530'))).toMatchObject({ fix: null, deviceTime: TIME, attributes });
});

test('a call has a position, the state SIM card, signal and battery', () => {
  expect(first(FRAMES.called)).toMatchObject({ fix: { lat: -34.9055 }, attributes: { event: 'LBC' } });
  expect(first(FRAMES.information)).toMatchObject({
    fix: null,
    deviceTime: TIME,
    attributes: { iccid: '89598000000000000018', rssi: 16, batteryPercent: 91 },
  });
  expect(first(report('INF', '89598000000000000018,99,0,91,0,0,0,0,20260322101530'))?.attributes.rssi).toBeUndefined();
  expect(first(report('CBC', '94,20260322101530'))?.attributes).toEqual({ batteryPercent: 94 });
});

test('a heartbeat is answered at once with its time and number, and a command reply is passed on', () => {
  const [reply] = decode(FRAMES.alive).replies;
  const answer = '+RESP:GTHBD,GPRS ACTIVE,HeartBeat,356000000000013,20260322101530,00A7\0';
  expect([reply?.when, textOf(reply?.bytes ?? new Uint8Array())]).toEqual(['now', answer]);
  expect(first(FRAMES.alive)).toMatchObject({ kind: 'heartbeat', deviceTime: TIME });
  expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: 'GTGEO,0003,20260322101530,00A7,0102070202' });
});

test('a stream is framed by zero bytes', () => {
  expect(gl100.newFramer().push(concat(FRAMES.place, FRAMES.alive))).toEqual([FRAMES.place, FRAMES.alive]);
});

test('a missing identity and another header are faults', () => {
  const wrong = [message('+RESP:GTTRI', `1,0,0,${POSITION}`, 'me'), message('+RESP:TRI', `1,0,0,${POSITION}`)];
  for (const bytes of wrong) expect(decode(bytes).fault).toBeDefined();
});
