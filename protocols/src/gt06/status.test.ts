import { expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { newGt06Decoder } from './decoder.ts';
import { attributesOf, bytes, CELL, decodeOne, FIX_EXPECTED, frame } from './frames.fixture.ts';

test('0x13: the classic heartbeat, answered at once', () => {
  const { messages, replies } = decodeOne(0x13, 'c4 04 03 00 02');
  expect(messages).toEqual([
    {
      kind: 'heartbeat',
      deviceTime: null,
      fix: null,
      attributes: { ignition: false, charging: true, immobilized: true, batteryPercent: 66, rssi: 3 },
    },
  ]);
  expect(replies.map(({ when, bytes: sent }) => [when, toHex(sent.subarray(0, 6))])).toEqual([['now', '787805130102']]);
});

test.each([
  ['44 00 04 00 02', 0],
  ['44 06 04 00 02', 100],
  ['44 3e 04 00 02', 62],
  ['44 64 04 00 02', 100],
  ['44 f0 04 00 02', undefined],
])('battery of %s is %s percent', (content, percent) => {
  expect(attributesOf(0x13, content)?.batteryPercent).toBe(percent);
});

test('0x13 of wired trackers: the supply voltage instead of level and signal', () => {
  expect(attributesOf(0x13, '46 0b12 04 00')).toEqual({
    ignition: true,
    charging: true,
    immobilized: false,
    powerV: 28.34,
    rssi: 4,
  });
});

test('0x13 with the signal in percent: whole volts', () => {
  expect(attributesOf(0x13, '45 06 56 0b 01')).toMatchObject({ batteryPercent: 100, rssi: 86, powerV: 11 });
});

test('0x13 of the diagnostics plug and of the portable logger', () => {
  // Signal 0 00101 00011 10100: 5 + 3 satellites, signal 20.
  expect(attributesOf(0x13, '42 1474 06 02 50 04 04b6 00 0010 ff9c')).toEqual({
    ignition: true,
    charging: false,
    immobilized: false,
    satellites: 8,
    rssi: 20,
    alarm: ['overspeed'],
    event: 6,
    batteryPercent: 80,
    powerV: 12.06,
    temperature1C: -10,
  });
  expect(attributesOf(0x13, '30 802b 00 00 06 42 014f 00 0872 0000 002b')).toEqual({
    batteryPercent: 6,
    temperature1C: -4.3,
  });
});

test('0x23: battery in hundredths of a volt', () => {
  const { messages, replies } = decodeOne(0x23, 'c3 019a 04 0001');
  expect(messages[0]?.kind).toBe('heartbeat');
  expect(messages[0]?.attributes).toEqual({ armed: true, ignition: true, charging: false, batteryV: 4.1, rssi: 4 });
  expect(replies[0]?.when).toBe('now');
});

test('0x36 without a date: state, then modules', () => {
  expect(attributesOf(0x36, '46 05 04 00 02 0032 01 01 0018 02 0192 006a 01 5f')).toEqual({
    ignition: true,
    charging: true,
    immobilized: false,
    batteryPercent: 95,
    rssi: 4,
    batteryV: 4.02,
  });
});

test('0x94: supply, door, card, fuel probe, climate, settings', () => {
  expect(attributesOf(0x94, '04eb')).toEqual({ powerV: 12.59 });
  expect(attributesOf(0x94, '00 049f', true)).toEqual({ powerV: 11.83 });
  expect(attributesOf(0x94, '05 05', true)).toEqual({ door: true, input1: true });
  // "GPS OK"
  expect(attributesOf(0x94, '08 475053204f4b 00', true)).toEqual({ selfTest: 'GPS OK' });
  expect(decodeOne(0x94, '05 18030f081e2d 04', true).messages[0]).toMatchObject({
    deviceTime: FIX_EXPECTED.time,
    attributes: { door: false, input1: true },
  });
  expect(attributesOf(0x94, '0a 0123456789012345 0460012345678901 89860012345678901234', true)).toEqual({
    iccid: '89860012345678901234',
  });
  // GPS: a three-dimensional fix with 2, and 1 more; BeiDou: 1 and none.
  expect(attributesOf(0x94, '09 03 02 2a2b 01 10 03 01 2c 00 00', true)).toEqual({
    satellites: 3,
    satellitesVisible: 4,
  });
  expect(attributesOf(0x94, '0b 01', true)).toEqual({ networkTechnology: '4G' });
  expect(attributesOf(0x94, '0b 02e3', true)).toEqual({ powerV: 7.39 });
  expect(attributesOf(0x94, '1b 0204 a1b2c3d4 3503', true)).toEqual({ driverTag: 'a1b2c3d4' });
  expect(attributesOf(0x94, '1e ffffffce 00000258', true)).toEqual({ temperature1C: -5, humidityPercent: 60 });
  expect(attributesOf(0x94, `04${hexOf('ALM1=C5;STA1=40;DYD=01;SOS=,,;')}`, true)).toEqual({
    alarm1Status: 0xc5,
    otherStatus: 0x40,
    engineStatus: 1,
  });
  const probe = '!AIOIL,01,001.500,021.250,100A,0100,012.750,0,00,7F';
  expect(attributesOf(0x94, `0d${hexOf(probe)}`, true)).toEqual({ temperature1C: 21.25, fuelLevel: 12.75 });
  expect(decodeOne(0x94, '77 00', true)).toMatchObject({ messages: [], replies: [], unknownType: '0x94/0x77' });
});

function hexOf(text: string): string {
  return toHex(new TextEncoder().encode(text));
}

test('0x8A: the time in UTC, with the serial number of the request', () => {
  const decoder = newGt06Decoder(() => new Date('2026-11-20T06:07:08Z'));
  const { replies, messages } = decoder.decode(frame(0x8a, ''));
  expect(messages).toEqual([]);
  expect(replies[0]?.when).toBe('now');
  expect(toHex(replies[0]?.bytes ?? bytes(''))).toMatch(/^78780b8a1a0b140607080102[0-9a-f]{4}0d0a$/);
});

test('0x2A: no address is known, and the device is answered so', () => {
  const { replies } = decodeOne(0x2a, '');
  expect(toHex(replies[0]?.bytes ?? bytes(''))).toContain(`970b00000000${hexOf('NA&&NA&&0##')}0102`);
});

test('command echoes and unknown kinds are not answered, and unknown kinds are counted', () => {
  expect(decodeOne(0x81, '00').replies).toEqual([]);
  for (const isLong of [false, true])
    expect(decodeOne(0x1f, '00', isLong)).toEqual({ identities: [], messages: [], replies: [], unknownType: '0x1f' });
});

test('0x28, 0x2C, 0xA1: visible cells and access points', () => {
  const cells = `01cc 00 287d 001f71 3e ${'0000 000000 00'.repeat(6)}`;
  const { messages, replies } = decodeOne(0x28, `18030f081e2d ${cells} ff 0002`);
  expect(messages[0]).toEqual({
    kind: 'report',
    deviceTime: FIX_EXPECTED.time,
    fix: null,
    attributes: { cells: ['460-0-10365-8049 -62'] },
  });
  expect(replies[0]?.when).toBe('stored');
  expect(attributesOf(0x2c, `18030f081e2d ${cells} ff 01 a1b2c3d4e5f6 41`)).toEqual({
    cells: ['460-0-10365-8049 -62'],
    wifi: ['a1:b2:c3:d4:e5:f6 -65'],
  });
  const wide = `01cc 00 0000287d 0000000002ea5e01 3e ${'00000000 0000000000000000 00'.repeat(6)}`;
  expect(attributesOf(0xa1, `18030f081e2d ${wide} ff 0002`)).toEqual({ cells: ['460-0-10365-48913921 -62'] });
});

test('watches: BCD date, repeated in the answer', () => {
  const { messages, replies } = newGt06Decoder().decode(
    bytes('7878 01 69 240315083045 a1b2c3d4e5f6 41 01 01cc 00 2866 0f21 32 0d0a'),
  );
  expect(messages[0]?.deviceTime).toEqual(FIX_EXPECTED.time);
  expect(messages[0]?.attributes).toEqual({ wifi: ['a1:b2:c3:d4:e5:f6 -65'], cells: ['460-0-10342-3873 -50'] });
  expect(toHex(replies[0]?.bytes ?? bytes(''))).toBe('787800692403150830450d0a');
});

test('0xA9: an alarm with the network only', () => {
  const content = `18030f081e2d 01cc 00 00 01 287d 001f71 3e ff 01 a1b2c3d4e5f6 41 02 02`;
  expect(attributesOf(0xa9, content)).toEqual({ wifi: ['a1:b2:c3:d4:e5:f6 -65'], event: 2, alarm: ['powerCut'] });
});

test('0xF1, 0xF2, 0xB2: Jimi 4G states and accessories', () => {
  // 1710491445 s = 0x65f40735 = 2024-03-15 08:30:45.
  const states = decodeOne(0xf1, '65f40735 0001 01 02 0004 01 01 0005 02 0195 00ee 01 07', true);
  expect(states.messages[0]?.deviceTime).toEqual(FIX_EXPECTED.time);
  expect(states.messages[0]?.attributes).toEqual({ motion: true, ignition: true, powerV: 4.05 });
  expect(attributesOf(0xf2, '65f40735 000c 0a 47 01 0003 000010020000', true)).toEqual({
    externalBatteryPercent: 71,
    externalBatteryCharging: true,
    externalBatteryCycles: 3,
  });
  expect(attributesOf(0xf2, '65f40735 000a 000c 01 a1b2c3d4e5f6 02 00 01 4142', true)).toEqual({
    mac: 'a1b2c3d4e5f6',
    event: 2,
    dataType: 1,
    dataDetails: '4142',
  });
  const tag = `18030f081e2d b0 a1b2c3d4e5f6 ${'11'.repeat(16)} 0001 0002 012c 08`;
  expect(attributesOf(0xb2, tag)).toMatchObject({ rssi: -80, tag1Id: 'a1b2c3d4e5f6', tag1BatteryV: 3, clock: 2 });
});

test('0x9B: serial data, and a card between STX and ETX', () => {
  expect(attributesOf(0x9b, '03 80d600', true)).toEqual({ serialData: '80d600' });
  expect(attributesOf(0x9b, `03${hexOf('28.3')}`, true)).toEqual({ serialData: '28.3' });
  expect(attributesOf(0x9b, '03 02 3539303042 03', true)).toEqual({ serialData: '02353930304203', driverTag: '5900B' });
});

test('0x70: modules, with and without a fix', () => {
  const fix = '0033 0012 65f40735 08 00e8 0269fb20 0c41f850 3c 145a';
  const { messages, replies } = decodeOne(0x70, `${fix} 0018 0002 017d 0028 0001 0b 0034 0006 12 00000000 00`, true);
  expect(messages[0]?.fix).toEqual({ ...FIX_EXPECTED, altitudeM: 232 });
  expect(messages[0]?.attributes).toEqual({
    satellites: 8,
    batteryV: 3.81,
    hdop: 1.1,
    event: 0x12,
    alarm: ['removing'],
  });
  expect(toHex(replies[0]?.bytes.subarray(0, 6) ?? bytes(''))).toBe('787805700102');
  expect(decodeOne(0x70, '002a 0001 11', true).messages[0]).toMatchObject({
    fix: null,
    attributes: { door: true, tamper: true },
  });
});

test('0x8C: values of the OBD port', () => {
  const text = hexOf('28=00027118,36=00033450,47=00001388,4A=VIN1,4B=');
  expect(attributesOf(0x8c, `18030f081e2d 01 ${text} cb03 851f5f03 c0205255 14a7`, true)).toEqual({
    ignition: true,
    // The frame contains 160,024 hundredths of a kilometre; 210,000 hundredths of a revolution; 5,000 hundredths of a
    // litre.
    odometerM: 1_600_240,
    engineRpm: 2100,
    fuelUsedL: 50,
    vin: 'VIN1',
  });
});

test('0x40: battery of a two-wheeler', () => {
  const cells = '0fa0'.repeat(14);
  const content = `0000000000000001 65f40735 5f 1000 60 1100 64 0bb8 0001 d6d8 0007 ${cells} ${'00'.repeat(50)}`;
  expect(attributesOf(0x40, content)).toMatchObject({ batteryV: 55, batteryCycles: 7, batteryCell14V: 4 });
});

test('0x19 of Space10X lists cells that are not kept', () => {
  expect(attributesOf(0x19, `18030f081e2d ${CELL} 00000000`)).toEqual({});
});

test('0xA3 of a watch of Seeworld: supply, steps, percent, charger and motion', () => {
  // Ignition (02); signal 24, 5 V, 4,660 steps, 87%, charged, standing.
  expect(attributesOf(0xa3, '02 0000 04 18 05 02 01 01 00001234 57 01 00 000000')).toEqual({
    ignition: true,
    charging: true,
    immobilized: false,
    rssi: 24,
    powerV: 5,
    steps: 4660,
    batteryPercent: 87,
    motion: false,
  });
});

test('0x94 has temperatures of wired sensors, each by its number', () => {
  // 0x09f6 is 2550, 0xfc7c is -900 with a sign.
  expect(attributesOf(0x94, '15 02 282c533a12230ed3 09f6 282c533a12230ed4 fc7c', true)).toEqual({
    probe1Id: '282c533a12230ed3',
    temperature1C: 25.5,
    probe2Id: '282c533a12230ed4',
    temperature2C: -9,
  });
});

test('0x11 without a fix is the date and a cell', () => {
  expect(decodeOne(0x11, '18030f081e2d 00de 01 0d3c 00b1c2').messages).toEqual([
    { kind: 'report', deviceTime: FIX_EXPECTED.time, fix: null, attributes: { cells: ['222-1-3388-45506'] } },
  ]);
});

test('0x14: visible satellites, each with its signal strength; answered', () => {
  const { messages, replies } = decodeOne(0x14, '04 1e 20 22 24');
  expect(messages).toMatchObject([{ fix: null, attributes: { satellitesVisible: 4 } }]);
  expect(replies.map(({ when }) => when)).toEqual(['now']);
});

test('0x8D: a recording chunk is known, and not answered', () => {
  expect(decodeOne(0x8d, '01 02 03 04', true)).toMatchObject({ messages: [], replies: [] });
  expect(decodeOne(0x8d, '01 02 03 04', true).unknownType).toBeUndefined();
});
