import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newUlbotechDecoder, newUlbotechFramer } from './ulbotech.ts';
import { FRAMES, POSITION, report } from './samples.fixture.ts';

const ID = '356000000000013';
const decode = (frame: Uint8Array) => newUlbotechDecoder().decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];

test('a report has coordinates, time, ignition, odometer and the meaning of twelve bits', () => {
  expect(decode(FRAMES.place).identities).toEqual([ID]);
  expect(first(FRAMES.place)).toMatchObject({
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    fix: { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 },
    // The values are 0x3bd of 4,096 parts of 110 V from -10 on, 0x876 parts of 180 °C from -55 on, and 0x20f parts of
    // 110 V.
    attributes: {
      hdop: 0.9,
      ignition: true,
      odometerM: 74_964,
      powerV: 15.701,
      temperature1C: 40.186,
      batteryV: 4.153,
    },
  });
  expect(first(FRAMES.place)?.attributes.alarm).toBeUndefined();
});

test('an engine report has the values of SAE J1979', () => {
  expect(first(FRAMES.engine)?.attributes).toMatchObject({
    coolantTemperatureC: 75,
    engineRpm: 1500,
    obdSpeedKph: 40,
    throttlePercent: 100,
    fuelPercent: 50,
  });
  expect(first(FRAMES.codes)?.attributes).toMatchObject({ troubleCodes: ['P2015'] });
});

test('without a position the state and its alarms are read', () => {
  // 0x0401: bits 0 and 10.
  expect(first(FRAMES.status)).toMatchObject({
    fix: null,
    attributes: { ignition: false, alarm: ['powerOff', 'sos'], event: 1, odometerM: 706 },
  });
  expect(first(FRAMES.repeated)?.fix?.valid).toBe(false);
});

test('a report is acknowledged by its checksum once it is stored, and a wrong one is a fault', () => {
  const sum = Buffer.from(FRAMES.place.subarray(-3, -1)).toString('hex').toUpperCase();
  expect(decode(FRAMES.place).replies).toEqual([{ when: 'stored', bytes: asciiBytes(`*TS01,ACK:${sum}#`) }]);
  const wrong = Uint8Array.from(FRAMES.place);
  wrong[10] = 0;
  expect(decode(wrong).fault).toContain('checksum');
});

test('a truncated block, of the state or of trouble codes, only loses itself', () => {
  for (const block of ['0304', '03', '0900'])
    expect(decode(report(`${POSITION}${block}`))).toMatchObject({
      identities: [expect.stringMatching(/^\d{15}$/)],
      messages: [{ fix: { valid: true } }],
      replies: [{ when: 'stored' }],
    });
});

test('a command reply is passed on, and a command is a text of the manufacturer', () => {
  expect(decode(FRAMES.answer)).toMatchObject({ identities: [ID], messages: [{ text: '101530220326,VER:T361' }] });
  expect(newUlbotechDecoder().encode({ kind: 'text', text: 'VER' })).toEqual(asciiBytes('*TS01,VER#'));
  expect(newUlbotechDecoder().encode({ kind: 'text', text: 'VER#' })).toBeNull();
});

test('marks inside are escaped, and a lost start mark loses one report', () => {
  const escaped = Uint8Array.of(0xf8, 0x01, 0xf7, 0x0f, 0xf7, 0x00, 0xf8);
  const framer = newUlbotechFramer();
  const frames = framer.push(concat(Uint8Array.of(0x01, 0xf8), FRAMES.place, escaped));
  expect(frames.map((frame) => [...frame])).toEqual([[...FRAMES.place], [0xf8, 0x01, 0xf8, 0xf7, 0xf8]]);
});

test('a report has driving behaviour, driver key, geofences and the vehicle', () => {
  expect(first(FRAMES.driver)?.attributes).toMatchObject({
    alarm: ['hardBraking'],
    driverTag: '12345678',
    driverAuthorized: true,
    geofencesInside: 1,
    geofencesReported: 1,
    event: 6,
    eventMask: 64,
  });
  expect(first(FRAMES.vin)?.attributes.vin).toBe('WDB9066571S123456');
});

test('a text report has the position, the state with its alarms, the odometer and the voltages', () => {
  expect(first(FRAMES.words)).toMatchObject({
    kind: 'report',
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    fix: { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 },
    attributes: {
      hdop: 0.9,
      ignition: true,
      alarm: ['sos'],
      odometerM: 74_964,
      powerV: 15.7,
      temperature1C: 40.19,
      batteryV: 4.15,
    },
  });
});

test('text in which every block could begin another one is read quickly, whoever sends it', () => {
  // Trying every way in which the text can be split would take longer than the sun will exist.
  const text = `*TS01,${ID},220326101530,${'AAA:'.repeat(200)},!#`;
  expect(decode(asciiBytes(text))).toMatchObject({ identities: [ID], messages: [{ kind: 'reply' }] });
});

test('a clock that was never set only loses the time and the fix', () => {
  const frame = report(`${POSITION}0404000124d4`, '00000000');
  expect(decode(frame)).toMatchObject({
    identities: [ID],
    messages: [
      { deviceTime: null, fix: null, coordinates: { lat: -34.9055, lon: -56.1913 }, attributes: { odometerM: 74_964 } },
    ],
    replies: [{ when: 'stored' }],
  });
});
