import { expect, test } from 'vitest';
import { concat, fromHex, toHex } from '../tools/bytes.ts';
import { newPstDecoder, newPstFramer } from './pst.ts';
import { BARE, FRAMES, HEAD, message, POSITION, STATUS } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => newPstDecoder('tcp').decode(bytes);

/** The commands sent for an engine stop and its resumption. */
const words = (transport: 'tcp' | 'udp', sample: Uint8Array) => {
  const decoder = newPstDecoder(transport);
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
  decoder.decode(sample);
  return [decoder.encode({ kind: 'engineStop' }), decoder.encode({ kind: 'engineResume' })].map((bytes) =>
    toHex(bytes ?? new Uint8Array()),
  );
};

test('a status has identity, time, coordinates, engine permission and battery percentage', () => {
  const { identities, messages } = decode(FRAMES.status);
  expect(identities).toEqual(['800000013']);
  const [{ fix, deviceTime, attributes } = { fix: null }] = messages;
  expect(deviceTime).toEqual(new Date('2026-03-22T10:15:32Z'));
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: 12, courseDeg: 86 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(fix?.speedKph).toBeCloseTo(40.744, 3);
  // The frame contains 13 of 20 steps.
  expect(attributes).toEqual({ status: 0x90, ignition: true, immobilized: true, batteryPercent: 65 });
});

test('without a position the state is still read; a missing battery is omitted', () => {
  expect(decode(FRAMES.bare).messages).toMatchObject([
    { fix: null, deviceTime: new Date('2026-03-22T10:15:32Z'), attributes: { ignition: false, immobilized: false } },
  ]);
  expect(decode(FRAMES.bare).messages[0]?.attributes).not.toHaveProperty('batteryPercent');
});

test('each message is acknowledged by its counter and type once it is stored, an acknowledgement is not', () => {
  // Identity, version, count, acknowledgement, type, checksum.
  const content = '2faf080d 06 00000007 00 05';
  expect(newPstDecoder('udp').decode(message(STATUS)).replies).toEqual([{ when: 'stored', bytes: message(content) }]);
  expect(decode(FRAMES.status).replies).toEqual([
    { when: 'stored', bytes: concat(Uint8Array.of(0x28), message(content), Uint8Array.of(0x29)) },
  ]);
  expect(decode(FRAMES.other)).toMatchObject({ identities: ['800000013'], unknownType: '0x02', replies: [] });
  expect(decode(FRAMES.acknowledgement)).toMatchObject({ messages: [], replies: [] });
});

test('an engine is stopped and resumed with the command of its transport', () => {
  const [stop, resume] = ['2faf080d 06 00000001 06 0002 ffffffff', '2faf080d 06 00000001 06 0001 ffffffff'];
  expect(words('udp', message(STATUS))).toEqual([toHex(message(stop)), toHex(message(resume))]);
  expect(words('tcp', FRAMES.status)[0]).toBe(`28${toHex(message(stop))}29`);
  expect(decode(FRAMES.status).replies).toHaveLength(1);
});

test('an answer is escaped like a message', () => {
  // The identity is 0x27282930.
  const sent = decode(fromHex('28') ?? new Uint8Array());
  expect(sent.fault).toBe('no message of PST');
  const content = message('27282930 06 00000007 05 68ecA3e0 00 01 0d01 ff');
  const [reply] = decode(content).replies;
  expect(toHex(reply?.bytes ?? new Uint8Array()).slice(0, 16)).toBe('2827672768276930');
});

test('another start byte within a message begins a new one; the bytes before are dropped', () => {
  const framer = newPstFramer();
  expect(framer.push(concat(Uint8Array.of(1, 0x28, 2), FRAMES.bare))).toEqual([FRAMES.bare]);
  expect(framer.garbageBytes).toBe(3);
  // Brackets around too few bytes.
  expect(framer.push(concat(Uint8Array.of(0x28, 0x29, 0x28, 5, 0x29), FRAMES.bare))).toEqual([FRAMES.bare]);
  expect(framer.garbageBytes).toBe(8);
});

test('a wrong checksum and a truncated message are faults', () => {
  const wrong = [FRAMES.status.with(12, 0), message(STATUS.slice(0, -6)), message(BARE).subarray(0, 8)];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an unset clock and an invalid position only lose themselves', () => {
  // The value of a device without a clock, and 32767 minutes.
  const unset = decode(message(`${HEAD} 05 00000000 80 01 0d01 14`));
  expect(unset.messages).toMatchObject([
    { fix: null, deviceTime: null, attributes: { ignition: true, immobilized: false, batteryPercent: 100 } },
  ]);
  const nowhere = decode(message(`${HEAD} 05 68ecA3e0 00 02 ${POSITION.replace('882e', 'ffff')} 0d01 14`));
  expect(nowhere.messages).toMatchObject([{ fix: null, attributes: { batteryPercent: 100 } }]);
  expect([unset, nowhere].map(({ replies }) => replies[0]?.when)).toEqual(['stored', 'stored']);
});

test('below the sea the altitude is negative', () => {
  const [report] = decode(message(`${HEAD} 05 68ecA3e0 00 01 ${POSITION.replace('000c', 'fff4')}`)).messages;
  expect(report?.fix?.altitudeM).toBe(-12);
});
