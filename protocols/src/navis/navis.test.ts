import { expect, test } from 'vitest';
import { crc8 } from '../egts/framer.ts';
import { concat, fromHex, toHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newNavisDecoder, newNavisInspector } from './navis.ts';
import { sealPacket } from './packet.ts';
import { FRAMES, WITHOUT_OFFER } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newNavisDecoder().decode(frame);
const agreed = () => {
  const decoder = newNavisDecoder();
  decoder.decode(FRAMES.offer);
  return decoder;
};
const TIME = new Date('2026-03-22T10:15:30Z');

test('a login identifies the device, and is answered with the addresses swapped', () => {
  const { identities, replies } = decode(FRAMES.login);
  expect(identities).toEqual(['356000000000013']);
  // "*<S": the XOR of 2a, 3c and 53 is 45.
  expect(toHex(replies[0]?.bytes ?? new Uint8Array()).slice(0, 30)).toBe('404e54437b00000001000000030045');
});

test('a record of format 6.0 has coordinates, time, speed and measurements', () => {
  const { messages, replies } = decode(FRAMES.single);
  const [message] = messages;
  expect(message?.fix).toMatchObject({ time: TIME, valid: true, altitudeM: 12, speedKph: 40, courseDeg: 87 });
  expect(message?.fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(message?.attributes).toMatchObject({
    event: 4385,
    armed: true,
    alarm: ['general'],
    rssi: 24,
    output2: true,
    input1: true,
    input8: true,
    powerV: 13.828,
    batteryV: 4.2,
    analog3: 8,
    temperature1C: 45,
    engineRpm: 1740,
    satellites: 11,
    odometerM: 125_000,
    legM: 500,
  });
  expect(message?.attributes.temperature2C).toBeUndefined();
  expect(replies[0]?.when).toBe('stored');
});

test('a record of format 5.2 has its coordinates in radians', () => {
  const [message] = decode(FRAMES.array).messages;
  expect(message?.fix?.lat).toBeCloseTo(-34.9055, 4);
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 4);
  expect(message?.attributes).toMatchObject({ satellites: 11, output1: true, temperature1C: -5, alarm: ['general'] });
});

test('a version newer than FLEX 3.0 is answered with 3.0', () => {
  const [reply] = decode(FRAMES.newest).replies;
  expect(toHex(reply?.bytes ?? new Uint8Array())).toMatch(/2a3c464c4558b01e1e$/);
});

