import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newXexunDecoder } from './decoder.ts';
import { newXexunFramer } from './xexun.ts';

// The manual's example (TK-102-2, 3.24).
const MANUAL =
  '090907070718,13145826175,GPRMC,070718.000,A,2234.0228,N,11403.0764,E,0.00,,070909,,,A*73,F,, imei:354776030042714,05,50.1,F:4.11V,0,132,40512,460,01,2533,720B\r\n';
const decode = (text: string) => newXexunDecoder().decode(asciiBytes(text));
const attributes = (text: string) => decode(text).messages[0]?.attributes;

describe('the whole message', () => {
  test('of the manual has coordinates, time, altitude, satellites and voltages', () => {
    const { identities, messages, replies } = decode(MANUAL);
    expect(identities).toEqual(['354776030042714']);
    expect(replies).toEqual([]);
    const [{ fix, attributes: decoded } = {}] = messages;
    expect(fix?.time.toISOString()).toBe('2009-09-07T07:07:18.000Z');
    // The frame contains 22° 34.0228', 114° 3.0764'.
    expect(fix?.lat).toBeCloseTo(22 + 34.0228 / 60, 9);
    expect(fix?.lon).toBeCloseTo(114 + 3.0764 / 60, 9);
    expect(fix).toMatchObject({ valid: true, altitudeM: 50.1, speedKph: 0, courseDeg: 0 });
    expect(decoded).toEqual({ satellites: 5, batteryV: 4.11, powerV: 4.11, charging: false });
  });

  test('converts knots to km/h and reads inputs and odometer', () => {
    const text = MANUAL.replace('0.00,,', '21.60,87.5,')
      .replace('F:4.11V,0', 'L:3.65V/ADC1=0.20V/ADC2=1.00V,1')
      .replace('720B', '720B,6.21km');
    const [{ fix, attributes: decoded } = {}] = decode(text).messages;
    expect(fix?.speedKph).toBeCloseTo(40.0032, 9);
    expect(fix?.courseDeg).toBe(87.5);
    expect(decoded).toMatchObject({ batteryV: 3.65, analog1V: 0.2, analog2V: 1, charging: true, odometerM: 6210 });
  });

  test.each([
    ['help me!', { alarm: ['sos'] }],
    ['Low battery', { alarm: ['lowBattery'] }],
    ['move!', { alarm: ['movement'] }],
    ['stockade!', { alarm: ['geofence'] }],
    ['speed!', { alarm: ['overspeed'] }],
    ['ACC On', { ignition: true }],
    ['accstop', { ignition: false }],
  ])('in state "%s" gives %o', (state, decoded) => {
    expect(attributes(MANUAL.replace(',F,,', `,F,${state},`))).toMatchObject(decoded);
  });

  test('without a date or position has no fix and is still reported', () => {
    expect(decode(MANUAL.replace('070909', '')).messages).toMatchObject([{ fix: null, attributes: { satellites: 5 } }]);
    expect(decode(MANUAL.replace('2234.0228,N,11403.0764,E', ',,,')).messages[0]?.fix).toBeNull();
  });
});

describe('the short message', () => {
  const SHORT = 'GNRMC,101530.000,V,3454.3300,S,6.7907,W,1.00,80.67,220326,00,0000.0,A*47,L,,imei:356000000000013,';

  test('has coordinates, and is marked as not fixed', () => {
    const { identities, messages } = decode(SHORT);
    expect(identities).toEqual(['356000000000013']);
    expect(messages[0]?.fix).toMatchObject({ valid: false, lat: -34.9055, speedKph: 1.852, altitudeM: null });
    // Degrees may be omitted: 6.7907' west.
    expect(messages[0]?.fix?.lon).toBeCloseTo(-6.7907 / 60, 9);
    expect(messages[0]?.attributes).toEqual({});
  });

  test('ends after the identity, whatever follows', () => {
    const framer = newXexunFramer();
    expect(framer.push(asciiBytes(`${SHORT}123\r\n${SHORT}`)).map((frame) => Buffer.from(frame).toString())).toEqual([
      SHORT,
      SHORT,
    ]);
    expect(framer.garbageBytes).toBe(5);
  });

  test('has no fix if the latitude is invalid', () => {
    expect(decode(SHORT.replace('3454.3300', '9954.3300')).messages).toMatchObject([
      { fix: null, deviceTime: new Date('2026-03-22T10:15:30Z') },
    ]);
  });

  test('without an identity is a fault, since it belongs to no device', () => {
    expect(decode(SHORT.replace('356000000000013', '')).fault).toContain('nobody');
  });
});

test('devices take commands only by SMS', () => {
  expect(newXexunDecoder().encode({ kind: 'locate' })).toBeNull();
});

test('before the first fix an alarm and the battery are read without a time', () => {
  const [message] = decode(
    '000000000000,+13300001111,GPRMC,000000.000,V,0000.0000,N,00000.0000,E,0.00,0.00,000000,00,0000.0,A*62,F,help me,imei:356000000000013,00,0.0,F:3.6V,0,122,0,748,00,27dd,624c\r\n',
  ).messages;
  expect(message).toEqual({
    kind: 'report',
    deviceTime: null,
    fix: null,
    attributes: { event: 'help me', alarm: ['sos'], satellites: 0, batteryV: 3.6, powerV: 3.6, charging: false },
  });
});

test('an unreadable field only loses that field', () => {
  const [message] = decode(MANUAL.replace('F:4.11V', 'F:4,11V').replace('0.00,,', '0x0,,')).messages;
  expect(message).toMatchObject({ fix: { valid: true, speedKph: 0 }, attributes: { satellites: 5 } });
});

test('zeros without a fix are an invalid position', () => {
  const text = 'GPRMC,070718.000,V,0000.0000,N,00000.0000,E,0.00,,070909,,,N*73,L,,imei:356000000000013,';
  expect(decode(text).messages[0]?.fix).toMatchObject({ valid: false, lat: 0, lon: 0 });
});
