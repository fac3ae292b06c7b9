import { describe, expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newAtrackDecoder } from './atrack.ts';
import { newAtrackFramer } from './framer.ts';
import { FRAMES } from './samples.fixture.ts';

const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 };
const AT = '2026-03-22T10:15:30.000Z';
const LATER = '2026-03-22T10:16:30.000Z';
/** The server's acknowledgement of message 7: fe02, the identity, the message number. */
const ACKNOWLEDGED = 'fe02000143c7b58a400d0007';
const decode = (frame: Uint8Array) => newAtrackDecoder().decode(frame);
const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);
const timesOf = (frame: Uint8Array) => decode(frame).messages.map(({ fix }) => fix?.time.toISOString());

test('text records are read without their unreadable fields', () => {
  const [message] = decode(
    asciiBytes(
      '@P,0000,100,7,356000000000013,20269922101530,x,x,-56191300,-34905500,?,2,?,9,1,?,0,0,771234,215,2000,\r\n',
    ),
  ).messages;
  expect(message).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
    attributes: { event: 2, hdop: 0.9, input1: true, driverTag: '771234', temperature1C: 21.5 },
  });
});

describe('binary records', () => {
  test('have coordinates, time, odometer, inputs, driver and temperature', () => {
    const { identities, messages } = decode(FRAMES.plain);
    expect(identities).toEqual(['356000000000013']);
    expect(timesOf(FRAMES.plain)).toEqual([AT, LATER]);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: null });
    expect(messages[0]?.attributes).toEqual({
      event: 2,
      // The frame contains 1,255 tenths of a kilometre.
      odometerM: 125_500,
      hdop: 1.2,
      input1: true,
      input2: false,
      input3: false,
      output1: false,
      output2: true,
      analog1V: 4.1,
      driverTag: '771234',
      // The value 2,000 means that the second thermometer is not connected.
      temperature1C: 21.5,
    });
    expect(answers(FRAMES.plain)).toEqual([['stored', ACKNOWLEDGED]]);
  });

  test('may continue with the values of a configured format', () => {
    const { messages } = decode(FRAMES.valued);
    expect(timesOf(FRAMES.valued)).toEqual([AT, LATER]);
    for (const { fix, attributes } of messages) {
      expect(fix).toMatchObject({ ...WHERE, altitudeM: 12 });
      expect(attributes).toMatchObject({
        satellites: 11,
        powerV: 13.2,
        batteryV: 4.1,
        rssi: 21,
        engineRpm: 1300,
        vin: '9BWZZZ377VT004251',
        alarm: ['hardBraking'],
        ignition: true,
      });
    }
  });

  test('are found again after an unknown value', () => {
    expect(timesOf(FRAMES.unknown)).toEqual([AT, LATER]);
    expect(decode(FRAMES.unknown).messages[0]?.attributes).toMatchObject({ powerV: 13.2 });
  });

  test('are found again after values of an unannounced format', () => {
    // Five unknown bytes follow the first record's text. Before them come seven bytes of header, eight of identity, and
    // the record.
    const { plain } = FRAMES;
    const record = plain.indexOf(0x69, 17 + 40);
    const values = Uint8Array.of(0x0b, 0x00, 0x84, 0x00, 0x29);
    const frame = Uint8Array.from([...plain.subarray(0, record), ...values, ...plain.subarray(record)]);
    frame[5] = (frame[5] ?? 0) + values.length;
    expect(timesOf(frame)).toEqual([AT, LATER]);
  });

  test('may have dates with years', () => {
    expect(decode(FRAMES.dated).messages[0]?.fix).toMatchObject(WHERE);
    expect(timesOf(FRAMES.dated)).toEqual([AT]);
  });

  test('with a zero time have no position', () => {
    const frame = Uint8Array.from(FRAMES.dated);
    const plain = Uint8Array.from(FRAMES.plain).fill(0, 16, 20);
    expect(decode(plain).messages[0]).toMatchObject({ deviceTime: null, fix: null, coordinates: { lat: -34.9055 } });
    expect(decode(frame).messages[0]?.fix).not.toBeNull();
  });
});

