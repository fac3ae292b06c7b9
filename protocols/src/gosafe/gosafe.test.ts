import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newGosafeDecoder, newGosafeFramer } from './gosafe.ts';
import { FRAMES } from './samples.fixture.ts';

const ID = '356000000000013';
const AT = new Date('2026-03-22T10:15:30Z');
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12, speedKph: 40, courseDeg: 87, time: AT };
const decode = (frame: Uint8Array) => newGosafeDecoder().decode(frame);
const first = (frame: Uint8Array) => decode(frame).messages[0];

describe('text records', () => {
  test('have coordinates, time, odometer, voltages, switches, driver and temperatures', () => {
    const { identities, messages } = decode(FRAMES.records);
    expect(identities).toEqual([ID]);
    expect(messages).toHaveLength(2);
    expect(messages[0]?.fix).toEqual(WHERE);
    expect(messages[0]?.attributes).toEqual({
      event: 0x1c,
      satellites: 11,
      hdop: 0.9,
      vdop: 1.2,
      odometerM: 125_037,
      // Equals 2 h, 8 min, 17 s.
      engineHoursS: 7697,
      powerV: 13.9,
      batteryV: 4.12,
      analog1V: 0.01,
      analog2V: 0.02,
      status: 0x4004,
      // 0xc7: bits 0, 1, 2, 6 and 7.
      ignition: true,
      input1: true,
      input2: true,
      input3: false,
      input4: false,
      output1: false,
      output2: true,
      output3: true,
      driverTag: '0123456789AB',
      temperature2C: -5.5,
      eventData: '1;2',
      packetType: 1,
    });
  });

  test('keep their position without a clock, and survive half a position', () => {
    const place = 'GPS:A;11;S34.905500;W56.191300;40;87;12;0.9';
    expect(first(asciiBytes(`*GS06,${ID},000000000000,1C,${place},ADC:13.90;4.12#`))).toMatchObject({
      deviceTime: null,
      fix: null,
      coordinates: { lat: -34.9055, lon: -56.1913 },
      attributes: { event: 0x1c, satellites: 11, powerV: 13.9 },
    });
    expect(first(asciiBytes(`*GS06,${ID},101530220326,1C,GPS:V;5,ADC:13.90;4.12#`))).toMatchObject({
      deviceTime: AT,
      fix: null,
      attributes: { event: 0x1c, satellites: 5, batteryV: 4.12 },
    });
  });

  test('may omit fields', () => {
    const message = decode(FRAMES.records).messages[1];
    expect(message?.fix).toMatchObject({ valid: false, speedKph: 0, altitudeM: null });
    expect(message?.attributes).toEqual({ satellites: 0, status: 0x4000, packetType: 1 });
  });

  test('have OBD values', () => {
    // 41 0c 12 20: 0x1220 / 4 rpm; 0d 0f: 15 km/h; 05 47: 71 - 40 °C; 11 80: half open; 7f refuses.
    expect(first(FRAMES.obd)?.attributes).toMatchObject({
      engineRpm: 1160,
      obdSpeedKph: 15,
      coolantTemperatureC: 31,
      throttlePercent: 50,
    });
  });

  test('of the first version have their time in the position', () => {
    expect(first(FRAMES.first)).toMatchObject({
      fix: { ...WHERE, altitudeM: null },
      deviceTime: AT,
      attributes: { odometerM: 125_037, powerV: 13.9 },
    });
    const more = '*GS02,356000000000013,GPS:101530;1;V;S34.905500;W56.191300;40;87;1.2;220326#';
    expect(first(asciiBytes(more))).toMatchObject({ fix: { valid: false, time: AT }, attributes: { hdop: 1.2 } });
  });

  test('with only an identity are heartbeats; command replies are passed on', () => {
    expect(decode(FRAMES.alive)).toMatchObject({ identities: [ID], messages: [{ kind: 'heartbeat' }] });
    expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: 'RST' });
  });

  test('without an identity are faults', () => {
    expect(decode(asciiBytes('*GS06,x,RST#'))).toMatchObject({ messages: [], identities: [], replies: [] });
  });

  test.each([
    '*GS06,356000000000013,251530220326,,GPS:A;1;S1.0;W1.0;0;0#',
    '*GS06,356000000000013,101530220326,,GPS:A;1;1.0;1.0;0;0#',
    '*GS06,356000000000013,000000000000,,GPS:V;1;N0.000000;E0.000000;0;0#',
  ])('keep their identity and other fields without a time or position: %s', (text) => {
    expect(decode(asciiBytes(text))).toMatchObject({
      identities: ['356000000000013'],
      messages: [{ kind: 'report', fix: null, attributes: { satellites: 1 } }],
    });
  });
});

