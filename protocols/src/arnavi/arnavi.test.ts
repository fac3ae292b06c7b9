import { describe, expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newArnaviDecoder, newArnaviInspector } from './arnavi.ts';
import { newArnaviFramer } from './framer.ts';
import { FRAMES } from './samples.fixture.ts';

const AT = '2026-03-22T10:15:30.000Z';
const decode = (frame: Uint8Array) => newArnaviDecoder().decode(frame);
const answers = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, toHex(bytes)]);

describe('a package', () => {
  const { messages } = decode(FRAMES.records);

  test('has coordinates and time, speed in knots, course in steps of two degrees and altitude in steps of ten metres', () => {
    expect(messages).toHaveLength(2);
    const { fix } = messages[0] ?? {};
    expect(fix).toMatchObject({ valid: true, altitudeM: 20, courseDeg: 86, time: new Date(AT) });
    expect(fix?.lat).toBeCloseTo(-34.9055, 5);
    expect(fix?.lon).toBeCloseTo(-56.1913, 5);
    // The frame contains 22 knots.
    expect(fix?.speedKph).toBeCloseTo(40.744, 3);
  });

  test('has sensor values', () => {
    expect(messages[0]?.attributes).toMatchObject({
      // 0x56 is six satellites plus five.
      satellites: 11,
      batteryV: 4.1,
      // The exact value takes precedence over that of the state.
      powerV: 12.5,
      // 0x105 stands for inputs 1 and 3 and output 1.
      input1: true,
      input2: false,
      input3: true,
      output1: true,
      output2: false,
      frequency1: 120,
      analog2V: 1.5,
      level1Raw: 1234,
      level1C: -7,
      odometerM: 125_500,
      hdop: 0.9,
    });
  });

  test('without a position keeps its other values, the supply in steps of 0.15 V', () => {
    // 0x50 steps.
    expect(messages[1]).toMatchObject({
      fix: null,
      deviceTime: new Date('2026-03-22T10:16:00Z'),
      attributes: { powerV: 12 },
    });
  });
});

/** Builds a package of one packet of 22 March 2026, 10:15:30, with these values. */
function packageOf(values: string): Uint8Array {
  const content = Buffer.from(values.replaceAll(' ', ''), 'hex');
  const summed = [0x42, 0xc1, 0xbf, 0x69, ...content];
  const sum = summed.reduce((all, byte) => all + byte, 0) & 0xff;
  return Uint8Array.from([0x5b, 1, 1, content.length, 0, ...summed, sum, 0x5d]);
}
const reported = (values: string) => decode(packageOf(values)).messages[0];

test('driver, inputs by function, temperatures and CAN values have their units', () => {
  // 02: the card number is 90001. 06: the switches are ignition and the call button, and inputs 1 and 4; input 3 counts
  // 500 pulses, input 2 has 1500 mV.
  expect(reported('02 915f0100  06 01 03 0900  06 06 03 f401  06 08 02 dc05')?.attributes).toEqual({
    driverTag: '90001',
    ignition: true,
    callButton: true,
    input1: true,
    input2: false,
    input3: false,
    input4: true,
    input5: false,
    input6: false,
    input7: false,
    input8: false,
    count3: 500,
    analog2V: 1.5,
  });
  // 28: -7.25°. 34: 12345 hundredths of an hour. 35: 100 km. 36: 1234.5 L. 37: 54.3%. 39: 1500 rpm. 3a: 85°.
  expect(
    reported('28 2bfd0000 34 39300000 35 10270000 36 39300000 37 1f020000 39 dc050000 3a 55000000 3c d0070000')
      ?.attributes,
  ).toEqual({
    temperature1C: -7.25,
    engineHoursS: 444_420,
    odometerM: 100_000,
    fuelUsedL: 1234.5,
    fuelPercent: 54.3,
    engineRpm: 1500,
    coolantTemperatureC: 85,
    axleWeight1Kg: 2000,
  });
});

test('unconnected sensors are omitted, and a position without satellites is invalid', () => {
  expect(reported('01 0000ffff 02 00000000 46 ffff0000')?.attributes).toEqual({});
  const placed = reported('03 3b9f0bc2 04 e4c360c2 05 2b 02 fe 16');
  expect(placed).toMatchObject({ fix: { valid: false }, attributes: {} });
  expect(placed?.attributes).not.toHaveProperty('satellites');
});

test('a text is a command reply, an empty packet a heartbeat', () => {
  expect(decode(FRAMES.text).messages).toMatchObject([{ kind: 'reply', text: 'reset done' }]);
  expect(decode(FRAMES.ping).messages).toMatchObject([{ kind: 'heartbeat', attributes: {} }]);
});

test('a login has the identity in every version', () => {
  for (const frame of [FRAMES.login, FRAMES.loginTime, FRAMES.loginLonger]) {
    expect(decode(frame)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'login' }] });
  }
});

test('logins are answered at once, with the time in versions that ask for it, packages once they are stored', () => {
  expect(answers(FRAMES.login)).toEqual([['now', '7b00007d']]);
  expect(answers(FRAMES.records)).toEqual([['stored', '7b00077d']]);
  const [reply] = decode(FRAMES.loginTime).replies;
  const bytes = [...(reply?.bytes ?? [])];
  expect([bytes.length, ...bytes.slice(0, 3), bytes[8]]).toEqual([9, 0x7b, 4, 0, 0x7d]);
  expect(bytes[3]).toBe(bytes.slice(4, 8).reduce((sum, byte) => sum + byte, 0) & 0xff);
  const seconds = Number.parseInt(toHex(Uint8Array.from(bytes.slice(4, 8))), 16);
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60);
});

