import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { newGranitDecoder } from './granit.ts';
import { newGranitFramer } from './framer.ts';
import { FRAMES, LOST, message, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => newGranitDecoder().decode(bytes);

const answer = (frame: Uint8Array) => decode(frame).replies.map(({ when, bytes }) => [when, textOf(bytes)]);
const sealed = (title: string, content: string) => textOf(message(title, content));

test('a live message has identity, coordinates, time, signal, analogue inputs and switches', () => {
  expect(decode(FRAMES.live).identities).toEqual(['517']);
  const [{ fix, attributes } = { fix: null }] = decode(FRAMES.live).messages;
  expect(fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    altitudeM: 120,
    courseDeg: 270,
  });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(fix?.speedKph).toBeCloseTo(40.744, 3);
  expect(attributes).toEqual({ satellites: 9, pdop: 2, adc1: 0x172, adc2: 0, adc3: 0x3ff, adc4: 1, io: 5 });
});

test('stored records are equally spaced; invalid positions are skipped', () => {
  const { messages } = decode(FRAMES.memory);
  expect(messages.map(({ fix }) => [fix?.time.toISOString(), fix?.valid])).toEqual([
    ['2026-03-22T10:15:30.000Z', false],
    ['2026-03-22T10:15:40.000Z', true],
    ['2026-03-22T10:16:00.000Z', true],
  ]);
  expect(messages.map(({ attributes }) => attributes.archived)).toEqual([true, true, true]);
  expect(messages[0]?.attributes.alarm).toEqual(['general']);
  expect(messages.map(({ attributes }) => attributes.pdop)).toEqual([undefined, 2, 2]);
  // Without a fix the hemispheres are not reported.
  expect(messages[0]?.fix?.lat).toBeCloseTo(34.9055, 6);
});

test('both are acknowledged once they are stored, by their time or packet', () => {
  expect(answer(FRAMES.live)).toEqual([['stored', sealed('BB+UGRC~', '42c1bf69 0502')]]);
  expect(answer(FRAMES.memory)).toEqual([['stored', sealed('BB+ARCF~', 'b10e 0502')]]);
});

test('commands are lines with a checksum, a command reply is passed on', () => {
  const decoder = newGranitDecoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.live);
  const decoded = (text: string) => textOf(decoder.encode({ kind: 'text', text }) ?? new Uint8Array());
  // The letters of BB+RRCD, XORed: B and B, R and R cancel out, + and C and D are 0x2c.
  expect(textOf(decoder.encode({ kind: 'locate' }) ?? new Uint8Array())).toBe('BB+RRCD*2C\r\n');
  expect(decoded('BB+RESET')).toMatch(/^BB\+RESET\*[0-9A-F]{2}\r\n$/);
  expect(decode(FRAMES.answer).messages).toMatchObject([{ kind: 'reply', text: 'OK' }]);
});

test('a stream is framed by lengths and lines; a message after half a line is found', () => {
  const framer = newGranitFramer();
  // A line end within the content does not end the frame.
  const tricky = message('+RRCB~', `0502 0d0ac169 ${POSITION}`);
  expect(framer.push(concat(asciiBytes('??'), tricky, FRAMES.answer, Uint8Array.of(0, 1), FRAMES.live))).toEqual([
    tricky,
    FRAMES.answer,
    FRAMES.live,
  ]);
  expect(framer.garbageBytes).toBe(4);
});

test('a wrong checksum, length or form is a fault', () => {
  const wrong = [
    FRAMES.live.with(9, 0),
    message('+RRCB~', `0502 42c1bf69 ${POSITION}`).with(6, 25),
    message('+DDAT~', `0502 05 01 b10e 42c1bf69 ${LOST}`),
    message('+DDAT~', `0502 04 01 b10e 42c1bf69 ${LOST}`),
    Uint8Array.of(1, 2, 3),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid position, and zeros without a fix, only lose the position', () => {
  // Minutes 65.535; 255 degrees; a device that never had a fix.
  for (const where of [
    POSITION.replace('d62c', 'ffff'),
    POSITION.replace('38 22', '38 ff'),
    LOST.replace('38 22 d62c 3ad4', '00 00 0000 0000'),
  ]) {
    const { messages, replies } = decode(message('+RRCB~', `0502 42c1bf69 ${where}`));
    expect(messages).toMatchObject([{ fix: null, deviceTime: new Date('2026-03-22T10:15:30Z') }]);
    expect(replies).toMatchObject([{ when: 'stored' }]);
  }
});

test.each([
  ['c0', [-1, -1]],
  ['d0', [1, -1]],
  ['e0', [-1, 1]],
  ['f0', [1, 1]],
])('with flags %s the hemispheres are %o', (flags, sides) => {
  const [{ fix } = { fix: null }] = decode(
    message('+RRCB~', `0502 42c1bf69 ${POSITION.replace('c0', flags)}`),
  ).messages;
  expect([Math.sign(fix?.lat ?? 0), Math.sign(fix?.lon ?? 0)]).toEqual(sides);
});

test('several blocks of records, of more than 255 bytes, are one message', () => {
  const block = `42c1bf69 ${POSITION} ${POSITION} ${POSITION} ${POSITION} ${POSITION} ${POSITION} 0a00`;
  const long = message('+DDAT~', `0502 04 03 b10e ${block} ${block} ${block}`);
  expect(newGranitFramer().push(concat(long, FRAMES.live))).toEqual([long, FRAMES.live]);
  expect(decode(long).messages).toHaveLength(18);
});
