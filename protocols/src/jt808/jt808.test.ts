import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../tools/bytes.ts';
import { newJt808Decoder } from './decoder.ts';
import { buildPacket } from './frame.ts';
import { newJt808Framer } from './framer.ts';
import { FRAMES } from './samples.fixture.ts';

const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12, speedKph: 40, courseDeg: 87 };
const decode = (frame: Uint8Array) => newJt808Decoder().decode(frame);
const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);

describe('a location', () => {
  test('has coordinates, time in Beijing time, odometer, fuel and state', () => {
    const { identities, messages } = decode(FRAMES.location);
    expect(identities).toEqual(['13356000013', '013356000013']);
    expect(messages[0]?.fix).toMatchObject(WHERE);
    // 18:15:30 in Beijing, UTC+8.
    expect(messages[0]?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
    // The frame contains 0x4e2 tenths of a kilometre, 0x208 tenths of a litre, 0xfa5 thousandths of a volt.
    expect(messages[0]?.attributes).toEqual({
      ignition: true,
      charging: false,
      odometerM: 125_000,
      fuelL: 52,
      rssi: 24,
      satellites: 11,
      batteryPercent: 95,
      batteryV: 4.005,
      alarm: ['powerCut'],
    });
  });

  test('of 2019 has a device number of twenty digits', () => {
    const { identities, messages } = decode(FRAMES.newer);
    expect(identities).toEqual(['356000000000013', '00000356000000000013']);
    // Neither the south bit nor the west bit is set.
    expect(messages[0]?.fix).toMatchObject({ ...WHERE, lat: 34.9055, lon: 56.1913 });
  });

  test('in a batch from memory is marked so', () => {
    const { messages } = decode(FRAMES.locations);
    expect(messages).toMatchObject([
      { fix: WHERE, attributes: { archived: true } },
      { fix: WHERE, attributes: { archived: true, alarm: ['sos'] } },
    ]);
  });
});

test('replies to a position request and to a control command have a position', () => {
  // After the request's index, the content of 0x0200.
  const place = FRAMES.location.subarray(13, -2);
  for (const type of [0x0201, 0x0500]) {
    const frame = buildPacket(type, { phone: '013356000013', version: null }, 7, [0, 9, ...place]);
    const { messages, replies } = decode(frame);
    expect(messages).toMatchObject([{ kind: 'report', fix: WHERE, attributes: { odometerM: 125_000 } }]);
    expect(replies.map(({ when }) => when)).toEqual(['stored']);
  }
});

test('a number that cannot be a phone number is an IMEI without its last digit', () => {
  // 35600000000001 is 0x2060c55aa001; its check digit, doubled ones in brackets: 3 (1) 6 0 … 0 (2) make 12, so 8.
  const heartbeat = buildPacket(0x0002, { phone: '2060c55aa001', version: null }, 7, []);
  expect(decode(heartbeat).identities).toEqual(['356000000000018', '2060c55aa001']);
});

test('a number that cannot be a phone number may be an IMEI that begins with a zero', () => {
  const number = 1_356_000_000_001;
  const heartbeat = buildPacket(0x0002, { phone: number.toString(16).padStart(12, '0'), version: null }, 7, []);
  // 0 1 3 5 6 0 0 0 0 0 0 0 0 1: every second digit doubled, 0 2 3 1 6 0 0 0 0 0 0 0 0 2, is 14, so 6.
  expect(decode(heartbeat).identities).toEqual(expect.arrayContaining(['013560000000016', '13560000000016']));
});

describe('replies', () => {
  // 0x8001: serial number 7 and type of the message, 0; the last byte before the delimiter is the XOR of all others.
  test.each([
    ['authentication', 'now', '7e800100050133560000130001000701020037'],
    ['heartbeat', 'now', '7e800100050133560000130001000700020036'],
    ['location', 'stored', '7e800100050133560000130001000702000036'],
    ['locations', 'stored', '7e800100050133560000130001000707040037'],
  ] as const)('to a %s are sent %s', (name, when, start) => {
    const [answer] = answers(FRAMES[name]);
    expect(answer?.[0]).toBe(when);
    expect(answer?.[1]?.slice(0, -4)).toBe(start.slice(0, -2));
    const content = Buffer.from(answer?.[1] ?? '', 'hex').subarray(1, -1);
    expect(content.reduce((sum, byte) => sum ^ byte, 0)).toBe(0);
  });

  test('to a registration have the number as authentication code', () => {
    const { messages, replies } = decode(FRAMES.registration);
    expect(messages).toMatchObject([{ kind: 'login' }]);
    expect(Buffer.from(replies[0]?.bytes ?? []).toString('latin1')).toContain('13356000013');
  });
});

test('a message of an unknown type is answered as unsupported, which is not an acknowledgement', () => {
  const frame = buildPacket(0x0f12, { phone: '013356000013', version: null }, 7, [1, 2, 3, 4]);
  expect(decode(frame)).toMatchObject({ identities: ['13356000013', '013356000013'], unknownType: '0x0f12' });
  // 0x8001: serial number 7 and type of the message, result 3.
  expect(answers(frame)).toMatchObject([['now', expect.stringMatching(/^7e80010005013356000013000100070f1203/)]]);
});

test('texts and cards of connected devices are passed on', () => {
  expect(decode(FRAMES.text).messages).toMatchObject([{ kind: 'reply', text: 'OK' }]);
  expect(decode(FRAMES.card).messages).toMatchObject([{ attributes: { driverTag: '10218013' } }]);
});

test('delimiters within a message are escaped', () => {
  const frame = buildPacket(0x8300, { phone: '013356000013', version: null }, 0x7e7d, [0x7d, 0x7e]);
  expect(toHex(frame)).toBe('7e830000020133560000137d027d017d017d02f67e');
});

test('commands are those of the standard, to the number of the device', () => {
  const decoder = newJt808Decoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.heartbeat);
  expect(toHex(decoder.encode({ kind: 'locate' }) ?? new Uint8Array())).toMatch(/^7e820100000133560000130002/);
  expect(toHex(decoder.encode({ kind: 'engineStop' }) ?? new Uint8Array())).toMatch(/^7e81050001013356000013....f0/);
});

