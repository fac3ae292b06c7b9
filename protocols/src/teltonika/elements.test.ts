import { expect, test } from 'vitest';
import { fromHex } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';
import { newTeltonikaDecoder } from './decoder.ts';
import { encodeAvl, encodeTcpFrame } from './device.ts';
import type { AvlElement, AvlRecord } from './device.ts';

type Element = [id: number, size: AvlElement['size'], value: number | bigint];

const decodeRecord = (record: Partial<AvlRecord>): Attributes =>
  newTeltonikaDecoder().decode(
    encodeAvl([{ time: new Date('2026-03-01T08:00:00Z'), lat: 1, lon: 2, satellites: 7, ...record }], 0x8e),
  ).messages[0]?.attributes ?? {};

/** Returns the attributes of a record with these elements, without those that every record has. */
function attributes(elements: Element[], record: Partial<AvlRecord> = {}): Attributes {
  const { satellites, event, priority, ...rest } = decodeRecord({
    ...record,
    elements: elements.map(([id, size, value]) => ({ id, size, value })),
  });
  expect(satellites).toBe(7);
  expect([event ?? 0, priority ?? 0]).toEqual([record.event ?? 0, record.priority ?? 0]);
  return rest;
}

// Multipliers and units are those of the parameter pages: 1234 of 0.001 V is 1.234 V.
test.each<[string, Element[], Attributes]>([
  [
    'ignition, motion, GSM',
    [
      [239, 1, 1],
      [240, 1, 0],
      [21, 1, 4],
    ],
    { ignition: true, motion: false, rssi: 4 },
  ],
  [
    'voltages',
    [
      [66, 2, 12_682],
      [67, 2, 4_067],
      [9, 2, 1_234],
    ],
    { powerV: 12.682, batteryV: 4.067, analog1V: 1.234 },
  ],
  [
    'battery and charger',
    [
      [113, 1, 87],
      [116, 1, 1],
    ],
    { batteryPercent: 87, charging: true },
  ],
  [
    'odometers in metres',
    [
      [16, 4, 41_397],
      [199, 4, 30],
      [87, 4, 5],
    ],
    { odometerM: 41_397, tripOdometerM: 30, obdOdometerM: 5 },
  ],
  ['an odometer in kilometres', [[389, 4, 120_000]], { obdOdometerM: 120_000_000 }],
  ['engine hours in minutes', [[102, 4, 100]], { engineHoursS: 6000 }],
  [
    'fuel and engine speed',
    [
      [84, 2, 455],
      [89, 1, 60],
      [85, 2, 2_400],
    ],
    { fuelL: 45.5, fuelPercent: 60, engineRpm: 2400 },
  ],
  [
    'precision',
    [
      [181, 2, 19],
      [182, 2, 17],
    ],
    { pdop: 1.9, hdop: 1.7 },
  ],
  [
    'inputs and outputs',
    [
      [1, 1, 1],
      [2, 1, 0],
      [179, 1, 1],
    ],
    { input1: true, input2: false, output1: true },
  ],
  [
    'frost at a probe, in 2 and in 4 bytes',
    [
      [72, 2, 0xff9c],
      [73, 4, -105],
    ],
    { temperature1C: -10, temperature2C: -10.5 },
  ],
  [
    'probes that fail',
    [
      [72, 4, 850],
      [73, 4, 3000],
      [74, 4, 5000],
    ],
    {},
  ],
  [
    'a Bluetooth sensor, and one not found',
    [
      [25, 2, -1_187],
      [26, 2, 3000],
    ],
    { bleTemperature1C: -11.87 },
  ],
  ['a door of the CAN bus', [[90, 2, 0x0100]], { doors: 256, door: true }],
  [
    'the same id in another size',
    [
      [4, 4, 900],
      [4, 1, 1],
    ],
    { pulses1: 900, input4: true },
  ],
  ['an iButton, its bytes lowest first', [[78, 8, 0x01a2b3c4d5e6f708n]], { driverTag: '08F7E6D5C4B3A201' }],
  ['a card reader', [[207, 8, 0x0000000012ab34cdn]], { driverTag: '0000000012AB34CD' }],
  ['no tag', [[78, 8, 0n]], {}],
  [
    'unknown elements',
    [
      [999, 1, 5],
      [20000, 8, 0xffff_ffff_ffff_ffffn],
    ],
    { io999: 5, io20000: '18446744073709551615' },
  ],
])('%s', (_, elements, wanted) => {
  expect(attributes(elements)).toEqual(wanted);
});

test.each<[string, Element, number, string[] | undefined]>([
  ['harsh acceleration', [253, 1, 1], 253, ['hardAcceleration']],
  ['harsh braking', [253, 1, 2], 253, ['hardBraking']],
  ['harsh cornering', [253, 1, 3], 253, ['hardCornering']],
  ['towing', [246, 1, 1], 246, ['tow']],
  ['a crash', [247, 1, 1], 247, ['accident']],
  ['jamming begins', [249, 1, 1], 249, ['jamming']],
  ['jamming ends', [249, 1, 0], 249, undefined],
  ['unplugged', [252, 1, 1], 252, ['powerCut']],
  ['plugged in again', [252, 1, 0], 252, ['powerRestored']],
  ['plugged in, long since', [252, 1, 0], 0, undefined],
  ['overspeed', [255, 1, 93], 255, ['overspeed']],
  ['idling', [251, 1, 1], 251, ['idle']],
  ['opened', [520, 1, 1], 520, ['tampering']],
  ['into zone 3', [157, 1, 1], 157, ['geofenceEnter']],
  ['out of the zone', [175, 1, 0], 175, ['geofenceExit']],
  ['a zone that did not cause the record', [157, 1, 1], 239, undefined],
])('alarm: %s', (_, element, event, wanted) => {
  expect(attributes([element], { event }).alarm).toEqual(wanted);
});

