import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Message } from '@milepost/protocols/types';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import type { Submission } from '../ingest/batch.ts';
import type { SubmissionSink } from '../ingest/ingest.ts';
import { partitionOf, type PartitionOwner } from '../store/ingest/owners.ts';
import { createLinkMetrics } from './link-metrics.ts';
import { startLinkServer } from './link-server.ts';
import { createRemoteIngest } from './remote-ingest.ts';

const KEY = Buffer.alloc(32, 7);
const logger = pino({ level: 'silent' });
const within = { timeout: 10_000, interval: 5 };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Ingest whose commits the test makes. */
function heldSink() {
  const waiting: Submission[] = [];
  const received: number[] = [];
  let isFull = false;
  const listeners: ((full: boolean) => void)[] = [];
  const sink: SubmissionSink = {
    submit: (submission) => {
      waiting.push(submission);
      received.push(submission.receivedAt);
    },
    full: () => isFull,
    onPressure: (listener) => listeners.push(listener),
    crowded: () => false,
    whenRoom: () => Promise.resolve(),
    drain: () => Promise.resolve(),
  };
  return {
    sink,
    waiting,
    /** By receipt, in the order of arrival, with repetitions. */
    received,
    store: (count = Infinity) => {
      for (const { onStored } of waiting.splice(0, count)) onStored();
    },
    press: (full: boolean) => {
      isFull = full;
      for (const listener of listeners) listener(full);
    },
  };
}

/** A process that stores positions; it owns what `epochs` says. */
async function owner({ port = 0, key = KEY, epochs = new Map<number, number>() } = {}) {
  const held = heldSink();
  const registry = new Registry();
  const server = await startLinkServer({
    host: '127.0.0.1',
    port,
    key,
    sink: held.sink,
    owns: (partition, epoch) => (epochs.get(partition) ?? 1) === epoch,
    logger,
    metrics: createLinkMetrics(registry),
  });
  const close = () => server.close();
  closers.push(close);
  const refused = async () =>
    (await registry.getSingleMetric('milepost_ingest_links_refused_total')?.get())?.values[0]?.value;
  return { ...held, server, close, refused, epochs };
}

/** A gateway; the routes are those of the database. */
function gateway(port: number) {
  const owners = new Map<number, PartitionOwner>();
  const listeners: (() => void)[] = [];
  const read = () => {
    for (const listener of listeners) listener();
  };
  const route = (partitions: readonly number[], change: Partial<PartitionOwner>) => {
    for (const partition of partitions) {
      const before = owners.get(partition) ?? { partition, ownerId: 1, epoch: 1, host: '127.0.0.1', port };
      owners.set(partition, { ...before, ...change });
    }
    read();
  };
  route(
    Array.from({ length: 64 }, (_, partition) => partition),
    {},
  );
  const acknowledged: number[] = [];
  const ingest = createRemoteIngest({
    routes: {
      of: (partition) => owners.get(partition),
      partitionOf,
      onRead: (listener) => listeners.push(listener),
      refresh: read,
    },
    key: KEY,
    logger,
    metrics: createLinkMetrics(new Registry()),
  });
  closers.push(ingest.close);
  /** `at` stands for the report. */
  const submit = (deviceId: number, at: number, count = 1) =>
    ingest.submit({
      deviceId,
      protocol: 'gt06',
      receivedAt: at,
      messages: Array.from({ length: count }, () => REPORT),
      onStored: () => acknowledged.push(at),
    });
  return { ingest, submit, acknowledged, route };
}

const REPORT: Message = {
  kind: 'report',
  deviceTime: new Date('2026-11-30T10:00:00Z'),
  fix: {
    time: new Date('2026-11-30T10:00:00Z'),
    valid: true,
    lat: -34.9,
    lon: -56.2,
    altitudeM: null,
    speedKph: 30.5,
    courseDeg: 0,
  },
  attributes: { ignition: true, alarm: ['sos'], odometerM: 123_456_789_012, tag: 'ñ' },
};
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

it('delivers reports whole and in order, and acknowledges each after its commit alone', async () => {
  const one = await owner();
  const here = gateway(one.server.port);
  for (const at of range(0, 120)) here.submit(at % 3, at);
  await expect.poll(() => one.received, within).toEqual(range(0, 120));
  expect(one.waiting[7]).toMatchObject({ deviceId: 1, protocol: 'gt06', receivedAt: 7, messages: [REPORT] });
  expect(here.acknowledged).toEqual([]);
  one.store(50);
  await expect.poll(() => here.acknowledged, within).toEqual(range(0, 50));
  const drained = here.ingest.drain();
  one.store();
  await drained;
  expect(here.acknowledged).toEqual(range(0, 120));
});

