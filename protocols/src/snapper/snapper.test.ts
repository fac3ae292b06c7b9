import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newSnapperFramer, snapper } from './snapper.ts';
import { answer, EVENT, FRAMES, message, part, place } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => snapper.newDecoder('tcp').decode(bytes);

test('a greeting identifies the device and is answered with a greeting', () => {
  expect(decode(FRAMES.hello)).toMatchObject({
    identities: ['2900000013'],
    messages: [{ kind: 'login' }],
    replies: [{ when: 'now', bytes: answer(1, 'hello') }],
  });
  expect(decode(FRAMES.alive)).toMatchObject({
    messages: [{ kind: 'heartbeat' }],
    replies: [{ when: 'now', bytes: asciiBytes('PO') }],
  });
});

test('a position has coordinates, time, altitude, speed, course and satellites', () => {
  const [{ fix, attributes } = { fix: null }] = decode(FRAMES.place).messages;
  expect(fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    altitudeM: 12.5,
    courseDeg: 87.5,
  });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  // The frame contains 21.6 knots.
  expect(fix?.speedKph).toBeCloseTo(40.0032, 4);
  expect(attributes).toEqual({ satellites: 9 });
});

test('parts of a frame are combined in one message', () => {
  const { messages } = decode(FRAMES.parts);
  expect(messages).toHaveLength(1);
  const [{ fix, attributes } = { fix: null }] = messages;
  expect([fix?.lat, fix?.lon]).toEqual([expect.closeTo(34.9055, 6), expect.closeTo(56.1913, 6)]);
  expect(fix).toMatchObject({ speedKph: 0, courseDeg: 0 });
  expect(attributes).toEqual({
    event: 0x3e,
    powerV: 12.8,
    deviceTemperatureC: -5,
    rssi: 2,
    temperature1C: 20,
    satellites: 9,
  });
});

test('without a position nothing is reported', () => {
  expect(decode(FRAMES.lost).messages).toEqual([]);
  expect(decode(message(0x32, place({ f: '0C' }))).messages).toMatchObject([{ fix: { valid: false } }]);
});

test('a message is acknowledged by its counter and type once it is stored', () => {
  expect(decode(FRAMES.parts).replies).toEqual([{ when: 'stored', bytes: answer(0x37, 'OK') }]);
  expect(decode(FRAMES.lost).replies).toEqual([{ when: 'stored', bytes: answer(0x32, 'OK') }]);
});

test('a stream is framed by length', () => {
  const framer = newSnapperFramer();
  const stream = concat(Uint8Array.of(1, 2), FRAMES.alive, FRAMES.place, FRAMES.hello);
  expect(framer.push(stream)).toEqual([FRAMES.alive, FRAMES.place, FRAMES.hello]);
  expect(framer.garbageBytes).toBe(2);
});

test('a wrong checksum, an encrypted message and half a message are faults', () => {
  const wrong = [FRAMES.place.with(22, 0), message(0x32, place(), 1), FRAMES.place.subarray(0, 30), asciiBytes('P')];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid day, position or number only loses the position', () => {
  const changes: Record<string, string>[] = [{ d: '320326' }, { d: '' }, { la: '9954.3300' }];
  for (const wrong of changes) {
    const { messages, replies } = decode(
      message(0x37, concat(Uint8Array.of(2, 0), part(0x21, EVENT), part(0x32, place(wrong)))),
    );
    expect(messages).toMatchObject([{ fix: null, attributes: { event: 0x3e, satellites: 9 } }]);
    expect(replies).toMatchObject([{ when: 'stored' }]);
  }
});

test('a second event or position in a frame is a message of its own', () => {
  const second = { t: '101600', la: '3454.9300' };
  const content = concat(
    Uint8Array.of(5, 0),
    part(0x21, EVENT),
    part(0x32, place()),
    part(0x32, place(second)),
    part(0x21, EVENT.with(0, 0x3f)),
    part(0x21, EVENT.with(0, 0x40)),
  );
  expect(decode(message(0x37, content)).messages).toMatchObject([
    { fix: { time: new Date('2026-03-22T10:15:30Z') }, attributes: { event: 0x3e } },
    { fix: { time: new Date('2026-03-22T10:16:00Z') }, attributes: { event: 0x3f } },
    { fix: null, attributes: { event: 0x40 } },
  ]);
});

test.each([
  ['0E', [-1, -1]],
  ['4E', [1, -1]],
  ['8E', [-1, 1]],
  ['CE', [1, 1]],
])('with flags %s the hemispheres are %o', (f, sides) => {
  const [{ fix } = { fix: null }] = decode(message(0x32, place({ f }))).messages;
  expect([fix?.valid, Math.sign(fix?.lat ?? 0), Math.sign(fix?.lon ?? 0)]).toEqual([true, ...sides]);
});

test('a message of more than 255 bytes is one', () => {
  const long = message(0x37, concat(Uint8Array.of(3, 0), ...Array.from({ length: 3 }, () => part(0x32, place()))));
  expect(newSnapperFramer().push(concat(long, FRAMES.alive))).toEqual([long, FRAMES.alive]);
  expect(decode(long).messages).toHaveLength(3);
});

test('zeros of a device just started are not measurements', () => {
  const begun = concat(Uint8Array.of(0, 0, 0, 0, 0), Uint8Array.of(0, 1, 0, 0, 0), Uint8Array.of(0, 2, 0x24, 0xff, 0));
  const content = concat(Uint8Array.of(2, 0), part(0x21, EVENT), part(0x23, begun));
  expect(decode(message(0x37, content)).messages[0]?.attributes).toEqual({ event: 0x3e });
});

test('invalid JSON, flags or speed and half a part only lose themselves', () => {
  for (const wrong of [asciiBytes('{"f":'), asciiBytes('7'), place({ f: 'x' })])
    expect(decode(message(0x37, concat(Uint8Array.of(2, 0), part(0x21, EVENT), part(0x32, wrong))))).toMatchObject({
      messages: [{ fix: null, attributes: { event: 0x3e } }],
      replies: [{ when: 'stored' }],
    });
  expect(decode(message(0x32, place({ s: 'fast' }))).messages).toMatchObject([{ fix: { valid: true, speedKph: 0 } }]);
  expect(decode(message(0x37, concat(Uint8Array.of(2, 0), part(0x32, place())))).messages).toHaveLength(1);
});

test('an unknown type is neither read nor answered', () => {
  expect(decode(message(0x5a, asciiBytes('x')))).toMatchObject({ unknownType: '0x5a', messages: [], replies: [] });
});
