import { describe, expect, test } from 'vitest';
import { asciiBytes } from '../tools/text.ts';
import { newItsDecoder } from './its.ts';

const ID = '356000000000013';
const STATE = '40.0,87.00,11,560.2,1.20,0.80,AIRTEL,1,1,13.9,4.1,0,C,24,404,78,62E1,5799,0001,00,18646,125.0';
const PLACE = '19.997454,N,073.789803,E';
const WHERE = { valid: true, lat: 19.997454, lon: 73.789803, speedKph: 40, courseDeg: 87, altitudeM: 560.2 };
const decode = (text: string) => newItsDecoder(() => new Date('2026-03-22T10:15:31Z')).decode(asciiBytes(text));

describe('a report', () => {
  // Makers include or omit vendor and registration, and write the time in two, one or six fields.
  test.each([
    `$,NRM,MAKER,1.0.0,NR,01,L,${ID},MH12AB1234,1,22032026,101530,${PLACE},${STATE},*`,
    `$NRM,MAKER,1.8AIS,NR,01,L,${ID},,1,22032026101530,${PLACE},${STATE}*1F6F7BD1`,
    `$,04,MAKER,1.0.0,NR,01,L,${ID},MH12AB1234,1,22,03,2026,10,15,30,${PLACE},${STATE},*`,
    `$,04,MAKER,1.0.0,NR,01,L,${ID},MH12AB1234,1,22,03,26,10,15,30,${PLACE},${STATE},*`,
    `$RLP,N.A,2.1.3,NR,01,L,${ID},N.A,22032026,101530,1,${PLACE},${STATE},*`,
    `$,NRM,MAKER,1.0.0,NR,01,L,${ID},MH12AB1234,1,220326,101530,${PLACE},${STATE},*`,
    `$,NRM,MAKER,1.0.0,NR,01,L,${ID},MH12AB1234,220326,101530,A,${PLACE},${STATE},*`,
    `$NRM,MAKER,1.0.0,NR,01,L,${ID},MH12AB1234,1,220326101530,${PLACE},${STATE},*`,
    // No registration before the fix, and the position in degrees and minutes: 0.997454° are 59.84724', 0.789803°
    // 47.38818'.
    `$NRM,MAKER,1.0.0,NR,01,L,${ID},1,22032026,101530,1959.84724,N,07347.38818,E,${STATE},*`,
  ])('is found in %s', (text) => {
    const { identities, messages } = decode(text);
    expect(identities).toEqual([ID]);
    const { lat, lon, ...rest } = WHERE;
    expect(messages[0]?.fix).toMatchObject(rest);
    expect(messages[0]?.fix?.lat).toBeCloseTo(lat, 9);
    expect(messages[0]?.fix?.lon).toBeCloseTo(lon, 9);
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    expect(messages[0]?.attributes).toMatchObject({
      ignition: true,
      charging: true,
      satellites: 11,
      hdop: 0.8,
      powerV: 13.9,
      batteryV: 4.1,
      rssi: 24,
      input1: true,
      odometerM: 125_000,
    });
  });

  test.each([
    ['NR,03', 'powerCut'],
    ['NR,04', 'lowBattery'],
    ['BR,06', 'powerRestored'],
    ['EA,10', 'sos'],
    ['TA,16', 'tampering'],
    ['NR,13', 'hardBraking'],
    ['HA,1', 'hardAcceleration'],
    ['HB,1', 'hardBraking'],
    ['RT,1', 'hardCornering'],
    ['OS,1', 'overspeed'],
    ['WD,1', 'sos'],
  ])('of packet type and alert %s raises %s', (alert, alarm) => {
    const [message] = decode(`$,NRM,MAKER,1.0.0,${alert},L,${ID},X,1,22032026,101530,${PLACE},${STATE},*`).messages;
    expect(message?.attributes.alarm).toEqual([alarm]);
  });

  test('of history is marked so; without a fix it is invalid; with a zero time it has none', () => {
    const text = `$,NRM,MAKER,1.0.0,NR,02,H,${ID},X,0,22032026,101530,${PLACE},${STATE},*`;
    expect(decode(text).messages[0]).toMatchObject({ fix: { valid: false }, attributes: { archived: true } });
    expect(decode(text.replace('22032026,101530', '00000000,000000')).messages[0]?.fix).toBeNull();
    expect(decode(text.replace(',X,0,', ',0,')).messages[0]?.fix?.valid).toBe(false);
    expect(decode(text.replace('X,0,22032026,101530', 'X,220326,101530,V')).messages[0]?.fix?.valid).toBe(false);
  });
});