test('text of older devices has coordinates and time in each version', () => {
  for (const frame of [FRAMES.second, FRAMES.third]) {
    const { identities, messages } = decode(frame);
    expect(identities).toEqual(['1013']);
    expect(messages[0]?.fix).toMatchObject({ valid: true, lat: -34.9055, lon: -56.1913, courseDeg: 87 });
    expect(messages[0]?.fix?.speedKph).toBeCloseTo(40.003, 3);
    expect(messages[0]?.fix?.time.toISOString()).toBe(AT);
  }
  expect(decode(FRAMES.second).messages[0]?.attributes).toMatchObject({
    powerV: 12.5,
    batteryV: 4.1,
    motion: true,
    ignition: true,
    input1: true,
    input2: false,
    input3: true,
    frequency1: 3,
    count1: 120,
    satellites: 11,
  });
  expect(decode(FRAMES.third).messages[0]?.attributes).toMatchObject({ ignition: false, count2: 7 });
});

test('newer versions send the altitude', () => {
  const place = '101530,3454.3300S,05611.4780W,21.6,87.0,220326';
  for (const line of [
    `$AV,V4,1013,73,1250,410,-1,0,1,5,0,0,0,0,1,11,12.5,15.0,${place},0,0,32767,*00`,
    `$AV,V5,1013,73,1250,410,-1,0,1,5,3,120,1,11,12.5,,${place},0,0,32767,*00`,
  ]) {
    const { identities, messages } = decode(asciiBytes(line));
    expect(identities).toEqual(['1013']);
    expect(messages[0]).toMatchObject({
      fix: { valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12.5, time: new Date(AT) },
      attributes: { satellites: 11, powerV: 12.5, ignition: true },
    });
  }
});

test('zeros without a fix are not a position', () => {
  expect(decode(FRAMES.fourth).messages[0]).toMatchObject({
    fix: null,
    attributes: { satellites: 0 },
  });
});

test('a line about the device has both identities; lines about its network have the sender', () => {
  expect(decode(FRAMES.device)).toMatchObject({
    identities: ['1013', '356000000000013'],
    messages: [{ kind: 'login' }],
  });
  expect(decode(asciiBytes('$AV,V3GSMINFO,1013,-1,7,NAME*00'))).toMatchObject({ identities: ['1013'], messages: [] });
});

test('a packet with a wrong checksum is a fault; garbage before a package is skipped', () => {
  const broken = Uint8Array.from(FRAMES.records);
  broken[12] = (broken[12] ?? 0) ^ 1;
  expect(decode(broken)).toMatchObject({ fault: 'the checksum of a packet is wrong', replies: [] });
  expect(newArnaviInspector().decode(broken).messages).toHaveLength(2);
  const framer = newArnaviFramer();
  expect(framer.push(Uint8Array.from([1, 2, 0x5b, 0, 9, ...FRAMES.ping]))).toEqual([FRAMES.ping]);
  expect(framer.garbageBytes).toBe(5);
});

test('a package of more packets than a device sends is a fault', () => {
  const ping = [...FRAMES.ping.subarray(2, -1)];
  const packets = (count: number) =>
    Uint8Array.from([0x5b, 9, ...Array.from({ length: count }, () => ping).flat(), 0x5d]);
  expect(decode(packets(250)).messages).toHaveLength(250);
  expect(decode(packets(251)).fault).toBe('too many packets');
});

test.each([4, 6])('a packet of type %i, a file or bytes, is a heartbeat', (type) => {
  const packet = [type, 2, 0, 0x42, 0xc1, 0xbf, 0x69, 1, 2, 0x2e];
  const { messages, unknownType, replies } = decode(Uint8Array.from([0x5b, 9, ...packet, 0x5d]));
  expect({ messages, unknownType }).toMatchObject({
    messages: [{ kind: 'heartbeat', fix: null }],
    unknownType: undefined,
  });
  expect(replies.map(({ when }) => when)).toEqual(['stored']);
});

test('a packet of an unknown type is reported and does not lose the others of its package', () => {
  // Type 0x5a, two bytes, 22 March 2026, whose checksum covers time and content.
  const unknown = [0x5a, 2, 0, 0x42, 0xc1, 0xbf, 0x69, 1, 2, 0x2e];
  const mixed = Uint8Array.from([...FRAMES.records.subarray(0, 2), ...unknown, ...FRAMES.records.subarray(2)]);
  const { messages, unknownType, replies } = decode(mixed);
  expect({ messages, unknownType }).toEqual({ messages: decode(FRAMES.records).messages, unknownType: '0x5a' });
  expect(replies.map(({ when }) => when)).toEqual(['stored']);
});

test('a line of an unknown kind is reported with its sender and kind', () => {
  const { identities, messages, replies, unknownType } = newArnaviDecoder().decode(
    asciiBytes('$AV,V9,1013,74,1*06\r\n'),
  );
  expect({ identities, messages, replies, unknownType }).toEqual({
    identities: ['1013'],
    messages: [],
    replies: [],
    unknownType: 'V9',
  });
});
