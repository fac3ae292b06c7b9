import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { gt06 } from '@milepost/protocols/gt06/gt06';
import { osmand } from '@milepost/protocols/osmand/osmand';
import { teltonika } from '@milepost/protocols/teltonika/teltonika';
import type { Command, Message, StreamProtocol } from '@milepost/protocols/types';
import { afterEach, describe, expect, it } from 'vitest';
import { newConversation } from './conversations.ts';
import { Device, type DeviceOptions } from './device.ts';
import type { Order } from './order.ts';
import { Outbox } from './outbox.ts';
import type { Report } from './report.ts';
import { Stats } from './stats.ts';
import { reportAt } from './testing/report.ts';

const IMEI = '004401000010005';
/** A whole second, which every protocol can represent. */
const T0 = Date.UTC(2026, 10, 16, 12);

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

interface Gateway {
  port: number;
  times: number[];
  connections: number;
  /** Decides the server's behaviour for a connection's n-th frame; the default answers as the protocol requires. */
  behaviour: (frame: number, connection: number) => 'answer' | 'mute' | 'hang up' | 'garbage';
  /** Sends a command to the device that connected last. */
  send: (command: Command) => void;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** A gateway of a few lines around the project's own decoder. */
async function streamGateway(protocol: StreamProtocol, replies: Message[] = []): Promise<Gateway> {
  const gateway: Gateway = { port: 0, times: [], connections: 0, behaviour: () => 'answer', send: () => undefined };
  const server = createServer((socket: Socket) => {
    gateway.connections += 1;
    const connection = gateway.connections;
    const framer = protocol.newFramer();
    const decoder = protocol.newDecoder('tcp');
    let frames = 0;
    gateway.send = (command) => socket.write(decoder.encode(command) ?? new Uint8Array(0));
    open.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const frame of framer.push(chunk)) {
        const decoded = decoder.decode(frame);
        const behaviour = gateway.behaviour(frames, connection);
        frames += 1;
        if (behaviour === 'hang up') {
          socket.destroy();
          return;
        }
        if (behaviour === 'garbage') socket.write(Uint8Array.from({ length: 64 }, (_, i) => (i * 89 + 3) & 0xff));
        if (behaviour === 'mute') continue;
        gateway.times.push(...timesOf(decoded.messages));
        replies.push(...decoded.messages.filter(({ kind }) => kind === 'reply'));
        for (const reply of decoded.replies) socket.write(reply.bytes);
      }
    });
  });
  gateway.port = await listen(server);
  return gateway;
}

function timesOf(messages: readonly Message[]): number[] {
  return messages.flatMap((message) => (message.fix ? [message.fix.time.getTime()] : []));
}

