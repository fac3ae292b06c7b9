import { expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { attributesOf, bytes, CELL, CELL_4G, decodeOne, FIX, FIX_EXPECTED } from './frames.fixture.ts';
import { newGt06Decoder } from './decoder.ts';

test('0x12: fix and cell; acknowledged once stored, with type and serial number', () => {
  const { messages, replies, identities } = decodeOne(0x12, `${FIX}${CELL}`);
  expect(messages).toEqual([
    { kind: 'report', deviceTime: FIX_EXPECTED.time, fix: FIX_EXPECTED, attributes: { satellites: 9 } },
  ]);
  expect(identities).toEqual([]);
  expect(replies[0]?.when).toBe('stored');
  // Type 12, serial number 0102; the CRC is that of 05 12 01 02.
  expect(toHex(replies[0]?.bytes ?? bytes(''))).toMatch(/^787805120102[0-9a-f]{4}0d0a$/);
});

test.each([
  ['145a', 22.5, 114.25, true, 90],
  ['105a', -22.5, 114.25, true, 90],
  ['1c5a', 22.5, -114.25, true, 90],
  ['185a', -22.5, -114.25, true, 90],
  ['045a', 22.5, 114.25, false, 90],
  ['1567', 22.5, 114.25, true, 359],
  ['1568', 22.5, 114.25, true, 0],
])('flags %s: hemispheres, validity, course', (flags, lat, lon, valid, courseDeg) => {
  const { messages } = decodeOne(0x12, `${FIX.slice(0, -4)}${flags}${CELL}`);
  expect(messages[0]?.fix).toEqual({ ...FIX_EXPECTED, lat, lon, valid, courseDeg });
});

test('flags carry the ignition only where bit 14 says so', () => {
  expect(attributesOf(0x10, `${FIX.slice(0, -4)}145a`)).toEqual({ satellites: 9 });
  expect(attributesOf(0x10, `${FIX.slice(0, -4)}545a`)).toEqual({ satellites: 9, ignition: false });
  expect(attributesOf(0x10, `${FIX.slice(0, -4)}d45a`)).toEqual({ satellites: 9, ignition: true });
});

test('an invalid date or position gives no fix', () => {
  expect(decodeOne(0x10, FIX.replace('18030f', '18130f')).messages[0]?.fix).toBeNull();
  // 91 degrees are 163,800,000 = 09c365c0.
  expect(decodeOne(0x10, FIX.replace('0269fb20', '09c365c0')).messages[0]?.fix).toBeNull();
});

test('0x12 with an odometer of four bytes', () => {
  expect(attributesOf(0x12, `${FIX}${CELL} 0041ee10`)).toEqual({ satellites: 9, odometerM: 4_320_784 });
});

test('0x12 of Benway: a word of flags', () => {
  // 8000 ignition, 4000 input 2, 2000 whole volts, value 12.
  expect(attributesOf(0x12, `${FIX}${CELL} e00c`)).toEqual({
    satellites: 9,
    ignition: true,
    input2: true,
    analog1V: 12,
  });
  // 1000 temperature, 0200 below zero, 7.
  expect(attributesOf(0x12, `${FIX}${CELL} 1207`)).toMatchObject({ ignition: false, temperature1C: -7 });
});

test('0x12 of VXT01: supply of 13.93 V, and overspeed as the seventh alarm', () => {
  expect(attributesOf(0x12, `${FIX}${CELL} 7a 0571 04 00`)).toEqual({
    satellites: 9,
    ignition: true,
    charging: false,
    immobilized: false,
    alarm: ['overspeed'],
    powerV: 13.93,
    rssi: 4,
  });
});

test('0x12 of S5: oil, temperature below zero, odometer in tens of metres', () => {
  expect(attributesOf(0x12, `${FIX}${CELL} 02 04b6 04 06 0010 85 00000cd9`)).toMatchObject({
    powerV: 12.06,
    alarm: ['overspeed'],
    event: 6,
    oil: 16,
    temperature1C: -5,
    odometerM: 32_890,
  });
});

test("0x12 of WeTrust and GT06E: the driver's card", () => {
  expect(attributesOf(0x12, `${FIX}${CELL} 0000869c 01 41 01 01 003c`)).toEqual({
    satellites: 9,
    odometerM: 34_460,
    driverTag: 'A',
    alarm: ['general'],
    drivingTimeS: 60,
  });
  const card = `${'20'.repeat(70)}4a4f484e20`;
  expect(attributesOf(0x12, `${FIX}${CELL} 00000064 4b ${card} 0300`)).toMatchObject({
    odometerM: 100,
    driverTag: 'JOHN',
  });
});

test('0x22: ignition, reason, memory, odometer', () => {
  expect(attributesOf(0x22, `${FIX}${CELL} 010001`)).toEqual({
    satellites: 9,
    ignition: true,
    event: 0,
    archived: true,
  });
  expect(attributesOf(0x22, `${FIX}${CELL} 000e00 000003e8`)).toEqual({
    satellites: 9,
    ignition: false,
    event: 14,
    odometerM: 1000,
  });
});

test('0x22 of Seeworld: long cell, odometer, temperature, humidity', () => {
  expect(attributesOf(0x22, `${FIX} 01cc 00 287d 0328e7a0 01 00 00 000003e8 00000e10 8271 1770`)).toEqual({
    satellites: 9,
    ignition: true,
    event: 0,
    odometerM: 1000,
    temperature1C: -6.25,
    humidityPercent: 60,
  });
});

test('0x22 of the NT models: IMEI, clock of its own, state, engine hours', () => {
  const content = `01 0123456789012345 18030f081f00 ${FIX} 09 ${CELL} 46 0984 28 4c 00 02 000064 00000a`;
  const { messages, identities } = decodeOne(0x22, content);
  expect(identities).toEqual(['123456789012345']);
  expect(messages[0]?.deviceTime).toEqual(new Date('2024-03-15T08:31:00Z'));
  expect(messages[0]?.fix).toEqual(FIX_EXPECTED);
  expect(messages[0]?.attributes).toEqual({
    satellites: 9,
    ignition: true,
    charging: true,
    immobilized: false,
    powerV: 24.36,
    batteryV: 4,
    rssi: 76,
    odometerM: 100,
    engineHoursS: 600,
  });
});

test('0x25 of XT40: the same with a driver', () => {
  const state = '46 0511 2a 47 00 02 000000 000584';
  const content = `01 0123456789012345 18030f081f00 ${FIX} 0a 01cc 00 287d 0328e7a0 04 ${state} 05 01 a1b2c3d4`;
  expect(attributesOf(0x25, content)).toMatchObject({ powerV: 12.97, engineHoursS: 84_720, driverTag: 'a1b2c3d4' });
});

test('0x11 and 0xA0: wide cells before the reason', () => {
  expect(attributesOf(0x11, `${FIX} 01cc 0000 287d 0328e7a0 010000`)).toMatchObject({ ignition: true });
  expect(attributesOf(0xa0, `${FIX} ${CELL_4G} 000e00`)).toMatchObject({ ignition: false, event: 14 });
  // The highest bit of the country makes the network code two bytes wide.
  expect(attributesOf(0xa0, `${FIX} 81cc 0000 0000287d 0000000002ea5e01 010400`)).toMatchObject({
    ignition: true,
    event: 4,
  });
});

test('0x31 of SL4X: odometer and altitude, also below the sea', () => {
  const { messages } = decodeOne(0x31, `${FIX} 02d4 000a c3c7 0dbdc40b 010000 00000064 ffec`);
  expect(messages[0]?.fix).toEqual({ ...FIX_EXPECTED, altitudeM: -20 });
  expect(messages[0]?.attributes).toMatchObject({ ignition: true, odometerM: 100 });
});

test('0x37 and 0x38: modules at the end, unknown ones skipped', () => {
  expect(attributesOf(0x37, `${FIX}${CELL} 010001 003c0401020001 002e0400002328 00270204b6`)).toEqual({
    satellites: 9,
    ignition: true,
    event: 0,
    archived: true,
    odometerM: 9000,
    powerV: 12.06,
  });
  expect(attributesOf(0x38, `${FIX} 0e00 03 ${CELL_4G} 001b 002e04000015c4`, true)).toEqual({
    satellites: 9,
    event: 14,
    odometerM: 5572,
  });
});

test('0x36 with a date: supply, battery, engine hours, card', () => {
  const content = `${FIX} 01cc 00 25ef 0540e88c 01 00 00 00000064 0514 28 000006 c3000001453f9201`;
  expect(attributesOf(0x36, content)).toEqual({
    satellites: 9,
    ignition: true,
    odometerM: 100,
    powerV: 13,
    batteryV: 4,
    engineHoursS: 360,
    driverTag: 'c3000001453f9201',
  });
});

test('0x17 with a card, 0x61 with a button', () => {
  expect(attributesOf(0x17, `${FIX}${CELL} bf0000012ca7e001 00`)).toMatchObject({ driverTag: 'bf0000012ca7e001' });
  expect(attributesOf(0x61, `0123456789012345 ${FIX} 01cc 00 287d 0328e7a0 000001000002`)).toMatchObject({
    driverTag: String(0x1_0000 * 0x100 + 2),
  });
});

test('0x24 of SR411: supply and battery', () => {
  expect(attributesOf(0x24, `${FIX}${CELL} 01 04ed 0194 00000865080041397650`)).toEqual({
    satellites: 9,
    ignition: true,
    powerV: 12.61,
    batteryV: 4.04,
  });
});

test('0x34 of X1: supply first, own cell second', () => {
  const ports = '00200000 02 01 01c0 01c0';
  const content = `00000000 ${FIX} 0000 00009e7d 014e 14 0fc0 00004e99 0000002a 04c3 01a4 ${ports}`;
  expect(attributesOf(0x34, content)).toEqual({
    satellites: 9,
    odometerM: 40_573,
    driverTag: '42',
    powerV: 12.19,
    batteryV: 4.2,
    inputs: 2,
    outputs: 1,
    analog1V: 4.48,
    analog2V: 4.48,
  });
});

test('firmware that omits half of the CRC still reports its fix', () => {
  const { messages } = newGt06Decoder().decode(bytes(`7878 15 10 ${FIX} 0001 00 0d0a`));
  expect(messages[0]?.fix).toEqual(FIX_EXPECTED);
});

test.each([0x11, 0x12, 0x16, 0x22, 0x26, 0x27, 0x2d, 0x31, 0x37, 0x38, 0x39, 0xa0, 0xa4])(
  'type %i that ends after its fix keeps the fix, and is acknowledged',
  (type) => {
    for (const tail of ['', '09', '09 01cc', '01 01cc 00 28']) {
      const { messages, replies, fault } = decodeOne(type, `${FIX}${tail}`);
      expect(fault).toBeUndefined();
      expect(messages).toMatchObject([{ fix: FIX_EXPECTED, attributes: { satellites: 9 } }]);
      expect(replies.map(({ when }) => when)).toEqual(['stored']);
    }
  },
);
