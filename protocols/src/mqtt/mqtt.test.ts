import { generate, type Packet, parser } from 'mqtt-packet';
import { describe, expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import type { Command } from '../types.ts';
import { mqtt } from './mqtt.ts';
import { FRAMES } from './samples.fixture.ts';

const TOPIC = 'owntracks/asha/van';
const PLACE = { _type: 'location', lat: 20.0059, lon: 73.7898, tst: 1772352000, vel: 54 };
const WILL = { topic: TOPIC, payload: '{"_type":"lwt"}', qos: 1, retain: true } as const;

/** Writes and reads packets with an independent MQTT client library. */
function conversation(protocolVersion: 4 | 5) {
  const decoder = mqtt.newDecoder('tcp');
  const read = parser({ protocolVersion });
  const answers: Packet[] = [];
  read.on('packet', (packet) => answers.push(packet));
  const say = (packet: Packet) => {
    const decoded = decoder.decode(generate(packet, { protocolVersion }));
    answers.length = 0;
    for (const { bytes } of decoded.replies) read.parse(Buffer.from(bytes));
    return { ...decoded, answers: [...answers] };
  };
  const connect = (clientId = 'van') =>
    say({ cmd: 'connect', protocolId: 'MQTT', protocolVersion, clientId, clean: true, keepalive: 60, will: WILL });
  const publish = (payload: object | string, { qos = 1, topic = TOPIC }: { qos?: 0 | 1 | 2; topic?: string } = {}) =>
    say({
      cmd: 'publish',
      topic,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      qos,
      messageId: 300,
      dup: false,
      retain: false,
      ...(protocolVersion === 5 && { properties: { userProperties: { app: 'x' } } }),
    });
  /** Returns what the device receives for a command; null if nothing is sent. */
  const ask = (command: Command) => {
    const bytes = decoder.encode(command);
    answers.length = 0;
    if (bytes) read.parse(Buffer.from(bytes));
    const [reported] = answers;
    return reported?.cmd === 'publish' ? { ...reported, payload: String(reported.payload) } : null;
  };
  const subscribe = (...topics: string[]) =>
    say({ cmd: 'subscribe', messageId: 7, subscriptions: topics.map((topic) => ({ topic, qos: 1 as const })) });
  return { say, connect, publish, ask, subscribe };
}

describe.each([4, 5] as const)('MQTT version %i', (version) => {
  test('identifies the device by its will message, and accepts the connection', () => {
    const { connect } = conversation(version);
    expect(connect()).toMatchObject({
      identities: [TOPIC],
      messages: [{ kind: 'login' }],
      replies: [{ when: 'now' }],
      answers: [{ cmd: 'connack', sessionPresent: false, [version === 5 ? 'reasonCode' : 'returnCode']: 0 }],
    });
  });

  test('a location at QoS 1 is acknowledged by its packet ID, once it is stored', () => {
    const { connect, publish } = conversation(version);
    connect();
    expect(publish(PLACE)).toMatchObject({
      identities: [TOPIC],
      messages: [{ kind: 'report', fix: { lat: 20.0059, lon: 73.7898, speedKph: 54, time: new Date(1772352000_000) } }],
      replies: [{ when: 'stored' }],
      answers: [{ cmd: 'puback', messageId: 300 }],
    });
    expect(publish(PLACE, { qos: 0 }).replies).toEqual([]);
  });

  test('QoS 2 takes two steps, the first once it is stored', () => {
    const { say, connect, publish } = conversation(version);
    connect();
    expect(publish(PLACE, { qos: 2 })).toMatchObject({
      replies: [{ when: 'stored' }],
      answers: [{ cmd: 'pubrec', messageId: 300 }],
    });
    expect(say({ cmd: 'pubrel', messageId: 300 })).toMatchObject({
      replies: [{ when: 'now' }],
      answers: [{ cmd: 'pubcomp', messageId: 300 }],
    });
  });

  test('subscriptions are granted, pings are answered and count as heartbeats', () => {
    const { say, connect } = conversation(version);
    connect();
    const subscriptions = [`${TOPIC}/cmd`, 'owntracks/+/+/info'].map((topic) => ({ topic, qos: 2 as const }));
    const granted = { cmd: 'suback', messageId: 7, granted: [0, 0] };
    expect(say({ cmd: 'subscribe', messageId: 7, subscriptions }).answers).toMatchObject([granted]);
    const left = say({ cmd: 'unsubscribe', messageId: 8, unsubscriptions: [`${TOPIC}/cmd`] });
    expect(left.answers).toMatchObject([{ cmd: 'unsuback', messageId: 8 }]);
    const ping = say({ cmd: 'pingreq' });
    expect(ping).toMatchObject({ messages: [{ kind: 'heartbeat' }], answers: [{ cmd: 'pingresp' }] });
    expect(say({ cmd: 'disconnect' })).toMatchObject({ replies: [], messages: [] });
  });
});

describe.each([4, 5] as const)('commands at MQTT version %i', (version) => {
  const LOCATE = { kind: 'locate' } as const;

  test("are messages under the device's topic, if it subscribed to it", () => {
    const { connect, subscribe, ask } = conversation(version);
    connect();
    expect(ask(LOCATE)).toBeNull();
    subscribe(`${TOPIC}/cmd`);
    const payload = '{"_type":"cmd","action":"reportLocation"}';
    expect(ask(LOCATE)).toMatchObject({ topic: `${TOPIC}/cmd`, payload, qos: 0, retain: false });
    const long = `{"_type":"cmd","action":"setConfiguration","configuration":{"x":"${'é'.repeat(100)}"}}`;
    expect(ask({ kind: 'text', text: long })?.payload).toBe(long);
    expect(ask({ kind: 'engineStop' })).toBeNull();
  });

  test('an invalid filter, or one too many, is refused', () => {
    const { connect, subscribe } = conversation(version);
    connect();
    const many = Array.from({ length: 119 }, (_, index) => `x/${index}`);
    expect(subscribe('a#', ...many).answers).toMatchObject([{ granted: [128, ...many.map(() => 0)] }]);
    expect(subscribe('x/0', 'y', 'z').answers).toMatchObject([{ granted: [0, 0, 128] }]);
  });

  test('end with the subscription', () => {
    const { say, connect, subscribe, ask } = conversation(version);
    connect();
    subscribe('owntracks/+/+/cmd');
    expect(ask(LOCATE)).not.toBeNull();
    say({ cmd: 'unsubscribe', messageId: 8, unsubscriptions: ['owntracks/+/+/cmd'] });
    expect(ask(LOCATE)).toBeNull();
  });

  test('are not for a connection of several devices', () => {
    const { connect, subscribe, publish, ask } = conversation(version);
    connect();
    subscribe('#');
    publish(PLACE);
    expect(ask(LOCATE)).not.toBeNull();
    publish(PLACE, { topic: 'owntracks/asha/other' });
    publish(PLACE);
    expect(ask(LOCATE)).toBeNull();
  });
});

test('a requested position is a reply', () => {
  const { connect, publish } = conversation(4);
  connect();
  const answer = publish({ ...PLACE, t: 'r' });
  expect(answer).toMatchObject({ messages: [{ kind: 'reply', text: 'location', fix: { lat: 20.0059 } }] });
});

test('a version 5.0 client without an ID is given one', () => {
  const { connect } = conversation(5);
  expect(connect('').answers).toMatchObject([{ properties: { assignedClientIdentifier: 'milepost' } }]);
});

test("the app's topic suffix is not part of its identity", () => {
  const { connect, publish } = conversation(4);
  connect();
  const entered = publish({ ...PLACE, _type: 'transition', event: 'enter' }, { topic: `${TOPIC}/event` });
  expect(entered).toMatchObject({ identities: [TOPIC], messages: [{ attributes: { event: 'enter' } }] });
});

test('non-JSON is refused', () => {
  const { connect, publish } = conversation(4);
  connect();
  expect(publish('on')).toMatchObject({ fault: 'the body is not JSON', replies: [] });
});

test('an unreadable message is acknowledged at once and credited to its phone, which would otherwise send nothing after it', () => {
  const { connect, publish } = conversation(4);
  connect();
  const decoded = publish({ _type: 'encrypted', data: 'b9' });
  expect(decoded).toMatchObject({
    identities: [TOPIC],
    messages: [],
    unknownType: 'encrypted',
    replies: [{ when: 'now' }],
  });
});

test('nothing is read before a CONNECT packet', () => {
  expect(mqtt.newDecoder('tcp').decode(FRAMES.location)).toMatchObject({
    fault: 'a packet before the connection is asked for',
  });
});

test('after bytes that begin no packet the next connection is found', () => {
  const framer = mqtt.newFramer();
  const frames = framer.push(concat(FRAMES.connect, Uint8Array.of(0xff, 0x30, 0x02), FRAMES.connect, FRAMES.ping));
  expect(frames).toEqual([FRAMES.connect, FRAMES.connect, FRAMES.ping].map((frame) => Uint8Array.from(frame)));
  expect(framer.garbageBytes).toBe(3);
});
