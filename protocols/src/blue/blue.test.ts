import { expect, test } from 'vitest';
import { concat, fromHex } from '../tools/bytes.ts';
import { blue, newBlueFramer } from './blue.ts';
import { frame, FRAMES, part, POSITION, STATE } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => blue.newDecoder('tcp').decode(bytes);

test('a frame has identity, coordinates, time, speed and ignition', () => {
  const { identities, messages } = decode(FRAMES.place);
  expect(identities).toEqual(['2160000013']);
  expect(messages).toHaveLength(1);
  const [{ fix, attributes } = { fix: null }] = messages;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: null, courseDeg: 87.5 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  // The frame contains 21.6 knots.
  expect(fix?.speedKph).toBeCloseTo(40.0032, 4);
  expect(attributes).toEqual({ ignition: false, status: 0x207 });
});

test('alarms come from a code and from the state', () => {
  expect(decode(FRAMES.alarm).messages[0]?.attributes).toEqual({
    ignition: true,
    status: 0x207,
    alarm: ['sos', 'vibration'],
  });
  expect(decode(frame(part('81 0a 80 00 63'))).messages).toEqual([]);
});

test('frames that want an answer are answered with their counter', () => {
  // All bytes after the first except the checksum: 0x0b ^ 0x86 ^ 0x06 ^ 0xa4 ^ 0x0b.
  const bytes = fromHex('aa000b860006a4000b000024');
  expect(decode(FRAMES.wanting)).toEqual({
    identities: ['2160000013'],
    messages: [],
    replies: [{ when: 'stored', bytes }],
  });
  expect(decode(FRAMES.place).replies).toEqual([]);
});

test('a stream is framed by length', () => {
  const framer = newBlueFramer();
  expect(framer.push(concat(Uint8Array.of(1, 0xaa, 0, 1), FRAMES.wanting, FRAMES.place))).toEqual([
    FRAMES.wanting,
    FRAMES.place,
  ]);
  expect(framer.garbageBytes).toBe(4);
});

test('in a capture the checksum is ignored', () => {
  const { identities, fault } = blue.newInspector?.().decode(FRAMES.place.with(8, 1)) ?? {};
  expect([identities?.length, fault]).toEqual([1, undefined]);
});

test('a frame with an unknown part is not answered, and its other parts are read', () => {
  const [unknown, wanting] = [part('5a 07 80 00 0102'), part('84 0b 80 00 10 3200000000')];
  expect(decode(frame(unknown, wanting))).toMatchObject({ messages: [], replies: [], unknownType: '0x5a' });
  expect(decode(frame(unknown, part(STATE), wanting))).toMatchObject({
    messages: [{ attributes: { ignition: true } }],
    replies: [{ when: 'stored' }],
    unknownType: '0x5a',
  });
});

test('a wrong checksum or length and half a part are faults', () => {
  const wrong = [
    FRAMES.place.with(16, 0),
    FRAMES.place.subarray(0, 20),
    frame(Uint8Array.of(9, 1, 9)),
    frame(Uint8Array.of(0)),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid day or minutes, and zeros without a fix, only lose the position', () => {
  for (const where of [
    POSITION.replace('1a0316', '1a0320'),
    POSITION.replace('0d7e', '0d9d'),
    POSITION.replace('e0 0d7e0ce4 15eb12ac', '00 00000000 00000000'),
  ]) {
    const { messages, replies } = decode(frame(part(where), part(STATE), part('84 0b 80 00 10 3200000000')));
    expect(messages).toMatchObject([{ fix: null, attributes: { ignition: true } }]);
    expect(replies).toMatchObject([{ when: 'stored' }]);
  }
});

test.each([
  ['80', [1, 1]],
  ['c0', [-1, 1]],
  ['a0', [1, -1]],
  ['e0', [-1, -1]],
])('with flags %s the hemispheres are %o', (flags, sides) => {
  const [{ fix } = { fix: null }] = decode(frame(part(POSITION.replace('e0', flags)))).messages;
  expect([fix?.valid, Math.sign(fix?.lat ?? 0), Math.sign(fix?.lon ?? 0)]).toEqual([true, ...sides]);
});

test.each([
  ['08', 'overspeed'],
  ['13', 'lowPower'],
])('alarm %s is %s', (code, alarm) => {
  expect(decode(frame(part(`81 0a 80 00 ${code}`))).messages[0]?.attributes).toEqual({ alarm: [alarm] });
});
