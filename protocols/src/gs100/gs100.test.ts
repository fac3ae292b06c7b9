import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newGs100Framer, gs100 } from './gs100.ts';
import { data, FRAMES, login, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => gs100.newDecoder('tcp').decode(bytes);

test('a login identifies the device and is answered', () => {
  expect(decode(FRAMES.login)).toMatchObject({
    identities: ['356000000000013'],
    messages: [{ kind: 'login' }],
    replies: [{ when: 'now', bytes: asciiBytes('GS100') }],
  });
});

test('records have coordinates, time, speed and course, with hemispheres', () => {
  const [west, east, nowhere] = decode(FRAMES.data).messages;
  expect(west?.fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    altitudeM: null,
    speedKph: 40.25,
    courseDeg: 87,
  });
  expect([west?.fix?.lat, west?.fix?.lon]).toEqual([expect.closeTo(-34.9055, 6), expect.closeTo(-56.1913, 6)]);
  expect([east?.fix?.lat, east?.fix?.lon]).toEqual([expect.closeTo(34.9055, 6), expect.closeTo(56.1913, 6)]);
  expect(nowhere).toMatchObject({ fix: null, attributes: { status: 0x10_0000 } });
});

test('the number of records is answered once they are stored', () => {
  expect(decode(FRAMES.data).replies).toEqual([{ when: 'stored', bytes: asciiBytes('GS100\u0003') }]);
});

test('SIM card and firmware after a login are skipped', () => {
  const framer = newGs100Framer();
  const tail = asciiBytes('\u00138959801000000000001F\bFW1.0.26');
  expect(framer.push(concat(FRAMES.login, tail, FRAMES.data))).toEqual([FRAMES.login, FRAMES.data]);
  expect(framer.garbageBytes).toBe(tail.length);
  expect(decode(concat(FRAMES.login, tail)).identities).toEqual(['356000000000013']);
});

test('a missing identity, another title and a truncated message are faults', () => {
  const wrong = [login('35600000000001x'), asciiBytes('GX'), FRAMES.data.subarray(0, 20), data(POSITION.slice(0, -2))];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid day, minutes or digits only lose the position', () => {
  const wrong = [['220326', '320326'] as const, ['056114', '056714'] as const, ['101530', '1015aa'] as const];
  const records = wrong.map(([from, to]) => POSITION.replace(from, to));
  const { messages, replies } = decode(data(...records, POSITION));
  expect(messages.map(({ fix }) => fix?.lat)).toEqual([undefined, undefined, undefined, expect.closeTo(-34.9055, 6)]);
  expect(messages[0]?.attributes).toEqual({ status: 0x90_0000 });
  expect(replies).toMatchObject([{ when: 'stored' }]);
});

test.each([
  ['0', [-1, -1]],
  ['4', [1, -1]],
  ['8', [-1, 1]],
  ['c', [1, 1]],
])('with %s the hemispheres are %o', (flags, sides) => {
  const [{ fix } = { fix: null }] = decode(data(POSITION.replace('0 3', `${flags} 3`))).messages;
  expect([Math.sign(fix?.lat ?? 0), Math.sign(fix?.lon ?? 0)]).toEqual(sides);
});
