import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newTk103Decoder } from './decoder.ts';

const ID = '356000000013';
// 040.0 km/h, 10:15:30, 087.00 degrees.
const PLACE = '260322A3454.3300S05611.4780W040.0101530087.00';
const decode = (content: string) => newTk103Decoder().decode(asciiBytes(`(${content})`));

describe('a message without commas', () => {
  test('has coordinates, time and speed at fixed widths, and its state', () => {
    const { identities, messages } = decode(`${ID}BR00${PLACE}11000293L0001E87D`);
    expect(identities).toEqual([ID]);
    const [{ fix, attributes } = {}] = messages;
    expect(fix).toMatchObject({ valid: true, lat: -34.9055, speedKph: 40, courseDeg: 87 });
    expect(fix?.lon).toBeCloseTo(-56.1913, 9);
    expect(fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    // The frame contains 0x293 of the fuel sensor, 0x1e87d metres.
    expect(attributes).toEqual({ charging: false, ignition: true, fuelRaw: 659, odometerM: 125_053 });
  });

  test('may have a comma before its state, and blanks for zeros', () => {
    expect(decode(`${ID}BR00${PLACE},01000000L00000000`).messages[0]?.attributes.ignition).toBe(true);
    const blank = PLACE.replace('05611', ' 5611').replace('087.00', ' 87.00').replace('040.0', ' 40.0');
    expect(decode(`${ID}BR00${blank}01000000L0`).messages[0]?.fix).toMatchObject({ speedKph: 40, courseDeg: 87 });
  });

  test('of a battery pack has its cells, voltage and percentage', () => {
    // The body contains two cells of 0x0e74 and 0x0fa0 thousandths of a volt, 0x030c hundredths in total, and 0x57
    // percent.
    const body = `00000002740ea00f${'0000'.repeat(22)}0000000c0357`;
    expect(decode(`${ID}BS50${body}`).messages[0]?.attributes).toEqual({
      batteryCell1V: 3.7,
      batteryCell2V: 4,
      batteryV: 7.8,
      batteryPercent: 87,
    });
  });

  test('of a battery pack by CAN bus has voltage, current, percentage and temperature', () => {
    // The frame contains 0x0215 tenths of a volt, 0x7468 - 30000 tenths of an ampere, 0x01dc tenths of a percent; 0x42
    // and 0x3e minus 40.
    const body = ':02150000753001DC,91:0EE8060EDC0A01DC,92:42013E02DC0A01DC'.replace('7530', '7468');
    expect(decode(`${ID}BS5190${body}`).messages[0]?.attributes).toEqual({
      batteryV: 53.3,
      batteryCurrentA: -20,
      batteryPercent: 47.6,
      batteryWarmestC: 26,
      batteryColdestC: 22,
    });
  });

  test('with the vehicle number reads it', () => {
    expect(decode(`${ID}BV009BWZZZ377VT004251`).messages).toMatchObject([{ attributes: { vin: '9BWZZZ377VT004251' } }]);
  });

  test('may have commas between its fields, a course of two digits, a thermometer, and inputs', () => {
    const loose = '260322,A,3454.3300,S,05611.4780,W,40.0,101530,87,';
    const [{ fix, attributes } = {}] = decode(`${ID}BR00${loose}0119A293L0001E87D,+021.5`).messages;
    expect(fix).toMatchObject({ valid: true, lat: -34.9055, speedKph: 40, courseDeg: 87 });
    // 1: a second input; 9: a door (8).
    expect(attributes).toMatchObject({
      input2: true,
      door: true,
      fuelRaw: 0x293,
      odometerM: 125_053,
      temperature1C: 21.5,
    });
  });

  test('without a position has zero coordinates that are invalid', () => {
    const nowhere = '260322V0000.0000N00000.0000E000.0101530000.0001000000L00000000';
    expect(decode(`${ID}BR00${nowhere}`).messages[0]?.fix).toMatchObject({ valid: false, lat: 0, lon: 0 });
  });

  test.each([
    ['0', 'lowBattery'],
    ['2', 'idle'],
    ['4', 'hardBraking'],
  ])('of a monitored event, by digit %s, raises %s', (digit, alarm) => {
    expect(decode(`${ID}BQ81,ALARM,${digit},164,${PLACE}01000000`).messages[0]?.attributes.alarm).toEqual([alarm]);
  });

  test('with V has no valid fix', () => {
    expect(decode(`${ID}BR00${PLACE.replace('A', 'V')}00000000L0`).messages[0]?.fix?.valid).toBe(false);
  });

  test.each([
    ['BP00000356000000013HSO', 'AP01HSO'],
    [`BP05356000000000013${PLACE}01000000L0`, 'AP05'],
    [`BO012${PLACE}01000000L0`, 'AS012'],
  ])('%s is answered with %s', (content, answer) => {
    expect(decode(ID + content).replies).toEqual([{ when: 'now', bytes: asciiBytes(`(${ID}${answer})`) }]);
  });

  test('of an alarm raises it', () => {
    expect(decode(`${ID}BO012${PLACE}01000000L0`).messages[0]?.attributes.alarm).toEqual(['sos']);
    expect(decode(`${ID}BQ81,ALARM,1,164,${PLACE}01000000`).messages[0]?.attributes.alarm).toEqual(['overspeed']);
  });

  test('at login has the IMEI too', () => {
    expect(decode(`${ID}BP05356000000000013${PLACE}01000000L0`).identities).toEqual([ID, '356000000000013']);
  });
});

describe('a message with commas', () => {
  test('has coordinates, time and cause', () => {
    const [message] = decode(`${ID},ZC17,220326,A,3454.3300S,05611.4780W,40.00,101530,87.50,12.00,9`).messages;
    expect(message?.fix).toMatchObject({ valid: true, lat: -34.9055, speedKph: 40, courseDeg: 87.5 });
    expect(message?.attributes).toEqual({ alarm: ['removing'] });
  });

  test("of the battery has level and voltage, and the vehicle's where measured", () => {
    expect(decode(`${ID},ZC20,220326,101530,6,421,138,0`).messages[0]?.attributes).toEqual({
      batteryPercent: 100,
      batteryV: 4.21,
      powerV: 13.8,
    });
    expect(decode(`${ID},ZC20,220326,101530,3,362,65535,255`).messages[0]?.attributes).toEqual({
      batteryPercent: 20,
      batteryV: 3.62,
    });
  });

  test('of cells has no fix', () => {
    const [message] = decode(`${ID},DW51,748,1,110,41001,0,220326,101530`).messages;
    expect(message).toMatchObject({ fix: null, attributes: { alarm: ['movement'] } });
  });

  test.each([
    ['DW32', { alarm: ['lowBattery'] }],
    ['ZC15', { ignition: true }],
    ['DW36', { ignition: false }],
    ['DW3E', { alarm: ['sos'] }],
    ['ZC27', { alarm: ['lowPower'] }],
    ['DW42', { ignition: true }],
  ])('of type %s has its cause', (type, reason) => {
    const text = `${ID},${type},220326,A,3454.3300,S,05611.4780,W,40.00,101530,87.50,12.00,9`;
    expect(decode(text).messages[0]).toMatchObject({ fix: { lat: -34.9055, courseDeg: 87.5 }, attributes: reason });
  });
});

test('commands carry the identity', () => {
  const decoder = newTk103Decoder();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(asciiBytes(`(${ID}BP00000356000000013HSO)`));
  expect(decoder.encode({ kind: 'engineStop' })).toEqual(asciiBytes(`(${ID}AV010)`));
  expect(decoder.encode({ kind: 'locate' })).toEqual(asciiBytes(`(${ID}AP00)`));
});

test('an identity of letters and digits is accepted', () => {
  expect(decode(`0A56F0000013BR00${PLACE}11000293L0001E87D`).identities).toEqual(['0A56F0000013']);
});

test('an identity of fifteen digits is kept whole', () => {
  const imei = '356000000000013';
  expect(decode(`${imei}BR00${PLACE}11000293L0001E87D`)).toMatchObject({
    identities: [imei],
    messages: [{ fix: { lat: -34.9055 } }],
  });
  expect(decode(`${imei}BP05${imei}${PLACE}01000000L0`).replies).toEqual([
    { when: 'now', bytes: asciiBytes(`(${imei}AP05)`) },
  ]);
});

describe('before the first fix', () => {
  const NOWHERE = '000000V0000.0000N00000.0000E000.0000000000.0001000000L00000000';

  test('an alarm is kept without time and position, and answered', () => {
    expect(decode(`${ID}BO012${NOWHERE}`)).toMatchObject({
      messages: [{ kind: 'report', deviceTime: null, fix: null, attributes: { alarm: ['sos'], ignition: true } }],
      replies: [{ bytes: asciiBytes(`(${ID}AS012)`) }],
    });
    // The message has no coordinates, not even zeros.
    expect(decode(`${ID}BO012`).messages).toMatchObject([{ attributes: { alarm: ['sos'] } }]);
  });

  test('a state is kept without a time', () => {
    expect(decode(`${ID},ZC20,000000,000000,6,421,138,0`).messages).toMatchObject([
      { deviceTime: null, attributes: { batteryPercent: 100, batteryV: 4.21 } },
    ]);
    expect(decode(`${ID},ZC25,000000,V,0000.0000N,00000.0000E,0.00,000000,0.00,0.00,0`).messages).toMatchObject([
      { deviceTime: null, fix: null, attributes: { alarm: ['sos'] } },
    ]);
  });
});

test('unreadable speed and course only lose themselves', () => {
  const fix = decode(`${ID}BR00${PLACE.replace('040.0', '04x.0')}11000293L0001E87D`).messages[0]?.fix;
  expect(fix).toMatchObject({ lat: -34.9055, speedKph: 0, courseDeg: 87 });
});

test('with commas between fields, a position may end with the state and the odometer', () => {
  const text = `${ID},BR00,220326,A,3454.3300,S,05611.4780,W,040.0,101530,087.00,11000293,L0001E87D`;
  expect(decode(text).messages[0]).toMatchObject({
    fix: { lat: -34.9055, courseDeg: 87 },
    // Main power is disconnected; 0x293; 0x1e87d.
    attributes: { charging: false, ignition: true, fuelRaw: 659, odometerM: 125_053 },
  });
});
