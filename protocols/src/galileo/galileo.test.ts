import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../tools/bytes.ts';
import { newGalileoDecoder } from './galileo.ts';
import { FRAMES, packet } from './samples.fixture.ts';

const ID = '356000000000013';
const WHERE = { valid: true, lat: -34.9055, lon: -56.1913, altitudeM: 12, speedKph: 40, courseDeg: 87 };
const AT = new Date('2026-03-22T10:15:30Z');
const decode = (frame: Uint8Array) => newGalileoDecoder(() => AT).decode(frame);
const tail = (frame: Uint8Array) => toHex(frame.subarray(-2));

describe('a record', () => {
  test('has coordinates, time, state, voltage, inputs, driver, bus and odometer', () => {
    const { identities, messages } = decode(FRAMES.record);
    expect(identities).toEqual([ID]);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.fix).toEqual({ ...WHERE, time: AT });
    expect(messages[0]?.attributes).toMatchObject({
      satellites: 11,
      hdop: 0.9,
      ignition: true,
      // The frame contains 0x3648, 0x1068 and 0x04d2 thousandths of a volt.
      powerV: 13.896,
      batteryV: 4.2,
      analog1V: 1.234,
      deviceTemperatureC: 25,
      output1: true,
      input1: false,
      input2: true,
      // The frame contains 0x0001e240.
      driverTag: '123456',
      // The manual's example: fa 72 50 25 are 100%, 74 °C, 1,194 rpm.
      fuelPercent: 100,
      coolantTemperatureC: 74,
      engineRpm: 1194,
      odometerM: 125_037,
    });
    expect(messages[0]?.attributes.alarm).toBeUndefined();
  });

  test('ends where a tag repeats; by cells it has no valid fix; bits of the state raise alarms', () => {
    const { identities, messages } = decode(FRAMES.two);
    expect(identities).toEqual([]);
    expect(messages).toMatchObject([
      { fix: WHERE, attributes: { alarm: ['gpsAntennaCut', 'general'] } },
      { fix: { ...WHERE, valid: false, time: new Date('2026-03-22T10:14:30Z') }, attributes: { powerV: 0 } },
    ]);
    expect(messages[1]?.attributes.alarm).toBeUndefined();
  });

  test('with the long tags of sensors is read on after them', () => {
    // Refrigerator with bits 1 and 4 (10 and 2 bytes more), tyres that do not respond, user data, extended tags with
    // satellites and an unknown one.
    const sensors = `5b 01 1200 ${'00'.repeat(4 + 12)} 5c ff00 ea 03 010203 fe 0800 8e00 140c1e28 77ff 63 1f64 09`;
    const { messages } = decode(packet(`20 42c1bf69 30 0b 6462ebfd bc96a6fc ${sensors} 41 4836`));
    expect(messages[0]?.attributes).toMatchObject({ satellites: 12, fuelSensor4: 0x641f, powerV: 13.896 });
  });

  test('whose position is out of range keeps the rest, and is confirmed', () => {
    // 0x7fffffff millionths of a degree.
    const { messages, replies } = decode(packet('20 42c1bf69 30 0b ffffff7f bc96a6fc 41 4836'));
    expect(messages).toMatchObject([{ fix: null, attributes: { powerV: 13.896 } }]);
    expect(replies.map(({ when }) => when)).toEqual(['stored']);
  });

  test('with a tag of unknown length keeps the fields before it, and is a fault if there are none', () => {
    expect(decode(packet('20 42c1bf69 30 0b 6462ebfd bc96a6fc 99 01')).messages).toHaveLength(1);
    expect(decode(packet('99 01 02'))).toMatchObject({ messages: [], fault: 'there is no tag 0x99' });
  });
});

test('a packed record has its time in this year, or in the last one if that would be in the future', () => {
  const [message] = decode(FRAMES.packed).messages;
  expect(message?.fix?.time.toISOString()).toBe('2026-03-22T10:15:30.000Z');
  // Steps of 180° / 2^21 and 360° / 2^22 are 0.00009°.
  expect(message?.fix?.lat).toBeCloseTo(-34.9055, 3);
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 3);
  expect(message).toMatchObject({
    fix: { valid: true, speedKph: 40, courseDeg: 87 },
    attributes: { alarm: ['general'], powerV: 13.896 },
  });
  const january = newGalileoDecoder(() => new Date('2026-01-02T00:00:00Z')).decode(FRAMES.packed);
  expect(january.messages[0]?.fix?.time.toISOString()).toBe('2025-03-22T10:15:30.000Z');
});

test('a packed record with a tag of unknown length, or a truncated one, keeps its position', () => {
  for (const tags of ['02 99 41 9001 6603 4836', '02 33 41 90'])
    expect(decode(packet(`1a82108b0156272da600 ${tags}`, 0x08)).messages).toMatchObject([
      { fix: { valid: true }, attributes: { alarm: ['general'] } },
    ]);
});

test('a message through Iridium with a truncated part keeps the rest', () => {
  const cut = FRAMES.iridium.subarray(0, FRAMES.iridium.length - 1);
  expect(decode(cut).identities).toEqual(['300000000000013']);
});

test('a message through Iridium has the identity of the modem', () => {
  const { identities, messages, replies } = decode(FRAMES.iridium);
  expect(identities).toEqual(['300000000000013']);
  expect(messages).toMatchObject([{ fix: { ...WHERE, time: AT }, attributes: { odometerM: 125_037 } }]);
  expect(replies).toEqual([]);
  // Without a fix of its own the network's position is used, which is not valid: 34° 54.330' south, 56° 11.478' west.
  const bare = fromHex(
    `01004801001c00000001333030303030303030303030303133000001000069bfc142 03000b0322d43a382cd600000003 020018 ${'410000'.repeat(8)}`.replaceAll(
      ' ',
      '',
    ),
  );
  const [reported] = decode(bare ?? new Uint8Array()).messages;
  expect(reported?.fix).toMatchObject({ valid: false, lat: -34.9055, time: AT });
});

test('records are confirmed with their checksum once they are stored, logins and photos too', () => {
  expect(decode(FRAMES.record).replies).toEqual([{ when: 'stored', bytes: fromHex(`02${tail(FRAMES.record)}`) }]);
  expect(decode(FRAMES.login)).toMatchObject({ identities: [ID], messages: [{ kind: 'login' }] });
  expect(decode(FRAMES.photo).replies).toEqual([{ when: 'now', bytes: fromHex(`07${tail(FRAMES.photo)}`) }]);
  expect(decode(FRAMES.packed).replies).toEqual([{ when: 'stored', bytes: fromHex(`02${tail(FRAMES.packed)}`) }]);
});

test('a command reply is passed on', () => {
  expect(decode(FRAMES.reply).messages).toMatchObject([{ kind: 'reply', text: 'OUT(3..0) = 0001' }]);
});

test('commands are tags with the identity and the number of the device', () => {
  const decoder = newGalileoDecoder();
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(FRAMES.login);
  const stop = decoder.encode({ kind: 'engineStop' });
  const text = Buffer.from('Out 0,0').toString('hex');
  expect(stop).toEqual(packet(`03${Buffer.from(ID).toString('hex')} 04 6400 e0 01000000 e1 07 ${text}`));
  expect(decoder.encode({ kind: 'text', text: 'a\nb' })).toBeNull();
});