test("values of a truck's CAN buses have their units, and records after them are found", () => {
  const { plain } = FRAMES;
  const second = plain.indexOf(0x69, 17 + 40);
  const format = asciiBytes('%CI%ZO10%ZH3%ZL2%JO11%JH2%JH3%JL2%JL4%JS3%JN1%IN1\0');
  const values = [
    //
    // 75.5%, 800 rpm, 1000 tenths of a mile, 85°, 1500 rpm, 2000 kg.
    [151, 3200 >> 8, 3200 & 0xff, 0, 0, 1000 >> 8, 1000 & 0xff, 125, 12000 >> 8, 12000 & 0xff, 4000 >> 8, 4000 & 0xff],
    // Encodes 100 twentieths of an hour, 12.345 litres, a driver, a distance that is not read, and the first input.
    [0, 0, 0, 100, 0, 0, 12345 >> 8, 12345 & 0xff, ...asciiBytes('D1\0'), 0, 0, 0, 9, 1],
  ].flat();
  const frame = Uint8Array.from([...plain.subarray(0, second), ...format, ...values, ...plain.subarray(second)]);
  new DataView(frame.buffer).setUint16(4, frame.length - 6);
  expect(timesOf(frame)).toEqual([AT, LATER]);
  const { obdOdometerM, ...reported } = decode(frame).messages[0]?.attributes ?? {};
  // Both formats of rpm are the engine's; the second one is used.
  expect(reported).toMatchObject({
    fuelPercent: 75.5,
    engineRpm: 1500,
    coolantC: 85,
    axleWeight1Kg: 2000,
    engineHoursS: 18_000,
    fuelUsedL: 12.345,
    driver1: 'D1',
    input1: true,
  });
  expect(obdOdometerM).toBeCloseTo(160_934.4, 1);
});

test('text records have the same fields, with either time format', () => {
  const { identities, messages } = decode(FRAMES.text);
  expect(identities).toEqual(['356000000000013']);
  expect(timesOf(FRAMES.text)).toEqual([AT, AT]);
  expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: 12 });
  expect(messages[0]?.attributes).toMatchObject({
    odometerM: 125_500,
    driverTag: '771234',
    satellites: 11,
    powerV: 13.2,
    batteryV: 4.1,
    engineRpm: 1300,
  });
  expect(messages[1]?.attributes.satellites).toBeUndefined();
  expect(answers(FRAMES.text)).toEqual([['stored', ACKNOWLEDGED]]);
});

test('an info message is read', () => {
  expect(decode(FRAMES.information)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ fix: null, attributes: { model: 'AX7', powerV: 13.2, batteryV: 4.1, satellites: 9, rssi: 12 } }],
  });
});

test('a photo chunk has no data but is acknowledged', () => {
  expect(decode(FRAMES.picture).messages).toEqual([]);
  expect(answers(FRAMES.picture)).toEqual([['stored', ACKNOWLEDGED]]);
});

test('a heartbeat is echoed', () => {
  expect(decode(FRAMES.keepAlive).messages).toMatchObject([{ kind: 'heartbeat' }]);
  expect(answers(FRAMES.keepAlive)).toEqual([['now', ACKNOWLEDGED]]);
});

test('commands and replies are text', () => {
  const decoder = newAtrackDecoder();
  expect(decoder.encode({ kind: 'text', text: 'AT$INFO=?' })).toEqual(asciiBytes('AT$INFO=?\r\n'));
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  expect(decode(FRAMES.answer).messages).toMatchObject([{ kind: 'reply', text: '$OK' }]);
});

test('an invalid length is skipped', () => {
  const framer = newAtrackFramer();
  const garbage = asciiBytes('@P,5A5A,12x4,7,3560,');
  expect(framer.push(Uint8Array.from([...garbage, ...FRAMES.keepAlive]))).toEqual([FRAMES.keepAlive]);
});