const DEVICE = { phone: '013356000013', version: null };
/**
 * A location at 34.9055, 56.1913 built from its numbers, 12 m, 40 km/h, 87 degrees, 22 March 2026 18:15:30 in Beijing.
 */
const place = ({
  alarms = '00000000',
  state = '0000000f',
  where = '02149d9c03596944',
  moment = '260322181530',
  items = '',
} = {}) => fromHex(`${alarms}${state}${where}000c01900057${moment}${items}`) ?? new Uint8Array();
const message = (type: number, ...body: (number | Uint8Array)[]) =>
  buildPacket(
    type,
    DEVICE,
    7,
    Buffer.concat(body.map((part) => (typeof part === 'number' ? [part] : part)).map((part) => Buffer.from(part))),
  );
const isAcknowledged = (frame: Uint8Array) => decode(frame).replies.some(({ when }) => when === 'stored');

describe('a batch', () => {
  const one = place();

  test('of type 0x0210 has lengths of one byte, or is battery and time', () => {
    const batch = decode(message(0x0210, one.length, one, one.length, one));
    expect(batch.messages).toMatchObject([{ fix: WHERE }, { fix: WHERE }]);
    expect(batch.replies.map(({ when }) => when)).toEqual(['stored']);
    expect(decode(message(0x0210, 87, fromHex('260322181530') ?? one)).messages).toMatchObject([
      { fix: null, deviceTime: new Date('2026-03-22T10:15:30Z'), attributes: { batteryPercent: 87 } },
    ]);
  });

  test.each([
    ['0x0210 of another form', message(0x0210, 3, 1, 2, 3, 4)],
    ['0x0210 that ends within a location', message(0x0210, one.length, one, one.length, one.subarray(4))],
    [
      '0x0704 that ends within a location',
      message(0x0704, 0, 2, 0, 0, one.length, one, 0, one.length, one.subarray(4)),
    ],
    ['0x0900 of an unknown device behind the tracker', message(0x0900, 0x41, 1, 2, 3)],
  ])('%s is not acknowledged, and is counted as unknown', (_, frame) => {
    expect(decode(frame).unknownType).toMatch(/^0x0(?:210|704|900)\//);
    expect(isAcknowledged(frame)).toBe(false);
  });

  test('0x0704 has as many locations as lengths, whatever count is sent', () => {
    const frame = message(0x0704, 0, 1, 0, 0, one.length, one, 0, one.length, one);
    expect(decode(frame).messages).toMatchObject([{ fix: WHERE }, { fix: WHERE }]);
    expect(isAcknowledged(frame)).toBe(true);
  });

  test('that is part of a longer message is not acknowledged', () => {
    const frame = message(0x0704, 0, 3, 0, 2, 0, 1, 0, 0, one.length, one);
    // Bit 13 of the properties: parts; their number and index come before the body. The checksum is not compared.
    frame[3] = (frame[3] ?? 0) | 0x20;
    expect(decode(frame)).toMatchObject({ unknownType: '0x0704/part', messages: [] });
    expect(isAcknowledged(frame)).toBe(false);
  });
});

test('an invalid or zero date only loses the time: an SOS stays, and is acknowledged', () => {
  for (const moment of ['000000000000', '263422181530', 'ffffffffffff']) {
    const frame = message(0x0200, place({ alarms: '00000001', moment, items: '30010b' }));
    expect(decode(frame).messages).toMatchObject([
      { fix: null, deviceTime: null, attributes: { ignition: true, rssi: 11, alarm: ['sos'] } },
    ]);
    expect(isAcknowledged(frame)).toBe(true);
  }
});

test('south and west are bits, negative numbers, or both', () => {
  // -12,970,000 and -77,590,000 millionths of a degree are 0xff3a17f0 and 0xfb601210.
  for (const where of [
    { state: '0000000f', where: '00c5e810049fedf0' },
    { state: '00000003', where: 'ff3a17f0fb601210' },
    { state: '0000000f', where: 'ff3a17f0fb601210' },
  ])
    expect(decode(message(0x0200, place(where))).messages[0]?.fix).toMatchObject({ lat: -12.97, lon: -77.59 });
});

test('a number that was written in binary is also matched in decimal', () => {
  // 0x56aebc2a is 1,454,292,010.
  const heartbeat = buildPacket(0x0002, { phone: '000056aebc2a', version: null }, 7, []);
  expect(decode(heartbeat).identities).toEqual(['56aebc2a', '000056aebc2a', '1454292010']);
});

const ascii = (text: string) => Buffer.from(text, 'latin1').toString('hex');

test('items are read: SIM card, VIN, engine, vehicle odometer, voltage, temperatures', () => {
  const items = [
    `cc14${ascii('89860000000000000013')}`,
    `8b11${ascii('9BWZZZ377VT004251')}`,
    // 0x6a - 40, 0x2c - 40.
    '84016a86012c880120890113',
    // 0x21a66 tenths of a kilometre; 0x4ec hundredths of a volt.
    '8c0400021a66610204ec',
    // 25.5 and -9.0 degrees, and no third sensor.
    '510600ff805affff',
  ].join('');
  expect(decode(message(0x0200, place({ items }))).messages[0]?.attributes).toMatchObject({
    iccid: '89860000000000000013',
    vin: '9BWZZZ377VT004251',
    coolantTemperatureC: 66,
    intakeTemperatureC: 4,
    intakePressureKpa: 32,
    throttlePercent: 19,
    obdOdometerM: 13_783_000,
    powerV: 12.6,
    temperature1C: 25.5,
    temperature2C: -9,
  });
});

/** Returns the attributes of a location with these items, without its coordinates and state. */
const itemsOf = (items: string) => decode(message(0x0200, place({ items }))).messages[0]?.attributes;
const heard = { ignition: true, charging: false };

test.each([
  ['percent of the battery, and 255 while it is charged', '060157d401ff', { batteryPercent: 87, charging: true }],
  ['a level of the fuel in percent', '02028032', { fuelPercent: 50 }],
  ['how it is driven', '57080700000000000000', { alarm: ['hardAcceleration', 'hardBraking', 'hardCornering'] }],
  ['an alarm of driving that is on', '7006000000010102', { alarm: ['hardBraking'] }],
  ['an alarm of driving that ended', '7006000000010202', {}],
  ['a tired driver', '6506000000010001', { dmsAlarm: 1, alarm: ['fatigueDriving'] }],
  ['a card that opened a lock', `60100065001234567890${ascii('09017386')}`, { event: 0x65, driverTag: '09017386' }],
  [
    'the engine in one block',
    '9108008c05dc2933ff6e',
    {
      powerV: 14,
      engineRpm: 1500,
      obdSpeedKph: 41,
      throttlePercent: 20,
      engineLoadPercent: 100,
      coolantTemperatureC: 70,
    },
  ],
  [
    'the engine by numbers',
    'f30f00030205dc00040237dc000902007e',
    { engineRpm: 1500, powerV: 14.3, coolantTemperatureC: 86 },
  ],
  [
    'the engine in text',
    `e621${ascii('$OBD-RT,13.4,1500,41,20,45.1,86,,')}`,
    {
      powerV: 13.4,
      engineRpm: 1500,
      obdSpeedKph: 41,
      throttlePercent: 20,
      engineLoadPercent: 45.1,
      coolantTemperatureC: 86,
    },
  ],
  [
    'the engine in text, with what it burnt',
    `e63b${ascii('$OBD-RT,12.3,0,20,0,0,60,10.89,31.15,181.68,181,54.26,565.9')}`,
    {
      powerV: 12.3,
      engineRpm: 0,
      obdSpeedKph: 20,
      throttlePercent: 0,
      engineLoadPercent: 0,
      coolantTemperatureC: 60,
      fuelLPer100Km: 31.15,
      tripM: 181_680,
      tripFuelL: 54.26,
      fuelUsedL: 565.9,
    },
  ],
  [
    'a card that opened a lock whose address has a byte more',
    `6011006500001234567890${ascii('90017383')}`,
    { event: 0x65, driverTag: '90017383' },
  ],
  [
    'a lock with its card',
    'd50e0100026043232795980277530030',
    { lock1Id: '0002604323', driverTag: '2795980277', lock1BatteryPercent: 83, lock1State: 0x30 },
  ],
  [
    'litres, the air that the engine draws and a trip',
    'e204000012118702007e8d020082',
    { fuelL: 462.5, airFlow: 126, tripM: 130_000 },
  ],
  [
    'light, climate and movement',
    'f60e000f09eb015e01fc00500060fbe0',
    {
      light: 2539,
      temperature1C: 35,
      humidityPercent: 50.8,
      accelerationXMg: 80,
      accelerationYMg: 96,
      accelerationZMg: -1056,
    },
  ],
  ['steps of whoever says that they move', 'e50101f8024936', { motion: true, steps: 18_742 }],
  ['IMEI and SIM card', 'f81302086541305152960989860000000000000017', { iccid: '89860000000000000017' }],
  // 0x33 of 255 is two tenths.
  ['sensors by radio', 'e60b01010203040506153328ff', { temperature1C: 21.2, humidity1Percent: 41 }],
  ['a tyre', '770803aabbcc00644b00', { tyre3PressureKpa: 250, tyre3TemperatureC: 25 }],
  ['a button and a knock', 'e7080003000000000000', { alarm: ['vibration', 'sos'] }],
  ['a camera', 'e8030c010000', {}],
  ['what a camera saw', 'e8040c010000', { alarm: ['sos'] }],
  [
    'the supply of a camera',
    'e80a200307010301721804e2',
    { charging: true, batteryPercent: 50, batteryV: 3.7, rssi: 24, powerV: 12.5 },
  ],
  ['signal, volts and satellites', 'ee06183e800ed80b', { rssi: 24, powerV: 16, batteryV: 3.8, satellites: 11 }],
  ['a battery that is full', 'f7060000100e0364', { batteryV: 4.11, charging: true, batteryPercent: 100 }],
  ['humidity, and degrees above -50', 'f7020258f802030c', { humidityPercent: 60, temperature2C: 28 }],
  ['an odometer in metres', 'fe040001e86d', { odometerM: 125_037 }],
  ['alarms of a maker', 'fe077c01040000000a', { alarm: ['hardBraking', 'accident'] }],
  // 0xc5: bit 6 is 1, bits 23 and 24 are 0; 0xc6: very low.
  [
    'inner items',
    'eb12000600c50000007f000300c604000400a85700',
    { motion: true, alarm: ['lowBattery'], batteryPercent: 87 },
  ],
  ['cells, which are no inner items', 'eb0801cc00000100021f', {}],
  ['the compartment below zero', '06028005', { temperature1C: -5 }],
  ['an area that was left', '1206010000000701', { deviceGeofence: 7, alarm: ['geofenceExit'] }],
  ['two converters', '2b0400640032', { analog1: 50, analog2: 100 }],
  [
    'a card that opens a lock, and whether it did',
    '0b06010000303900',
    { lockCommand: 1, lockCard: '12345', unlockResult: 0 },
  ],
  ['the state of a lock in text', `330f${ascii('*M00123401395XY')}`, { batteryV: 3.95 }],
  // A byte, then 1,500 rpm, 14.0 V and a coolant of 66 degrees.
  [
    'the engine in an item of its own',
    '800c0081 0205dc 8202008c 84016a'.replaceAll(' ', ''),
    { engineRpm: 1500, powerV: 14, coolantTemperatureC: 66 },
  ],
  [
    'the engine in one block, and what it burnt',
    '9116008c05dc2933ff6e000003200000000000000000 3039'.replace(' ', ''),
    {
      powerV: 14,
      engineRpm: 1500,
      obdSpeedKph: 41,
      throttlePercent: 20,
      engineLoadPercent: 100,
      coolantTemperatureC: 70,
      fuelLPer100Km: 8,
      fuelUsedL: 123.45,
    },
  ],
  [
    'states of a camera',
    'e81a2005170001020172 000301 57 000401 00 000702 000c 200102 008c'.replaceAll(' ', ''),
    { batteryV: 3.7, batteryPercent: 87, charging: true, hdop: 1.2, powerV: 14 },
  ],
  // 0x028a - 500 tenths.
  ['what it is like outside', 'ea0d0113020064150202581602028a', { light: 100, humidityPercent: 60, temperature1C: 15 }],
  ['the pressure of the air', 'f60203f5', { airPressure: 1013 }],
  ['an IMEI in place of the climate', 'f6080356000000000013', {}],
  // Bits 2 and 6: 1.2, -5.5 degrees and two thresholds.
  ['precision and a thermometer', 'f90a0044000cffc900000000', { hdop: 1.2, temperature3C: -5.5 }],
  ['precision of a place without satellites', 'f90400040000', {}],
  ['a container', `fb04${ascii('ABCU')}`, { container: 'ABCU' }],
  ['a trip of the engine', 'f30a01000200640102020064', { tripM: 10_000, tripFuelL: 10 }],
  ['a volt in place of a card', 'f10400003a98e102008c', { powerV: 14 }],
])('item: %s', (_, items, expected) => {
  expect(itemsOf(items)).toEqual({ ...heard, ...expected });
});

test('an item that is too short only loses itself', () => {
  expect(itemsOf('6400d400300118')).toEqual({ ...heard, rssi: 24 });
});

test('a tail without items has odometer, battery and signal', () => {
  // Four bytes of remaining values, 125 km, 3.9 V, an area, signal 24, three bytes.
  expect(itemsOf('000000000000007d002700000000180000ff00ff')).toEqual({
    ...heard,
    odometerM: 125_000,
    batteryV: 3.9,
    rssi: 24,
  });
});

test.each([
  ['00000200', ['fault']],
  ['00088000', ['vibration', 'parking']],
  ['80000000', ['door']],
])('alarms %s', (alarms, expected) => {
  expect(decode(message(0x0200, place({ alarms }))).messages[0]?.attributes.alarm).toEqual(expected);
});

/** 34.9055, 56.1913 in the south and west, with the state before. */
const STATE_PLACE = '0000000f02149d9c03596944';
const MOMENT = '260322181530';

describe('connected devices', () => {
  const decoded = (channel: number, hex: string) => decode(message(0x0900, channel, fromHex(hex) ?? one));
  const one = place();
  const AT = { time: new Date('2026-03-22T10:15:30Z'), valid: true, lat: -34.9055, lon: -56.1913 };

  test('the CAN bus reports values, faults and events with the position', () => {
    // 125 km, 41 km/h, 1,500 rpm.
    const values = decoded(0xf0, `${MOMENT}00010103052804000004e2053502019a05360205dc${STATE_PLACE}`);
    expect(values.messages).toMatchObject([
      { fix: AT, attributes: { odometerM: 125_000, obdSpeedKph: 41, engineRpm: 1500, ignition: true } },
    ]);
    expect(values.replies).toMatchObject([{ when: 'stored' }]);
    const faults = decoded(0xf0, `${MOMENT}0101020001ffffffff000100001457000000020006${ascii('P01457')}${STATE_PLACE}`);
    expect(faults.messages).toMatchObject([{ fix: AT, attributes: { archived: true, faultCodes: 'P01457' } }]);
    const events = decoded(0xf0, `${MOMENT}000103021b00250100${STATE_PLACE}`);
    expect(events.messages).toMatchObject([{ fix: AT, attributes: { alarm: ['hardBraking', 'overspeed'] } }]);
  });

  test('the CAN bus reports driving behaviour and VIN without a position', () => {
    expect(decoded(0xf0, `${MOMENT}00011500000034`).messages).toMatchObject([
      { fix: null, deviceTime: AT.time, attributes: { event: 52, alarm: ['hardBraking'] } },
    ]);
    expect(decoded(0xf0, `${MOMENT}00010b01${ascii('9BWZZZ377VT004251')}`).messages).toMatchObject([
      { attributes: { vin: '9BWZZZ377VT004251' } },
    ]);
  });

  test('the CAN bus reports trip distance and fuel used', () => {
    // Ended, number 7; times, positions and flags, idling; 125 hundreds of metres, 345 hundredths of litres.
    expect(decoded(0xf0, `${MOMENT}0001040200000007${'00'.repeat(29)}00010002007d0159`).messages).toMatchObject([
      { fix: null, deviceTime: AT.time, attributes: { tripM: 12_500, tripFuelL: 3.45 } },
    ]);
    expect(decoded(0xf0, `${MOMENT}0001040100000007${MOMENT}`).messages).toHaveLength(1);
  });

  test('RFID tags have address and signal, samples their own time', () => {
    const moving = '000c01900057';
    expect(
      decoded(0x53, `${STATE_PLACE}${moving}${MOMENT}0200aabbccddeeffc802010201aabbccddeeee b000`.replace(' ', ''))
        .messages,
    ).toMatchObject([{ attributes: { tag1Id: 'aabbccddeeff', tag1Rssi: -56, tag2Id: 'aabbccddeeee', tag2Rssi: -80 } }]);
    // Two samples: climate, -5.5 °C and 60%; then light.
    const samples = decoded(
      0x54,
      `${STATE_PLACE}${moving}${MOMENT}0002260322180000ffc902580001260322181000 0064`.replace(' ', ''),
    );
    expect(samples.messages).toMatchObject([
      { fix: { ...AT, speedKph: 40 } },
      {
        fix: null,
        deviceTime: new Date('2026-03-22T10:00:00Z'),
        attributes: { temperature1C: -5.5, humidityPercent: 60 },
      },
      { fix: null, deviceTime: new Date('2026-03-22T10:10:00Z'), attributes: { light: 100 } },
    ]);
  });

  test('positions of collisions and beacons are read', () => {
    //
    // -34.9055, -56.1913 as signed numbers; 12 m, 40 km/h, 87 degrees.
    const moving = '000c01900057';
    expect(decoded(0xff, `${MOMENT}fdeb6264fca696bc${moving}`).messages).toMatchObject([
      { fix: { ...AT, altitudeM: 12, speedKph: 40, courseDeg: 87 } },
    ]);
    expect(decoded(0x53, `${STATE_PLACE}${moving}${MOMENT}00`).messages).toMatchObject([
      { fix: { ...AT, speedKph: 40 } },
    ]);
    expect(decoded(0xf3, `00060006${MOMENT}000200026400`).messages).toMatchObject([
      { deviceTime: AT.time, fix: null, attributes: { alarm: ['accident'] } },
    ]);
  });
});

test('a heartbeat may have battery and signal; properties have the SIM card', () => {
  expect(decode(message(0x0002, 87, 24, 0)).messages[0]?.attributes).toEqual({ batteryPercent: 87, rssi: 24 });
  const properties = message(0x0107, new Uint8Array(34), fromHex('89860000000000000013') ?? new Uint8Array(), 0);
  expect(decode(properties).messages[0]?.attributes).toEqual({ iccid: '89860000000000000013' });
});

test('a device that requests the time is answered with it', () => {
  const { replies } = newJt808Decoder(() => new Date('2026-03-22T10:15:30Z')).decode(message(0x0109));
  // 0x8109: 2026, 3, 22, 10, 15, 30, done.
  expect(replies.map(({ bytes }) => toHex(bytes).slice(2, -4))).toEqual(['81090008013356000013000107ea03160a0f1e00']);
});

test('a lock that requests the time in brackets is answered with it, its other texts are command replies', () => {
  const decoder = newJt808Decoder(() => new Date('2026-03-22T10:15:30Z'));
  const request = decoder.decode(Buffer.from('(7560000013,1,001,BASE,2,TIME)'));
  expect(request.messages).toMatchObject([{ kind: 'heartbeat' }]);
  expect(request.replies).toMatchObject([{ when: 'now' }]);
  expect(Buffer.from(request.replies[0]?.bytes ?? []).toString()).toBe('(7560000013,1,001,BASE,2,20260322101530)');
  expect(decoder.decode(Buffer.from('(7560000013,1,001,BASE,1,OK)'))).toMatchObject({
    messages: [{ kind: 'reply', text: '(7560000013,1,001,BASE,1,OK)' }],
    replies: [],
  });
});

test('a card identifies the driver', () => {
  const name = fromHex('d5c5c8fd') ?? new Uint8Array();
  const card = message(
    0x0702,
    1,
    fromHex(MOMENT) ?? name,
    0,
    4,
    name,
    Buffer.from('3101100000000013'.padEnd(20, '\0')),
  );
  expect(decode(card).messages).toMatchObject([
    { deviceTime: new Date('2026-03-22T10:15:30Z'), attributes: { driver: '张三', driverTag: '3101100000000013' } },
  ]);
  expect(decode(message(0x0702, 2, fromHex(MOMENT) ?? name)).messages[0]?.attributes).toEqual({ driverCard: false });
});

test('a reply in wide characters is read', () => {
  const text = message(0x1300, 0, 9, fromHex('004f004b') ?? new Uint8Array());
  expect(decode(text).messages).toMatchObject([{ kind: 'reply', text: 'OK' }]);
});

test('frames between 0xe7 have numbers of seven bytes and their own escapes, and are answered the same way', () => {
  const device = { phone: '00013356000013', version: null };
  // 0xe6, 0xe7, 0x3e and 0x3d in the content.
  const frame = buildPacket(0x0200, device, 0x3e3d, place({ items: 'e60b01010203040506e6e73e3d' }));
  expect(toHex(frame)).toMatch(/^e70200.*e601e6023e013e02.*e7$/);
  expect(newJt808Framer().push(Buffer.concat([frame, frame]))).toHaveLength(2);
  const { identities, messages, replies } = decode(frame);
  expect(identities).toEqual(['13356000013', '00013356000013']);
  expect(messages).toMatchObject([{ fix: WHERE }]);
  expect(replies.map(({ bytes }) => toHex(bytes))).toMatchObject([
    expect.stringMatching(/^e7800100050001335600001300013e013e02020000/),
  ]);
});

test('a lock reports its alarms by product', () => {
  const where = '22032610153034543300056114780116 2b'.replaceAll(' ', '');
  // Signal, satellites, 125 km, charging, cell, product 3, state, alarms 0x0009: too fast, a low battery.
  const lock = `${where}180b0000007dab00000000000003000000090202000c`;
  const frame = message(0x5501, fromHex(lock) ?? new Uint8Array());
  // With a one-byte counter.
  const bytes = Uint8Array.from([...frame.subarray(0, 11), ...frame.subarray(12)]);
  expect(decode(bytes).messages).toMatchObject([
    {
      fix: { lat: expect.closeTo(-34.9055, 6), altitudeM: 12 },
      attributes: { charging: true, odometerM: 125_000, alarm: ['overspeed', 'lowBattery'] },
    },
  ]);
});

test('a captured message with escapes already undone is read as it is', () => {
  // A number whose fifth and sixth byte look like an escape.
  const frame = buildPacket(0x0200, { phone: '01335600007d', version: null }, 0x0107, place());
  // "7d01" stands for 7d; without escapes it is 7d and the first byte of the counter.
  const taken = fromHex(toHex(frame).replace('7d0101', '7d01')) ?? frame;
  expect(taken.length).toBe(frame.length - 1);
  for (const one of [frame, taken])
    expect(decode(one)).toMatchObject({
      identities: expect.arrayContaining(['1335600007d', '01335600007d']),
      messages: [{ fix: WHERE, attributes: { ignition: true } }],
    });
});