test('the emergency button reports its position, pressed and released', () => {
  const pressed = `$,EPB,EMR,${ID},NM,22032026101530,A,${PLACE},560.2,0.0,0.0,G,NA,NA,*`;
  expect(decode(pressed)).toMatchObject({
    identities: [ID],
    messages: [{ fix: { lat: 19.997454, altitudeM: 560.2 }, attributes: { alarm: ['sos'] } }],
  });
  expect(decode(pressed.replace('EMR', 'SEM')).messages[0]?.attributes.alarm).toBeUndefined();
});

test('an alarm of a special form has altitude in metres and speed in km/h', () => {
  const text = `$,ALT,OVR,${ID},OS,22032026101530,A,${PLACE},560.2,41.5,0.0,G,NA,NA,*`;
  expect(decode(text).messages).toMatchObject([
    { fix: { valid: true, altitudeM: 560.2, speedKph: 41.5, courseDeg: 0 }, attributes: { alarm: ['overspeed'] } },
  ]);
  expect(decode(`garbage${text}`).identities).toEqual([ID]);
});

test('a packet without an alert, and one caused by the ignition, are read', () => {
  const text = `$NRM,MAKER,1.0.0,IN,L,${ID},X,1,22032026,101530,${PLACE},40.0,87.00,11,560.2,1.2,0.8,AIRTEL,x,1,13.9,4.1,0,C*`;
  expect(decode(text).messages[0]?.attributes).toMatchObject({ ignition: true, satellites: 11, powerV: 13.9 });
  expect(decode(text.replace(',IN,', ',IF,')).messages[0]?.attributes).toMatchObject({ ignition: false });
});

test('an emergency with an invalid day is reported without its time', () => {
  const [message] = decode(`$,EPB,EMR,${ID},NM,32132026101530,A,${PLACE},560.2,0.0,0.0,G,NA,NA,*`).messages;
  expect(message).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: 19.997454, lon: 73.789803 },
    attributes: { alarm: ['sos'] },
  });
});

test('a message of an unknown type is reported with its identity and type', () => {
  expect(decode(`$,XYZ,MAKER,${ID},1,2,3,*`)).toMatchObject({ identities: [ID], messages: [], unknownType: 'XYZ' });
  expect(decode(`$,02,MAKER,1.0.0,${ID},100,30,*`).messages).toMatchObject([{ kind: 'heartbeat' }]);
});

test('a login is answered with the time, a heartbeat is echoed', () => {
  expect(decode(`$,LGN,MAKER,${ID},1.0.0,AIS140,X,${PLACE}*`)).toMatchObject({
    identities: [ID],
    messages: [{ kind: 'login' }],
    replies: [{ when: 'now', bytes: asciiBytes('$,LGN,20260322101531,*') }],
  });
  expect(decode(`$,HBT,${ID},95,20,*`).replies).toEqual([{ when: 'now', bytes: asciiBytes('$,HBT,*') }]);
});

const driven = (tail: string) => {
  const state = STATE.replace('0001,00,18646,125.0', `0001,00,${tail}`);
  const text = `$,NRM,MAKER,1.0.0,NR,01,L,${ID},MH12AB1234,1,22032026,101530,${PLACE},${state}*`;
  return decode(text).messages[0]?.attributes.odometerM;
};

test.each([
  ['the number of the frame, before a checksum', '000123,125.0,4E9C,', 125_000],
  ['the number of the frame, before volts, axes and tilts', '000123,125,0.1,-0.01,0.02,1.0,-3,4,', 125_000],
  ['volts, in metres before the number of the frame', '0.1,125037,000123,(0),(0),4E9C,', 125_037],
  ['nothing: two voltages follow the number of the frame', '000123,0.008,0.005,4E9C,', undefined],
])('reads the odometer after inputs, outputs and %s', (_name, tail, metres) => {
  expect(driven(tail)).toBe(metres);
});
