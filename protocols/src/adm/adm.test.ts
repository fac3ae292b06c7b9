import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newAdmDecoder, newAdmFramer } from './adm.ts';
import { FRAMES, IMEI, login, packet, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => newAdmDecoder().decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a login has the identity, a position coordinates, time, voltages and signal', () => {
  expect(decode(FRAMES.login)).toMatchObject({ identities: [IMEI], messages: [{ kind: 'login' }], replies: [] });
  const { fix, attributes } = first(FRAMES.position) ?? {};
  expect(fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    altitudeM: -12,
    speedKph: 40,
    courseDeg: 87.5,
  });
  expect(fix?.lat).toBeCloseTo(-34.9055, 5);
  expect(fix?.lon).toBeCloseTo(-56.1913, 5);
  expect(attributes).toEqual({ status: 0x0200, satellites: 9, hdop: 0.9, powerV: 12.4, batteryV: 4.1 });
});

test('some firmware sends its identity in each packet, followed by the odometer', () => {
  // The frame contains 0x01e86d metres.
  expect(decode(FRAMES.withIdentity)).toMatchObject({
    identities: [IMEI],
    messages: [{ attributes: { odometerM: 125_037 } }],
  });
});

test('blocks follow in the order of their bits', () => {
  expect(first(FRAMES.full)?.attributes).toMatchObject({
    output1: true,
    output2: false,
    output3: true,
    output4: false,
    analog1V: 1,
    analog2V: 2,
    analog6V: 0.068,
    pulses1: 10,
    pulses2: 20,
    fuelLevel1: 1,
    fuelLevel2: 2,
    fuelLevel3: 3,
    fuelTemperature1C: 20,
    fuelTemperature2C: -1,
    fuelTemperature3C: 0,
    can1: 0x7f,
    can3: 1000,
    can5: 125_037,
    odometerM: 125_037,
  });
});

test('without a fix the other fields are still read', () => {
  expect(first(FRAMES.lost)).toMatchObject({ fix: { valid: false }, attributes: { powerV: 12.4, batteryV: 4.1 } });
  const unset = first(packet(`00 ${POSITION.replace('42c1bf69', '00000000')}`));
  expect(unset).toMatchObject({ fix: null, deviceTime: null, attributes: { powerV: 12.4 } });
});

test('an impossible time or position only loses the fix, and the message is acknowledged', () => {
  const decoder = newAdmDecoder();
  decoder.decode(login(2));
  // 0x30000000 s lies in 1995; 0x7fc00000 is not a number.
  const early = decoder.decode(packet(`00 ${POSITION.replace('42c1bf69', '00000030')}`));
  expect(early.messages).toMatchObject([{ fix: null, deviceTime: null, attributes: { powerV: 12.4 } }]);
  const nowhere = decoder.decode(packet(`00 ${POSITION.replace('3b9f0bc2', '0000c07f')}`));
  const deviceTime = new Date('2026-03-22T10:15:30Z');
  expect(nowhere.messages).toMatchObject([{ fix: null, deviceTime, attributes: { batteryV: 4.1 } }]);
  expect([...early.replies, ...nowhere.replies].map(({ when }) => when)).toEqual(['stored', 'stored']);
});

test('positions are acknowledged once they are stored, if the login asks for it', () => {
  const decoder = newAdmDecoder();
  decoder.decode(login(2));
  const [reply] = decoder.decode(FRAMES.position).replies;
  expect([reply?.when, textOf(reply?.bytes ?? new Uint8Array())]).toEqual(['stored', '***1*']);
  decoder.decode(login(0));
  expect(decoder.decode(FRAMES.position).replies).toEqual([]);
});

test('a command is a line, its reply a text', () => {
  const decoder = newAdmDecoder();
  expect(decoder.encode({ kind: 'text', text: 'STATUS' })).toBeNull();
  decoder.decode(FRAMES.login);
  expect(decoder.encode({ kind: 'text', text: 'STATUS' })).toEqual(asciiBytes('STATUS\r\n'));
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: 'GPS=1 Sat=9' });
});

test('photo packets are ignored, and impossible sizes are skipped as garbage', () => {
  expect(decode(packet('0a 00000000000000000000000000'))).toMatchObject({ messages: [], replies: [] });
  const framer = newAdmFramer();
  expect(framer.push(concat(Uint8Array.of(0, 0, 1, 0), FRAMES.position))).toEqual([FRAMES.position]);
  expect(framer.garbageBytes).toBe(4);
});

test('a missing identity, a wrong size, a truncated message and an invalid position with nothing else are faults', () => {
  const wrong = [
    login(0, 'me_000000000013'),
    FRAMES.position.subarray(0, 20),
    packet(`80 ${POSITION}`),
    packet(`00 ${POSITION} 00`),
    packet(`00 ${POSITION.replace('42c1bf69', '00000030')}`),
    packet(`40 ${POSITION} 09 01`),
    packet(`00 ${POSITION.replace('3b9f0bc2', '0000c07f')}`),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('with a known identity only the invalid time or block is lost', () => {
  const decoder = newAdmDecoder();
  decoder.decode(FRAMES.login);
  expect(decoder.decode(packet(`00 ${POSITION.replace('42c1bf69', '01000000')}`)).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: expect.closeTo(-34.9055, 5) },
    attributes: { powerV: 12.4 },
  });
  // A bus block that claims 255 bytes, of which two follow.
  expect(decoder.decode(packet(`40 ${POSITION} ff 01 02`)).messages[0]).toMatchObject({ fix: { valid: true } });
});
