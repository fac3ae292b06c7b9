import { expect, test } from 'vitest';
import { attributesOf, bytes, CELL, CELL_4G, decodeOne, FIX, FIX_EXPECTED, frame } from './frames.fixture.ts';
import { newGt06Decoder } from './decoder.ts';

/** Ignition, charging, battery full, signal 4. */
const STATE = { satellites: 9, ignition: true, charging: true, immobilized: false, batteryPercent: 100, rssi: 4 };

test('0x16: fix, state and alarm; acknowledged once stored', () => {
  const { messages, replies } = decodeOne(0x16, `${FIX} 09 ${CELL} 46 06 04 01 02`);
  expect(messages[0]?.fix).toEqual(FIX_EXPECTED);
  expect(messages[0]?.attributes).toEqual({ ...STATE, alarm: ['sos'], event: 1 });
  expect(replies.map(({ when }) => when)).toEqual(['stored']);
});

test('the length before the cell may include itself, exclude itself or be zero', () => {
  expect(attributesOf(0x16, `${FIX} 08 ${CELL} 46 06 04 01 02`)).toEqual({ ...STATE, alarm: ['sos'], event: 1 });
  expect(attributesOf(0x16, `${FIX} 00 ${'00'.repeat(45)} 46 06 04 01 02`)).toEqual({
    ...STATE,
    alarm: ['sos'],
    event: 1,
  });
  expect(attributesOf(0x16, `${FIX} 0a 81cc 0000 287d 001f71 46 06 04 01 02`)).toEqual({
    ...STATE,
    alarm: ['sos'],
    event: 1,
  });
});

test.each([
  [0x02, 'powerCut'],
  [0x03, 'vibration'],
  [0x04, 'geofenceEnter'],
  [0x05, 'geofenceExit'],
  [0x06, 'overspeed'],
  [0x0e, 'lowBattery'],
  [0x13, 'tampering'],
  [0x14, 'door'],
  [0x29, 'hardAcceleration'],
  [0x30, 'hardBraking'],
  [0x2a, 'hardCornering'],
  [0x2c, 'accident'],
  [0xf2, 'accident'],
])('alarm byte %i is %s', (code, alarm) => {
  const content = `${FIX} 09 ${CELL} 46 06 04 ${code.toString(16).padStart(2, '0')} 02`;
  expect(attributesOf(0x26, content)).toMatchObject({ alarm: [alarm], event: code });
});

const cardAlarm = (code: string) => attributesOf(0x16, `${FIX} 09 ${CELL} 46 06 04 ${code} 02 ${'0'.repeat(12)}1a2b`);

test('a TRX16i, recognised only by its card, has its own alarm codes', () => {
  expect(cardAlarm('09')).toMatchObject({ alarm: ['geofence'] });
  expect(cardAlarm('0e')).toMatchObject({ alarm: ['lowPower'] });
  expect(cardAlarm('01')).toMatchObject({ alarm: ['sos'] });
  expect(attributesOf(0x16, `${FIX} 09 ${CELL} 46 06 04 09 02`)).toMatchObject({ alarm: ['vibration'] });
});

test.each([
  ['4e', ['vibration']],
  ['56', ['powerCut']],
  ['5e', ['lowBattery']],
  ['66', ['sos']],
  ['76', ['geofence']],
  ['7e', ['removing']],
  ['46', undefined],
])('terminal information %s gives its alarm', (info, alarm) => {
  expect(attributesOf(0x16, `${FIX} 09 ${CELL} ${info} 06 04 00 02`)?.alarm).toEqual(alarm);
});

test('a repeated alarm counts once, two different ones count twice', () => {
  expect(attributesOf(0x16, `${FIX} 09 ${CELL} 66 06 04 01 02`)?.alarm).toEqual(['sos']);
  expect(attributesOf(0x16, `${FIX} 09 ${CELL} 56 06 04 06 02`)?.alarm).toEqual(['powerCut', 'overspeed']);
});

test('a harmless alarm byte is only an event', () => {
  const attributes = attributesOf(0x16, `${FIX} 09 ${CELL} 46 06 04 fe 02`);
  expect(attributes).toEqual({ ...STATE, event: 0xfe });
});

test('0x16 of Seeworld changes the meaning of later alarm bytes', () => {
  const decoder = newGt06Decoder();
  const later = frame(0x26, `${FIX} 09 ${CELL} 46 06 04 29 02`);
  expect(decoder.decode(later).messages[0]?.attributes.alarm).toEqual(['hardAcceleration']);
  const seeworld = decoder.decode(frame(0x16, `${FIX} 09 01cc 00 2503 0328e7a0 00 5d 4b 13 02`));
  expect(seeworld.messages[0]?.attributes).toMatchObject({ batteryPercent: 93, rssi: 75, alarm: ['tampering'] });
  expect(decoder.decode(later).messages[0]?.attributes.alarm).toEqual(['accident']);
});

test('0x16 with a card, and with an odometer', () => {
  expect(attributesOf(0x16, `${FIX} 08 ${CELL} 46 06 04 e8 01 c3000001453f9201`)).toMatchObject({
    event: 0xe8,
    driverTag: 'c3000001453f9201',
  });
  expect(attributesOf(0x16, `${FIX} 09 ${CELL} 46 06 04 01 02 000003e8`)).toMatchObject({ odometerM: 1000 });
});