test('empty records are skipped, and more than a message can have are a fault', () => {
  expect(decode(asciiBytes('*GS06,1,$$$#')).messages).toMatchObject([{ kind: 'heartbeat' }]);
  expect(decode(asciiBytes(`*GS06,1,${'$a'.repeat(200)}#`)).fault).toBe('too many records');
});

describe('binary records', () => {
  test('have coordinates and time', () => {
    expect(decode(FRAMES.bytes)).toMatchObject({
      identities: [ID],
      messages: [{ fix: { ...WHERE, altitudeM: -3 }, attributes: { satellites: 11, hdop: 0.9 } }],
    });
  });

  test('of an event are the same, with escapes undone', () => {
    // 0xf81b is -2,021.
    expect(first(FRAMES.event)).toMatchObject({ fix: { ...WHERE, altitudeM: -2021 }, attributes: { event: 0x1b } });
  });

  test('keep identity and event when the position is truncated', () => {
    // Identity and event are in the first 15 bytes, the position ends within its longitude.
    const { identities, messages, fault } = decode(FRAMES.event.subarray(0, 28));
    expect(fault).toBeUndefined();
    expect(identities).toEqual([ID]);
    expect(messages).toMatchObject([{ kind: 'report', fix: null, attributes: { event: 0x1b, satellites: 11 } }]);
  });

  test('are found after a lost frame', () => {
    const framer = newGosafeFramer();
    expect(framer.push(Uint8Array.from([0xf8, ...FRAMES.bytes]))).toEqual([FRAMES.bytes]);
    expect(framer.garbageBytes).toBe(1);
  });
});

test('everything is answered, reports once they are stored', () => {
  expect(decode(FRAMES.records).replies).toEqual([{ when: 'stored', bytes: asciiBytes('1234') }]);
  expect(decode(FRAMES.bytes).replies).toEqual([{ when: 'stored', bytes: asciiBytes('1234') }]);
  expect(decode(FRAMES.alive).replies).toEqual([{ when: 'now', bytes: asciiBytes('1234') }]);
});

test('commands are sent as typed', () => {
  expect(newGosafeDecoder().encode({ kind: 'text', text: '*GS06,1234,RST#' })).toEqual(asciiBytes('*GS06,1234,RST#'));
  expect(newGosafeDecoder().encode({ kind: 'engineStop' })).toBeNull();
});

test('cell, tags, events and the record kind are reported', () => {
  const record = '101530220326,,GSM:1;4;748;1;110;A029;-78,TAG:12AB;34CD,DTT:4004;C7;1;2;a0;1';
  // The frame contains 0x110, 0xa029.
  expect(first(asciiBytes(`*GS16,${ID},${record}#`))?.attributes).toMatchObject({
    cells: ['748-1-272-41001 -78'],
    rssi: -78,
    tagData: '12AB;34CD',
    eventStatus: 0xa0,
    packetType: 1,
    ignition: true,
  });
});

test('a date of the first version directly after the HDOP is read', () => {
  const text = `*GS02,${ID},GPS:101530;A;S34.905500;W56.191300;40;87;0.9220326,ADC:13.9;4.12#`;
  expect(first(asciiBytes(text))).toMatchObject({ fix: { lat: -34.9055, time: AT }, attributes: { hdop: 0.9 } });
});
