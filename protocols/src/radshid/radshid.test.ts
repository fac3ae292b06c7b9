import { expect, test } from 'vitest';
import { concat, fromHex } from '../tools/bytes.ts';
import { newRadshidFramer, radshid, sum } from './radshid.ts';
import { frame, FRAMES, head, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => radshid.newDecoder('tcp').decode(bytes);

test('an event has identity, coordinates, time, driver and vehicle data', () => {
  expect(decode(FRAMES.report).identities).toEqual(['352000013']);
  expect(decode(FRAMES.report).messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      fix: {
        time: new Date('2026-03-22T10:15:30Z'),
        valid: true,
        lat: -34.9055,
        lon: -56.1913,
        altitudeM: -12,
        speedKph: 40,
        courseDeg: 87,
      },
      attributes: {
        event: 1,
        driverTag: '1234567',
        obdSpeedKph: 41,
        engineRpm: 1247,
        charging: true,
        ignition: true,
        inputs: 1,
        satellites: 9,
        pdop: 1.5,
      },
    },
  ]);
});

test("documented codes are alarms; the device's own status is read", () => {
  const [cut, other] = decode(FRAMES.several).messages;
  expect(cut?.attributes.alarm).toEqual(['powerCut']);
  expect(other?.fix?.valid).toBe(false);
  expect(other?.attributes).toMatchObject({
    event: 0xf9,
    ignition: false,
    rssi: 21,
    powerV: 12.4,
    batteryPercent: 85,
    temperature1C: 24.5,
    humidityPercent: 40,
  });
  expect(other?.attributes).not.toHaveProperty('alarm');
  expect(other?.attributes).not.toHaveProperty('driverTag');
});

test('events are acknowledged by their byte count once they are stored', () => {
  // Tag, serial, count, an event of 44 bytes and two after it, checksum: 54.
  expect(FRAMES.report[0]).toBe(0x36);
  expect(decode(FRAMES.report).replies).toEqual([
    { when: 'stored', bytes: fromHex('07000000 82 01 36000000 01'.replaceAll(' ', '')) },
  ]);
});

test('a stream is framed by length', () => {
  const framer = newRadshidFramer();
  expect(framer.push(concat(Uint8Array.of(9, 9, 9), FRAMES.report, FRAMES.several))).toEqual([
    FRAMES.report,
    FRAMES.several,
  ]);
  expect(framer.garbageBytes).toBe(3);
});

test('a wrong checksum, count or tag, and a truncated message are faults', () => {
  const wrong = [
    FRAMES.report.with(20, 0),
    FRAMES.report.subarray(0, 30),
    frame([`${head('01')} ${POSITION} 00`], '02'),
    frame([`${head('01')} ${POSITION}`]),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid position, and zeros without a fix, only lose the position', () => {
  const { messages, replies } = decode(
    frame([
      `${head('e2')} ${POSITION.replace('eb31d7e8', '80000000')} 00`,
      `${head('01')} ${POSITION.replace('c1 00 eb31d7e8 de81e358', 'c1 01 00000000 00000000')} 00`,
      `${head('01')} ${POSITION} 00`,
    ]),
  );
  const deviceTime = new Date('2026-03-22T10:15:30Z');
  expect(messages).toMatchObject([
    { fix: null, deviceTime, attributes: { alarm: ['powerCut'] } },
    { fix: null, deviceTime },
    { fix: { lat: -34.9055 } },
  ]);
  expect(replies).toMatchObject([{ when: 'stored' }]);
});

test.each([
  ['d6', 'jamming'],
  ['d7', 'jamming'],
  ['e3', 'powerRestored'],
  ['eb', 'sos'],
  ['ee', 'overspeed'],
  ['f0', 'lowBattery'],
])('event %s is %s', (code, alarm) => {
  expect(decode(frame([`${head(code)} ${POSITION} 00`])).messages[0]?.attributes.alarm).toEqual([alarm]);
});

test('switches are power, ignition and four inputs', () => {
  const states = ['80', '40', '0a'].map((state) => `${head('01')} ${POSITION.replace('c1', state)} 00`);
  expect(decode(frame(states)).messages.map(({ attributes }) => attributes)).toMatchObject([
    { charging: true, ignition: false, inputs: 0 },
    { charging: false, ignition: true, inputs: 0 },
    { charging: false, ignition: false, inputs: 10 },
  ]);
});

test('negative values are read, and a battery above full is full', () => {
  // Firmware and counts; 110%; -5.5 degrees.
  const state = `07 ${'00'.repeat(20)} 15 00 7c 6e 00 00 c9ffffff 90010000`;
  const [message] = decode(frame([`${head('01')} ${POSITION} 23 ${state}`])).messages;
  expect(message?.attributes).toMatchObject({ temperature1C: -5.5, batteryPercent: 100, humidityPercent: 40 });
});

test('the checksum is a CRC from the highest bit with a polynomial that is not reflected', () => {
  // By hand: 0x0100 shifted by eight is 0xa001; then 0xe003, 0x6007, 0xc00e, 0x201d, 0x403a, 0x8074, 0xa0e9, 0xe1d3.
  expect(sum(Uint8Array.of(9, 1), 1, 2)).toBe(0xa001);
  expect(sum(Uint8Array.of(1, 0), 0, 2)).toBe(0xe1d3);
});

test('a frame of more than 255 bytes is one', () => {
  const long = frame(Array.from({ length: 10 }, () => `${head('01')} ${POSITION} 00`));
  expect(newRadshidFramer().push(concat(long, FRAMES.report))).toEqual([long, FRAMES.report]);
});