test('0x27 and 0xA4: the fence number, and pages of alarm codes', () => {
  expect(attributesOf(0x27, `${FIX} 09 ${CELL} 80 02 00 19 00 07`)).toMatchObject({
    immobilized: true,
    batteryPercent: 33,
    alarm: ['lowBattery'],
    geofence: 7,
  });
  expect(attributesOf(0xa4, `${FIX} 10 ${CELL_4G} 42 05 04 07 12 ff`)).toMatchObject({
    batteryPercent: 83,
    alarm: ['jamming'],
    event: 0x107,
    geofence: 255,
  });
});

test('0xA3: a single fence; and the status of GL21L under the same number', () => {
  expect(attributesOf(0xa3, `${FIX} 39 ${CELL_4G} 46 06 04 05 02`)).toEqual({
    ...STATE,
    alarm: ['geofenceExit'],
    event: 5,
  });
  expect(attributesOf(0xa3, '46 0001 06 64 0c 01')).toMatchObject({
    rssi: 1,
    batteryPercent: 100,
    alarm: ['overspeed'],
  });
});

test('0x19 and 0xA5: state without a fix', () => {
  const { messages } = decodeOne(0x19, `${CELL} 46 06 04 02 02`);
  expect(messages[0]?.fix).toBeNull();
  expect(messages[0]?.attributes).toMatchObject({ alarm: ['powerCut'], batteryPercent: 100 });
  expect(attributesOf(0xa5, `${CELL_4G} 02 05 04 13 00`)).toMatchObject({ alarm: ['tampering'], batteryPercent: 83 });
});

test('0x32: altitude at the end with narrow and with wide codes', () => {
  const wide = decodeOne(0x32, `${FIX} 0a 02d4 000a c3c7 0dbdc40b 46 06 04 01 02 02af`).messages[0];
  expect([wide?.fix?.altitudeM, wide?.attributes.alarm, wide?.attributes.rssi]).toEqual([687, ['sos'], 4]);
  expect(decodeOne(0x32, `${FIX} 09 ${CELL} 46 06 04 01 02 02af`).messages[0]?.fix?.altitudeM).toBe(687);
  expect(decodeOne(0x32, `${FIX} 09 ${CELL} 46 06 04 01 02`).messages[0]?.fix?.altitudeM).toBeNull();
});

test('0x39: cell with its generation, state, modules', () => {
  expect(attributesOf(0x39, `${FIX} 03 ${CELL_4G} 001b 46 06 04 01 02 001802019a`)).toEqual({
    ...STATE,
    alarm: ['sos'],
    event: 1,
    batteryV: 4.1,
  });
});

test('0xA2 of LW: odometer, engine hours, identity, its own meaning of 0x18', () => {
  const content = `${FIX} ${CELL_4G} 11 45 04df 06 03 18 01 0007d000 00000e10 0123456789012345 00c8`;
  const { messages, identities } = decodeOne(0xa2, content);
  expect(identities).toEqual(['123456789012345']);
  expect(messages[0]?.attributes).toMatchObject({
    powerV: 12.47,
    odometerM: 512_000,
    engineHoursS: 3600,
    inputs: 200,
    alarm: ['accident'],
  });
});

test('0x95 of the cameras: with and without a position, and the newer order', () => {
  expect(attributesOf(0x95, '18030f081e2d 90 0001')).toEqual({
    event: 0x90,
    eventData: 1,
    alarm: ['hardAcceleration'],
  });
  const older = decodeOne(0x95, `18030f081e2d 0269fb20 0c41f850 145a 01 0000 612e6d7034`).messages[0];
  expect(older?.fix).toEqual({ ...FIX_EXPECTED, speedKph: 0 });
  expect(older?.attributes).toEqual({ event: 1, eventData: 0, alarm: ['sos'], eventFiles: 'a.mp4' });
  const newer = decodeOne(0x95, `ffff01 18030f081e2d c9 0269fb20 0c41f850 145a 0104 0087 93 0000`).messages[0];
  expect(newer?.fix).toEqual({ ...FIX_EXPECTED, speedKph: 260 });
  expect(newer?.attributes).toEqual({ satellites: 9, powerV: 13.5, event: 0x93, eventData: 0, alarm: ['accident'] });
});

test('0x32 and 0x33 in long frames: blocks with their lengths', () => {
  const place = `0c ${FIX.slice('18030f081e2d '.length)}`;
  const content = `18030f081e2d ${place} 09 ${CELL} 3f 02 ffff 01 ff a5 00`;
  const { messages, replies } = decodeOne(0x33, content, true);
  expect(messages[0]?.fix).toEqual(FIX_EXPECTED);
  expect(messages[0]?.attributes).toEqual({ satellites: 9, rssi: 63, event: 0xa5, alarm: ['door'] });
  expect(replies[0]?.bytes.subarray(0, 5)).toEqual(bytes('7979000533'));
  const without = decodeOne(0x32, '18030f081e2d 00 00 00 00 00 00', true).messages[0];
  expect([without?.fix, without?.deviceTime]).toEqual([null, FIX_EXPECTED.time]);
});

test.each([
  [0x19, `${CELL} 42`],
  [0xa5, `${CELL_4G} 42`],
])('type %i without a fix that is truncated within its state keeps the fields before', (type, content) => {
  const { messages, replies } = decodeOne(type, content);
  expect(messages).toMatchObject([{ fix: null, attributes: { ignition: true } }]);
  expect(replies.map(({ when }) => when)).toEqual(['stored']);
});
