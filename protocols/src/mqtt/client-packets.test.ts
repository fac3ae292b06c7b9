import * as fc from 'fast-check';
import { generate, type Packet, parser } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import {
  connectPacket,
  disconnectPacket,
  newBrokerFramer,
  pingPacket,
  readBrokerPacket,
  subscribePacket,
  unsubscribePacket,
} from './client-packets.ts';

/** Reads packets with an independent MQTT library. */
function readAsBroker(bytes: Uint8Array): Packet[] {
  const read = parser({ protocolVersion: 4 });
  const packets: Packet[] = [];
  read.on('packet', (packet) => packets.push(packet));
  read.parse(Buffer.from(bytes));
  return packets;
}
const decoded = (...packets: Packet[]) => concat(...packets.map((packet) => generate(packet, { protocolVersion: 4 })));
const publish = (topic: string, payload: string, more: object = {}): Packet => ({
  cmd: 'publish',
  topic,
  payload,
  qos: 1,
  messageId: 300,
  dup: false,
  retain: false,
  ...more,
});

test('an earlier session is resumed, with user and password', () => {
  const login = { clientId: 'milepost', username: 'flotte', password: 'pässword', keepAliveS: 300 };
  expect(readAsBroker(connectPacket(login))).toMatchObject([
    {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: false,
      clientId: 'milepost',
      keepalive: 300,
      username: 'flotte',
      password: Buffer.from('pässword'),
    },
  ]);
  expect(readAsBroker(connectPacket({ ...login, username: null, password: null }))).toMatchObject([
    { cmd: 'connect', clean: false, clientId: 'milepost' },
  ]);
});

test('filters are subscribed to at QoS 1, however long they are together', () => {
  const filters = ['owntracks/+/+', ...Array.from({ length: 100 }, (_, index) => `fleet/${'x'.repeat(150)}/${index}`)];
  expect(readAsBroker(subscribePacket(7, filters))).toMatchObject([
    { cmd: 'subscribe', messageId: 7, subscriptions: filters.map((topic) => ({ topic, qos: 1 })) },
  ]);
  expect(readAsBroker(unsubscribePacket(8, ['a/#', 'b']))).toMatchObject([
    { cmd: 'unsubscribe', messageId: 8, unsubscriptions: ['a/#', 'b'] },
  ]);
  expect(readAsBroker(concat(pingPacket(), disconnectPacket()))).toMatchObject([
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ]);
});

test('broker packets are read, in chunks of any size', () => {
  const long = 'x'.repeat(3000);
  const bytes = decoded(
    { cmd: 'connack', sessionPresent: true, returnCode: 0 },
    { cmd: 'suback', messageId: 7, granted: [1, 0, 128] },
    publish('fleet/फ़्लीट', '{"lat":20}'),
    publish('kept', long, { retain: true, qos: 0 }),
    { cmd: 'pingresp' },
    publish('empty', ''),
  );
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 30 }), (cuts) => {
      const framer = newBrokerFramer(4096);
      const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const frames = at.flatMap((from, index) => framer.push(bytes.subarray(from, at[index + 1] ?? bytes.length)));
      expect(frames.map(readBrokerPacket)).toMatchObject([
        { kind: 'connack', hadSession: true, refusal: null },
        { kind: 'suback', id: 7, refused: [false, false, true] },
        { kind: 'publish', topic: 'fleet/फ़्लीट', text: '{"lat":20}', isRetained: false },
        { kind: 'publish', topic: 'kept', text: long, isRetained: true, acknowledgement: null },
        { kind: 'other' },
        { kind: 'publish', topic: 'empty', text: '' },
      ]);
    }),
    { numRuns: 50 },
  );
});

test('of an oversized message the topic and packet ID are kept, so that it can be acknowledged', () => {
  const framer = newBrokerFramer(64);
  const frames = framer.push(decoded(publish('a', 'y'.repeat(1_000_000)), publish('b', 'short')));
  const [first, second] = frames.map(readBrokerPacket);
  expect(first).toMatchObject({ kind: 'publish', topic: 'a', text: null });
  expect(second).toMatchObject({ topic: 'b', text: 'short' });
  const acknowledgement = first?.kind === 'publish' ? first.acknowledgement : null;
  expect(readAsBroker(acknowledgement ?? new Uint8Array(0))).toMatchObject([{ cmd: 'puback', messageId: 300 }]);
});

test('a refusal is reported in words', () => {
  const [frame] = newBrokerFramer(64).push(decoded({ cmd: 'connack', sessionPresent: false, returnCode: 4 }));
  expect(frame && readBrokerPacket(frame)).toMatchObject({ refusal: 'user or password is wrong' });
});

test.each([
  [[0x30, 0xff, 0xff, 0xff, 0xff, 0x01], 'a length of more than four bytes'],
  [[0x34, 5, 0, 1, 97, 0, 1], 'a message of quality 2'],
  [[0x32, 3, 0, 9, 97], 'frame too short'],
])('%j is invalid: %s', (bytes, fault) => {
  expect(() => newBrokerFramer(64).push(Uint8Array.from(bytes)).map(readBrokerPacket)).toThrow(fault);
});