function deviceFor(
  protocol: 'gt06' | 'teltonika' | 'osmand',
  port: number,
  past: Report[] = [],
  obey?: DeviceOptions['obey'],
) {
  const outbox = new Outbox(past.values(), 1000);
  const stats = new Stats();
  const device = new Device({
    host: '127.0.0.1',
    port,
    newConversation: () => newConversation({ identity: IMEI, protocol, deviceModel: 'FMB920' }, '127.0.0.1'),
    outbox,
    stats,
    isPersistent: protocol !== 'osmand',
    ackTimeoutMs: 80,
    haste: 100,
    ...(obey && { obey }),
  });
  open.push(() => device.stop());
  return { device, outbox, stats };
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('this did not happen within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const many = (count: number): Report[] => Array.from({ length: count }, (_, i) => reportAt(T0 + i * 1000));
const all = (count: number): number[] => Array.from({ length: count }, (_, i) => T0 + i * 1000);

describe.each([
  ['gt06', gt06],
  ['teltonika', teltonika],
] as const)('a %s device', (name, protocol) => {
  it('logs in and sends every report exactly once, in order', async () => {
    const gateway = await streamGateway(protocol);
    const { device, outbox, stats } = deviceFor(name, gateway.port, many(300));
    device.start();
    await until(() => outbox.pastIsOver);
    expect(gateway.times).toEqual(all(300));
    expect(gateway.connections).toBe(1);
    expect(stats).toMatchObject({ sent: 300, acked: 300, failures: 0, connected: 1 });
    expect(outbox.ackedUpToMs).toBe(T0 + 299_000);
  });

  it('resends after a broken connection and loses nothing', async () => {
    const gateway = await streamGateway(protocol);
    gateway.behaviour = (frame, connection) => (connection <= 2 && frame >= 3 ? 'hang up' : 'answer');
    const { device, outbox, stats } = deviceFor(name, gateway.port, many(300));
    device.start();
    await until(() => outbox.pastIsOver);
    expect(new Set(gateway.times)).toEqual(new Set(all(300)));
    expect(gateway.connections).toBe(3);
    expect(stats.resent).toBeGreaterThan(0);
    expect(device.unacknowledged).toBe(0);
  });

  it('drops a connection on which nothing is acknowledged', async () => {
    const gateway = await streamGateway(protocol);
    gateway.behaviour = (frame, connection) => (connection === 1 && frame > 0 ? 'mute' : 'answer');
    const { device, outbox } = deviceFor(name, gateway.port, many(5));
    device.start();
    await until(() => device.unacknowledged > 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(outbox.ackedUpToMs).toBeNull();
    device.tick(Date.now());
    await until(() => outbox.pastIsOver);
    expect(gateway.times).toEqual(all(5));
  });

  it('executes commands and replies in its protocol', async () => {
    const replies: Message[] = [];
    const orders: Order[] = [];
    const gateway = await streamGateway(protocol, replies);
    const { device, outbox } = deviceFor(name, gateway.port, [], (order) => {
      orders.push(order);
      return reportAt(T0 + 9000);
    });
    device.start();
    device.report(reportAt(T0));
    await until(() => outbox.ackedUpToMs === T0);
    const interval = { kind: 'text', text: protocol.phrases?.interval?.(10) ?? '' } as const;
    for (const command of [{ kind: 'engineStop' }, { kind: 'engineResume' }, interval, { kind: 'locate' }] as const)
      gateway.send(command);
    await until(() => replies.length === 4);
    expect(orders).toEqual([
      { kind: 'engineStop' },
      { kind: 'engineResume' },
      { kind: 'interval', seconds: 10 },
      { kind: 'locate' },
    ]);
    expect(replies.at(-1)?.fix).toMatchObject({ time: new Date(T0 + 9000), lat: -34.9, lon: -56.2, speedKph: 40 });
  });

  it('survives a garbage response', async () => {
    const gateway = await streamGateway(protocol);
    gateway.behaviour = (frame, connection) => (connection === 1 && frame === 0 ? 'garbage' : 'answer');
    const { device, outbox } = deviceFor(name, gateway.port, many(5));
    const tick = setInterval(() => device.tick(Date.now()), 20);
    open.push(() => clearInterval(tick));
    device.start();
    await until(() => outbox.pastIsOver);
    expect(new Set(gateway.times)).toEqual(new Set(all(5)));
  });

  it('buffers measurements without network and sends them later', async () => {
    const gateway = await streamGateway(protocol);
    const { device, outbox } = deviceFor(name, gateway.port);
    device.start();
    device.report(reportAt(T0));
    await until(() => outbox.ackedUpToMs === T0);
    device.stop();
    device.report(reportAt(T0 + 1000));
    device.report(reportAt(T0 + 2000));
    expect(gateway.times).toEqual([T0]);
    device.start();
    await until(() => outbox.ackedUpToMs === T0 + 2000);
    expect(gateway.times).toEqual(all(3));
  });
});

function reportedSupply(url: string): number | undefined {
  return osmand.decode({ method: 'GET', url, headers: {}, body: '' }, new Date(T0)).messages[0]?.attributes.powerV;
}

describe('supply voltage', () => {
  const report = { ...reportAt(T0), powerV: 27.61 };
  const attributesOf = (
    protocol: StreamProtocol,
    name: 'gt06' | 'teltonika',
    deviceModel: string,
    powerV: number | null,
  ) => {
    const conversation = newConversation({ identity: IMEI, protocol: name, deviceModel }, '127.0.0.1');
    const decoder = protocol.newDecoder('tcp');
    const { bytes } = conversation.encode([{ ...report, powerV }]);
    const sent = [conversation.hello() ?? new Uint8Array(0), bytes];
    const framer = protocol.newFramer();
    return sent.flatMap((chunk) => framer.push(chunk).flatMap((frame) => decoder.decode(frame).messages)).at(-1)
      ?.attributes;
  };

  it('is reported with each position by the devices that measure it', () => {
    expect(attributesOf(teltonika, 'teltonika', 'FMB920', 27.61)?.powerV).toBe(27.61);
    expect(attributesOf(gt06, 'gt06', 'Jimi JM-VL03', 27.61)).toMatchObject({ powerV: 27.61, odometerM: 123_456 });
    expect(attributesOf(gt06, 'gt06', 'Concox GT06N', 27.61)).not.toHaveProperty('powerV');
  });

  it('is omitted when the device measures none', () => {
    expect(attributesOf(teltonika, 'teltonika', 'FMB920', null)).not.toHaveProperty('powerV');
    expect(attributesOf(gt06, 'gt06', 'Jimi JM-VL03', null)).not.toHaveProperty('powerV');
  });

  it('is a request parameter of phones that know it', () => {
    const conversation = newConversation({ identity: IMEI, protocol: 'osmand', deviceModel: 'Phone' }, '127.0.0.1');
    const query = (powerV: number | null) =>
      new TextDecoder().decode(conversation.encode([{ ...report, powerV }]).bytes).split(' ')[1] ?? '';
    expect([reportedSupply(query(27.61)), reportedSupply(query(0)), reportedSupply(query(null))]).toEqual([
      27.61,
      0,
      undefined,
    ]);
  });
});

describe('OsmAnd phone', () => {
  it('sends requests in order and repeats refused ones', async () => {
    const times: number[] = [];
    let requests = 0;
    const server = createHttpServer((request, response) => {
      requests += 1;
      const frame = { method: 'GET', url: request.url ?? '', headers: {}, body: '' };
      const decoded = osmand.decode(frame, new Date(T0));
      const refuse = requests === 4;
      if (!refuse) times.push(...timesOf(decoded.messages));
      response.writeHead(refuse ? 503 : decoded.reply.status).end(refuse ? 'later' : decoded.reply.body);
    });
    const { device, outbox } = deviceFor('osmand', await listen(server), many(40));
    device.start();
    await until(() => outbox.pastIsOver);
    expect(new Set(times)).toEqual(new Set(all(40)));
    expect(times.slice(0, 3)).toEqual(all(3));
  });

  it('retries when no server is listening', async () => {
    const { device, stats } = deviceFor('osmand', 1, many(1));
    device.start();
    await until(() => stats.failures >= 3);
    expect(device.isOn).toBe(true);
  });
});
