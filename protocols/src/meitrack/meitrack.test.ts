import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newMeitrackDecoder } from './decoder.ts';
import { SAMPLES } from './samples.fixture.ts';

const ID = '353000000000013';
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 };
const [AAA, AFF, REPLY, CCE, CCC] = SAMPLES;
const decode = (frame: Uint8Array | undefined) => newMeitrackDecoder().decode(frame ?? new Uint8Array());

describe('a position', () => {
  test('as text has coordinates, time, odometer, inputs and voltages', () => {
    const { identities, messages } = decode(AAA);
    expect(identities).toEqual([ID]);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: 12 });
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    // The frame contains 0x19c and 0x56e hundredths of a volt.
    expect(messages[0]?.attributes).toMatchObject({
      satellites: 11,
      hdop: 0.9,
      odometerM: 125_037,
      input1: false,
      input2: true,
      batteryV: 4.12,
      powerV: 13.9,
      event: 35,
    });
  });

  test('from memory is marked so', () => {
    expect(decode(AFF).messages[0]).toMatchObject({ fix: WHERE, attributes: { archived: true } });
  });

  test('by parameters has the same fields, also an altitude below the sea, and the driver', () => {
    const { identities, messages } = decode(CCE);
    expect(identities).toEqual([ID]);
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, altitudeM: -5 });
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(messages[0]?.attributes).toMatchObject({
      hdop: 0.9,
      batteryPercent: 96,
      batteryV: 4.12,
      powerV: 13.9,
      alarm: ['powerCut'],
      driverTag: '12165644',
    });
  });

  test('in records of fixed length has the same fields', () => {
    expect(decode(CCC).messages).toMatchObject([
      { fix: { ...WHERE, altitudeM: 12 }, attributes: { alarm: ['sos'], batteryV: 4.12, odometerM: 125_037 } },
    ]);
  });
});

test('a command reply is passed on', () => {
  expect(decode(REPLY).messages).toMatchObject([{ kind: 'reply', text: 'C01,0,OK' }]);
});

test('commands have length and checksum as in the manual', () => {
  const decoder = newMeitrackDecoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(asciiBytes('$$A33,353358017784062,A10,0*6A\r\n'));
  // The manual's example is "@@Q25,353358017784062,A10*6A"; the letter Q is 16 more than A.
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes('@@A25,353358017784062,A10*5A\r\n'));
});

test('a date of zeros only loses the time: an SOS stays', () => {
  // Event 1 is input 1, which the manual connects to the SOS button.
  const text = `$$A80,${ID},AAA,1,0.000000,0.000000,000000000000,V,0,12,0,0,0.0,0,0,0,404|45|1|1,0000,0|0|0|19C|56E,*00\r\n`;
  expect(decode(asciiBytes(text))).toMatchObject({
    identities: [ID],
    messages: [
      { kind: 'report', fix: null, deviceTime: null, attributes: { rssi: 12, batteryV: 4.12, alarm: ['sos'] } },
    ],
  });
});

const text = Buffer.from(AAA ?? []).toString('latin1');
const attributesOf = (changed: string) => decode(asciiBytes(changed)).messages[0]?.attributes;

test('an unreadable field only loses that field', () => {
  expect(attributesOf(text.replace('|019C|056E', '|zz|056E'))).toMatchObject({ powerV: 13.9, odometerM: 125_037 });
  expect(decode(asciiBytes(text.replace(',40,87,', ',4x,,'))).messages[0]?.fix).toMatchObject({
    lat: -34.9055,
    speedKph: 0,
    courseDeg: 0,
  });
});

test('voltages may have a decimal point: battery, supply, three analogue inputs', () => {
  expect(attributesOf(text.replace('0003|0000|0000|019C|056E', '4.12|13.90|2.99|3.31|3.30'))).toMatchObject({
    batteryV: 4.12,
    powerV: 13.9,
  });
});

test('fuel, temperatures and cards are read', () => {
  // 0x32 and 0x19 hundredths of a percent; 0xfb2e is -1234 with a sign, 0x0866 is 2150.
  expect(attributesOf(text.replace(',,3,0000,,', ',,3,3219,06FB2E|010866,'))).toMatchObject({
    fuelPercent: 50.25,
    temperature6C: -12.34,
    temperature1C: 21.5,
  });
  // Before version 3: -5 and 21 whole degrees, 0x32 hundredths.
  expect(attributesOf(text.replace(',,3,0000,,', ',,1,0000,02FB32|011532,'))).toMatchObject({
    temperature2C: -5.5,
    temperature1C: 21.5,
  });
  expect(attributesOf(text.replace('AAA,35,', 'AAA,37,').replace(',00000001,', ',0000A1B2C3,'))?.driverTag).toBe(
    '0000A1B2C3',
  );
});

test('a position of another type has the same fields, a command reply has others', () => {
  expect(decode(asciiBytes(text.replace('AAA', 'A10'))).messages[0]?.fix).toMatchObject(WHERE);
  expect(decode(asciiBytes(`$$E30,${ID},D00,camera.jpg,4,0,xx*17`)).messages).toMatchObject([{ kind: 'heartbeat' }]);
});

/** Decodes one record of "CCE". */
const record = (hex: string) => {
  const bytes = Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
  const head = Buffer.from([0, 0, 0, 0, 1, 0, bytes.length, 0]);
  return decode(Buffer.concat([asciiBytes(`$$A99,${ID},CCE,`), head, bytes, asciiBytes('*00\r\n')])).messages[0];
};

test('by parameters temperature, beacon, lock and hours are read, and a missing time only loses the time', () => {
  const message = record(
    // Index, number of parameters; event 1, lock closed; no words; time of zeros, position, 120 minutes; a probe of
    // -5.50 and a beacon.
    `0100 02 0101 4702 00 04 0400000000 026462ebfd 03bc96a6fc fef478000000
     02 2b 03 00 dafd fe73 10 01 03 646f67 010203040506 64 8015 003c`,
  );
  expect(message).toMatchObject({
    deviceTime: null,
    fix: null,
    attributes: {
      alarm: ['sos'],
      locked: true,
      engineHoursS: 7200,
      temperature1C: -5.5,
      tag1Name: 'dog',
      tag1TemperatureC: 21.5,
      tag1HumidityPercent: 60,
    },
  });
});
