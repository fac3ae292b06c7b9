import { expect, test } from 'vitest';
import { fromHex, toHex } from '../tools/bytes.ts';
import { newWialonDecoder, wialon } from './wialon.ts';
import { combine, COMBINE_DATA, COMBINE_LOGIN } from './samples.fixture.ts';

const decode = (frame: Uint8Array) => newWialonDecoder().decode(frame);
const spaced = (hex: string) => combine(hex.replaceAll(' ', ''));
const body = toHex(COMBINE_DATA.subarray(7, -2));
const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();

test('a Combine login identifies the device, by number or by text, and is answered at once', () => {
  expect(decode(COMBINE_LOGIN)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'login' }],
    replies: [{ when: 'now', bytes: bytes('4040000000') }],
  });
  // Forms 4 and 4: "TR-7" and a password, each with a trailing zero.
  expect(decode(spaced('24240000010009 01 44 54522d3700 3100')).identities).toEqual(['TR-7']);
  expect(decode(spaced('24240000010002 01 00')).fault).toBe('a login of nobody');
});

test('a Combine message has coordinates and measurements, and is acknowledged by its number once it is stored', () => {
  const { messages, replies } = decode(COMBINE_DATA);
  expect(replies).toEqual([{ when: 'stored', bytes: bytes('4040000002') }]);
  expect(messages).toHaveLength(1);
  const time = new Date('2024-01-01T00:00:00Z');
  expect(messages[0]?.fix).toEqual({
    time,
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    speedKph: 40,
    courseDeg: 87,
    altitudeM: 12,
  });
  expect(messages[0]?.attributes).toEqual({
    satellites: 11,
    hdop: 0.9,
    // Form 0x41 is two bytes with two decimal places; 1130 is a number in two bytes.
    param_9: 14.1,
    param_1130: 3.140625,
    param_10: -1,
    param_11: 'V4',
    param_12: -1.23,
    input1: true,
    input2: false,
    input3: true,
    input4: false,
    output1: true,
    output2: false,
    output3: false,
    output4: false,
  });
});

test("Combine values have the names of their measurements, and a driver's text is a reply", () => {
  const { messages } = decode(
    // Fuel 1, two bytes; temperature 1, two signed bytes with one decimal place; counter 2, four bytes; a card; text.
    spaced(
      '24240100030022 65920080 05 05 01 01 01 02bc 06 01 01 25 ffce 08 01 02 02 00002710 0a 01 01 00 11 0c 6f6b00',
    ),
  );
  expect(messages).toMatchObject([
    { kind: 'report', fix: null, attributes: { fuel1Raw: 700, temperature1C: -5, counter2: 10_000, driverTag: '17' } },
    { kind: 'reply', text: 'ok' },
  ]);
});

test('the parts before an unknown Combine part are read, and the part is reported', () => {
  // A position and a part 0x20; a part alone; a value of form 0x1f.
  const place = '01 fdeb6264 fca696bc 0028 0057 000c 0b 005a';
  expect(decode(spaced(`2424010004001a 65920080 02 ${place} 20 0102`))).toMatchObject({
    messages: [{ fix: { lat: -34.9055, lon: -56.1913 } }],
    replies: [{ when: 'stored' }],
    unknownType: 'part32',
  });
  expect(decode(spaced('24240100050008 65920080 01 20 0102'))).toMatchObject({
    messages: [],
    replies: [],
    unknownType: 'part32',
  });
  expect(decode(spaced('2424010006000a 65920080 01 00 01 09 1f 00'))).toMatchObject({
    messages: [],
    unknownType: 'part0form',
  });
});

test('an impossible Combine position only loses the fix', () => {
  const [message] = decode(spaced('24240100070017 65920080 01 01 7fffffff fca696bc 0028 0057 000c 0b 005a')).messages;
  expect(message).toMatchObject({ fix: null, attributes: { satellites: 11, hdop: 0.9 } });
});

test('a wrong Combine checksum is reported, and nothing is read', () => {
  const wrong = Uint8Array.from(COMBINE_DATA);
  wrong[20] = 0;
  expect(decode(wrong)).toMatchObject({ messages: [], replies: [{ when: 'now', bytes: bytes('4040040002') }] });
});

test('Combine keeps the line, and a command that it has no form for is not sent', () => {
  const decoder = newWialonDecoder();
  expect(decoder.decode(bytes('2424020003'))).toMatchObject({
    messages: [{ kind: 'heartbeat' }],
    replies: [{ when: 'now', bytes: bytes('4040000003') }],
  });
  expect(decoder.encode({ kind: 'text', text: 'call' })).toBeNull();
});

test('a Combine length may have four bytes', () => {
  const long = spaced(`2424010002 80000049 ${body}`);
  expect(wialon.newFramer().push(long)).toEqual([long]);
  expect(decode(long).messages).toHaveLength(1);
});