it('sends again, in order, what was not acknowledged when the link broke', async () => {
  const first = await owner();
  const { port } = first.server;
  const here = gateway(port);
  for (const at of range(0, 80)) here.submit(at % 5, at);
  await expect.poll(() => first.received.length, within).toBe(80);
  first.store(30);
  await expect.poll(() => here.acknowledged.length, within).toBe(30);
  await first.close();
  for (const at of range(80, 100)) here.submit(at % 5, at);
  const second = await owner({ port });
  await expect.poll(() => second.received, within).toEqual(range(30, 100));
  second.store();
  await expect.poll(() => here.acknowledged, within).toEqual(range(0, 100));
});

it('sends the reports of a partition to its new owner, again in order, and those of others on', async () => {
  const [old, next] = [await owner(), await owner()];
  const here = gateway(old.server.port);
  for (const at of range(0, 20)) here.submit(at % 2, at);
  await expect.poll(() => old.received.length, within).toBe(20);
  here.route([1], { ownerId: 2, epoch: 2, port: next.server.port });
  next.epochs.set(1, 2);
  old.epochs.set(1, 2);
  for (const at of range(20, 40)) here.submit(at % 2, at);
  const odd = range(0, 40).filter((at) => at % 2 === 1);
  await expect.poll(() => next.received, within).toEqual(odd);
  // The former owner commits what it had: known twice, acknowledged once.
  old.store();
  next.store();
  await expect
    .poll(() => old.received.filter((at) => at >= 20), within)
    .toEqual([20, 22, 24, 26, 28, 30, 32, 34, 36, 38]);
  old.store();
  await expect.poll(() => here.acknowledged.toSorted((a, b) => a - b), within).toEqual(range(0, 40));
});

it('sends again what an owner refused, once the partition has an owner that takes it', async () => {
  const one = await owner({ epochs: new Map([[4, 5]]) });
  const here = gateway(one.server.port);
  for (const at of range(0, 10)) here.submit(4, at);
  here.submit(5, 100);
  await expect.poll(() => one.received, within).toEqual([100]);
  here.route([4], { epoch: 5 });
  for (const at of range(10, 20)) here.submit(4, at);
  await expect.poll(() => one.received, within).toEqual([100, ...range(0, 20)]);
});

it('sends no more than ingest has room for, and stops while ingest is full', async () => {
  const one = await owner();
  const here = gateway(one.server.port);
  for (const at of range(0, 300)) here.submit(at, at, 100);
  await expect.poll(() => one.received.length, within).toBe(80);
  one.store(40);
  await expect.poll(() => one.received.length, within).toBe(120);
  one.press(true);
  one.store(40);
  await expect.poll(() => here.acknowledged.length, within).toBe(80);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(one.received.length).toBe(120);
  one.press(false);
  await expect.poll(() => one.received.length, within).toBe(160);
  expect(here.ingest.full()).toBe(false);
  // Beyond the memory of a gateway, its devices wait.
  for (const at of range(300, 700)) here.submit(at, at, 100);
  expect(here.ingest.full()).toBe(true);
});

it('takes nothing from who has another key or sends something else, and counts it once', async () => {
  const other = await owner({ key: Buffer.alloc(32, 8) });
  const here = gateway(other.server.port);
  here.submit(1, 1);
  await expect.poll(other.refused, within).toBeGreaterThan(0);
  here.ingest.close();
  const one = await owner();
  for (const garbage of [
    'GET / HTTP/1.1\r\nHost: fleet.example.org\r\nAccept: text/html,application/xml\r\n\r\n',
    '\0'.repeat(200),
  ]) {
    const socket = connect(one.server.port, '127.0.0.1');
    socket.on('error', () => {}).on('data', () => {});
    socket.write(garbage);
    await once(socket, 'close');
  }
  await expect.poll(one.refused, within).toBe(2);
  expect([...other.received, ...one.received]).toEqual([]);
});

it('ends a link on which a frame was changed, and sends its reports again', async () => {
  const one = await owner();
  let frames = 0;
  const sockets = new Set<Socket>();
  const between = createServer((from) => {
    const to = connect(one.server.port, '127.0.0.1');
    for (const socket of [from, to]) sockets.add(socket.on('error', () => {}));
    to.pipe(from);
    from.on('data', (chunk) => {
      const bytes = Buffer.from(chunk);
      // A frame of reports, which is longer than the handshake.
      if (bytes.length > 500 && (frames += 1) === 1) bytes[300] = (bytes[300] ?? 0) ^ 1;
      to.write(bytes);
    });
    to.once('close', () => from.destroy());
    from.once('close', () => to.destroy());
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    between.close();
  });
  const address = between.address();
  const here = gateway(typeof address === 'object' && address ? address.port : 0);
  for (const at of range(0, 30)) here.submit(at, at);
  await expect.poll(() => one.received, within).toEqual(range(0, 30));
  expect(frames).toBe(2);
  expect(await one.refused()).toBe(1);
});