test('a panic record is an emergency, unless a specific alarm explains it', () => {
  expect(attributes([], { priority: 2 }).alarm).toEqual(['sos']);
  expect(attributes([[236, 1, 1]], { priority: 2, event: 236 }).alarm).toEqual(['sos']);
  expect(attributes([[236, 1, 1]], { event: 236 }).alarm).toEqual(['general']);
  expect(attributes([[252, 1, 1]], { priority: 2, event: 252 }).alarm).toEqual(['powerCut']);
  expect(attributes([], { priority: 1 }).alarm).toBeUndefined();
});

/** A record of codec 8 Extended with only elements of variable length: `id length bytes` of each in hexadecimal. */
function variable(count: number, hex: string): Attributes {
  const record = `0000018F000000000000000001000000010000000005000000000000${'0000'.repeat(4)}`;
  const data = fromHex(`8E01${record}0000${count.toString(16).padStart(4, '0')}${hex.replaceAll(' ', '')}01`);
  const decoded = newTeltonikaDecoder().decode(encodeTcpFrame(data ?? new Uint8Array(0)));
  expect(decoded.fault).toBeUndefined();
  const { satellites, ...rest } = decoded.messages[0]?.attributes ?? {};
  expect(satellites).toBe(5);
  return rest;
}

test('VIN, trouble codes and unknown elements', () => {
  const vin = '0100 0011 3157304A434E305038303030303031 3233'; // 1W0JCN0P800000123
  const codes = '0119 000B 50303132332C 5030343230'; // P0123,P0420
  expect(variable(3, `${vin} ${codes} 2710 0002 ABCD`)).toEqual({
    vin: '1W0JCN0P800000123',
    dtcs: 'P0123 P0420',
    io10000: 'abcd',
  });
});

test('beacons: an iBeacon and an Eddystone', () => {
  const iBeacon = '21 0102030405060708090A0B0C0D0E0F10 020B 010A D0';
  const eddystone = '01 00112233445566778899 AABBCCDDEEFF C4';
  expect(variable(1, `0181 0029 11 ${iBeacon} ${eddystone}`)).toEqual({
    beacon1Uuid: '0102030405060708090a0b0c0d0e0f10',
    beacon1Major: 523,
    beacon1Minor: 266,
    beacon1Rssi: -48,
    beacon2Namespace: '00112233445566778899',
    beacon2Instance: 'aabbccddeeff',
    beacon2Rssi: -60,
  });
});

test('a truncated list of beacons keeps its bytes', () => {
  expect(variable(1, '0181 0003 11 21 01')).toEqual({ io385: '112101' });
});

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

test('a record with more elements than devices have keeps the first 400, its position, and the number dropped', () => {
  const none = Array.from({ length: 1000 }, (_, index) => `${hex(12_000 + index, 4)} 0000`).join(' ');
  const found = variable(1000, none);
  expect(Object.keys(found)).toHaveLength(401);
  expect(found).toMatchObject({ io12000: '', io12399: '', elementsDropped: 600 });
  expect(found.io12400).toBeUndefined();
});

test('an element longer than packets keeps its first 1,024 bytes, a list of beacons those in them', () => {
  const long = variable(1, `2710 1000 ${'ab'.repeat(4096)}`);
  expect(long.io10000).toBe('ab'.repeat(1024));
  // 1 byte, then 17 for each beacon with flags 0: 60 of them and a fragment, whose bytes are also stored.
  const beacons = variable(1, `0181 1000 ${'00'.repeat(4096)}`);
  expect(beacons.beacon60Instance).toBe('000000000000');
  expect(beacons.beacon61Instance).toBeUndefined();
});

test('fuel sensors, axles, CAN values and the tachograph have their units', () => {
  expect(
    attributes([
      [201, 2, 4095],
      [202, 1, 0xf6],
      [70, 2, 254],
      [118, 2, 7100],
      [112, 2, 345],
      [40, 2, 1234],
      [34, 2, 350],
      [191, 2, 84],
      [192, 4, 123_456_789],
      [270, 2, 512],
    ]),
  ).toEqual({
    fuelSensor1: 4095,
    fuelSensor1TemperatureC: -10,
    boardTemperatureC: 25.4,
    axleWeight1Kg: 7100,
    adBlueL: 34.5,
    airFlowGPerS: 12.34,
    fuelPressureKpa: 350,
    tachographSpeedKph: 84,
    tachographOdometerM: 123_456_789,
    bleFuel1: 512,
  });
});

test('the SIM card number is joined from its two parts', () => {
  expect(
    attributes([
      [11, 8, 8_959_800_000n],
      [14, 8, 12_345_678n],
    ]),
  ).toEqual({ iccid: '8959800000012345678' });
  expect(attributes([[11, 8, 20_890_725_265_171n]])).toEqual({ iccid: '20890725265171' });
});

test('a record whose clock was never set keeps its coordinates', () => {
  const frame = encodeAvl([{ time: new Date(0), lat: -34.9055, lon: -56.1913, satellites: 7, priority: 2 }]);
  expect(newTeltonikaDecoder().decode(frame).messages).toMatchObject([
    { deviceTime: null, fix: null, coordinates: { lat: -34.9055, lon: -56.1913 }, attributes: { alarm: ['sos'] } },
  ]);
});