test.each([
  ['flexArray', 2, '7e4102'],
  ['flexSingle', 1, '7e5407000000'],
  ['state', 1, '7e43'],
  ['extra', 1, '7e5807000000'],
] as const)('%s has the fields that were agreed upon', (name, count, answer) => {
  const { messages, replies } = agreed().decode(FRAMES[name]);
  expect(messages).toHaveLength(count);
  expect(messages[0]?.fix).toMatchObject({ time: TIME, valid: true, altitudeM: 12, speedKph: 40, courseDeg: 87 });
  expect(messages[0]?.fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(messages[0]?.attributes).toMatchObject({ event: 4385, satellites: 11, odometerM: 125_000 });
  const bytes = fromHex(answer) ?? new Uint8Array();
  expect(toHex(replies[0]?.bytes ?? bytes)).toBe(answer + toHex(Uint8Array.of(crc8(bytes, 0, bytes.length))));
});

test('records before the fields are negotiated are a fault, as is a wrong checksum', () => {
  expect(decode(FRAMES.flexSingle).fault).toBeDefined();
  const wrong = Uint8Array.from(FRAMES.login);
  wrong[20] = 0x39;
  expect(decode(wrong).fault).toMatch(/sum/);
});

test.each(['array', 'single', 'state'] as const)(
  'in a capture without the negotiation, %s has the fields that all devices send',
  (name) => {
    expect(decode(WITHOUT_OFFER[name]).fault).toBeDefined();
    const { messages } = newNavisInspector().decode(WITHOUT_OFFER[name]);
    expect(messages.at(-1)?.fix).toMatchObject({ time: TIME, valid: true, altitudeM: 12, speedKph: 40, courseDeg: 87 });
    expect(messages.at(-1)?.fix?.lon).toBeCloseTo(-56.1913, 6);
    expect(messages[0]?.attributes).toEqual({
      event: 4385,
      armed: true,
      status: 17,
      rssi: 24,
      satellites: 11,
      odometerM: 125_000,
    });
  },
);

test('in a capture, a record without the common fields is a fault, too', () => {
  const bytes = Uint8Array.from(WITHOUT_OFFER.single);
  // The event's year 2106 with a position from 2026.
  bytes.fill(0xff, 12, 16);
  bytes[bytes.length - 1] = crc8(bytes, 0, bytes.length - 1);
  expect(newNavisInspector().decode(bytes).fault).toBeDefined();
});

test('heartbeats, replies and commands', () => {
  expect(decode(FRAMES.alive).messages[0]?.kind).toBe('heartbeat');
  expect(decode(FRAMES.reply).messages[0]).toMatchObject({ kind: 'reply', text: '*@CNCT_DRC OK' });
  const decoder = newNavisDecoder();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(FRAMES.login);
  expect(toHex(decoder.encode({ kind: 'engineStop' }) ?? new Uint8Array())).toMatch(/2a213159$/);
  expect(toHex(decoder.encode({ kind: 'locate' }) ?? new Uint8Array())).toMatch(/2a3f41$/);
});

test('FLEX records have fuel sensors and CAN values, except unmeasured ones', () => {
  const decoder = newNavisDecoder();
  // State, time, latitude, longitude; two sensors; fuel, rpm, coolant, two axles, pedal and load by the bus.
  const fields = [7, 8, 9, 10, 37, 38, 52, 54, 55, 57, 58, 62, 64];
  const bits = new Uint8Array(9);
  for (const field of fields) bits[field >> 3] = (bits[field >> 3] ?? 0) | (0x80 >> (field & 7));
  const addresses = { receiver: 1, sender: 123 };
  decoder.decode(sealPacket(addresses, concat(asciiBytes('*>FLEX'), Uint8Array.of(0xb0, 0x0a, 0x0a, 69), bits)));
  const place = '2e 42c1bf69 3c6ec0fe a48dfdfd';
  const one = (measured: string) => {
    const bytes = concat(asciiBytes('~C'), fromHex(`${place}${measured}`.replaceAll(' ', '')) ?? new Uint8Array());
    return decoder.decode(concat(bytes, Uint8Array.of(crc8(bytes, 0, bytes.length)))).messages[0]?.attributes;
  };
  expect(one('ff0f deff d204 dc05 4b bc1b ffff 32 ff')).toEqual({
    satellites: 11,
    fuelSensor1: 4095,
    fuelL: 123.4,
    engineRpm: 1500,
    coolantTemperatureC: 75,
    axleWeight1Kg: 7100,
    throttlePercent: 50,
  });
  expect(one('ff0f 0000 3e80 ffff 80 ffff ffff ff 28')).toEqual({
    satellites: 11,
    fuelSensor1: 4095,
    fuelSensor2: 0,
    fuelPercent: 62,
    engineLoadPercent: 40,
  });
});

/** A conversation that negotiated only these fields, with a function that decodes one record. */
function agreedOn(version: string, fields: readonly number[]) {
  const decoder = newNavisDecoder();
  const bits = new Uint8Array(32);
  for (const field of fields) bits[field >> 3] = (bits[field >> 3] ?? 0) | (0x80 >> (field & 7));
  const offer = concat(asciiBytes('*>FLEX'), fromHex(`b0${version}${version}ff`) ?? new Uint8Array(), bits);
  const { replies } = decoder.decode(sealPacket({ receiver: 1, sender: 123 }, offer));
  return {
    answer: toHex(replies[0]?.bytes ?? new Uint8Array()).slice(-6),
    one: (content: string) => {
      const bytes = concat(asciiBytes('~C'), fromHex(content.replaceAll(' ', '')) ?? new Uint8Array());
      return decoder.decode(concat(bytes, Uint8Array.of(crc8(bytes, 0, bytes.length)))).messages[0]?.attributes;
    },
  };
}

test('FLEX 3.0 is negotiated, and has more temperatures, humidity and custom fields', () => {
  // Thermometers 9 and 10, humidity 1, first byte, word and long of the owner.
  const { answer, one } = agreedOn('1e', [162, 163, 166, 206, 222, 237]);
  expect(answer).toBe('b01e1e');
  //
  // -110 twentieths are -5.5 °C; 0x8000 means no thermometer; 129 halves of a percent.
  expect(one('92ff 0080 81 07 0a00 39300000')).toEqual({
    temperature9C: -5.5,
    humidity1Percent: 64.5,
    userByte1: 7,
    userWord1: 10,
    userLong1: 12_345,
  });
});

test('an unread field of FLEX 3.0 has its length', () => {
  // Fields 122 (one byte), 126 (four) and 254 (eight) before and between the first inputs.
  const { one } = agreedOn('1e', [28, 122, 126, 206, 254]);
  expect(one(`01 ff ffffffff 2a ${'ff'.repeat(8)}`)).toMatchObject({ input1: true, input2: false, userByte1: 42 });
});

test('FLEX records have more switches, counters, CAN values and fuel sensors with temperatures', () => {
  const { one } = agreedOn('14', [29, 31, 32, 34, 43, 53, 56, 63, 65, 66, 67, 69, 77, 83]);
  expect(
    // Input 9, output 10, 100 pulses, 300 Hz, level 4095; 250.0 half litres, 1,250.5 km, brake, 12.3 litres of additive,
    // 7200 s, 100 steps of 5 km, satellites of two systems, -5 °C, level 1000 at 20 °C.
    one('01 02 64000000 2c01 ff0f 00007a43 00509c44 0a 7b00 201c0000 6400 0804000000000000 fb e80314'),
  ).toMatchObject({
    input9: true,
    input10: false,
    output9: false,
    output10: true,
    count1: 100,
    frequency1: 300,
    fuelLevel: 4095,
    fuelUsedL: 125,
    obdOdometerM: 1_250_500,
    brakePercent: 10,
    additiveL: 12.3,
    busEngineHoursS: 7200,
    serviceM: 500_000,
    satellitesVisible: 12,
    fuelSensor1C: -5,
    fuelSensor7: 1000,
    fuelSensor7C: 20,
  });
  // Missing values of the bus: -1 litres and -1 km, all ones.
  expect(one('00 00 00000000 0000 ffff 000080bf 000080bf ff ff7f ffffffff ffff 0000000000000000 80 ffff80')).toEqual({
    ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`input${index + 9}`, false])),
    ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`output${index + 9}`, false])),
    count1: 0,
    frequency1: 0,
    satellitesVisible: 0,
  });
});
