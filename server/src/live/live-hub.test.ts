import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { ServerFrame } from '@milepost/contract/live';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../auth/caller.ts';
import { ProvedTokens } from '../auth/proved-tokens.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';
import { whoKnocks } from '../rpc/who-knocks.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { LiveConnection } from './live-connection.ts';
import { createLiveHub, type LiveHub } from './live-hub.ts';

let test: TestDatabase;
let gateway: TestGateway;
let fleet: Fleet;
let hub: LiveHub;
let server: Server;
let mine: { deviceId: number; vehicleId: number };
let foreign: { deviceId: number; vehicleId: number };
const callers = new Map<string, Caller>();
const sockets: WebSocket[] = [];

const organisationOf = async (vehicleId: number) => {
  const { rows } = await test.database.query<{ organisation_id: number }>(
    'SELECT organisation_id FROM vehicles WHERE id = $1',
    [vehicleId],
  );
  return rows[0]?.organisation_id ?? 0;
};

async function callerOf(vehicleId: number, sessionId: number): Promise<Caller> {
  const organisationId = await organisationOf(vehicleId);
  const all = { view: true, create: true, edit: true, delete: true };
  return {
    sessionId,
    token: null,
    userId: 1,
    username: 'tester',
    displayName: 'Tester',
    userType: 'user',
    roleId: 1,
    priority: 1,
    organisation: 'Test',
    scope: { organisationId, organisationIds: [organisationId], root: false },
    permissions: new Map([
      ['live-map', all],
      ['connect-device', all],
    ]),
  };
}

beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
  mine = await addDevice(test.database, 'mine');
  foreign = await addDevice(test.database, 'foreign');
  callers.set('milepost_session=mine', await callerOf(mine.vehicleId, 1));
  const { bus } = gateway;
  const logger = pino({ level: 'silent' });
  fleet = await createFleet(test.database, bus, logger);
  hub = createLiveHub({
    bus,
    logger,
    registry: new Registry(),
    fleet,
    placeAt: (lat) => (lat < 0 ? 'Av. Italia' : null),
    alarms: { open: () => Promise.resolve({ alarms: [], total: 0 }), byId: () => Promise.resolve([]) },
    knocks: gateway.knocks,
    proved: new ProvedTokens(),
    whoKnocks: (all) => whoKnocks(test.database, all),
    authenticate: (cookie) => Promise.resolve(callers.get(cookie ?? '') ?? null),
    checkSessionsMs: 50,
  });
  server = createServer().on('upgrade', hub.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  hub.stop();
  fleet.stop();
  server.close();
  await gateway.close();
  await test.close();
});

function watch(cookie: string, headers: Record<string, string> = {}) {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { cookie, ...headers } });
  const frames: ServerFrame[] = [];
  socket.on('message', (data) =>
    frames.push(ServerFrame.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))),
  );
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  sockets.push(socket);
  return { socket, frames, closed, of: (t: ServerFrame['t']) => frames.filter((frame) => frame.t === t) };
}

it('tells together of which vehicles the past was made again, and of none of another organisation', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  for (const { vehicleId } of [foreign, mine, mine]) {
    gateway.bus.publish('facts-remade', { vehicleId, organisationId: await organisationOf(vehicleId) });
  }
  await expect.poll(() => live.of('facts')).toMatchObject([{ vehicles: [mine.vehicleId] }]);
});

let second = 0;
function drive(deviceId: number, lat: number) {
  const time = new Date(Date.now() - 60_000 + ++second * 1000);
  const fix = { time, valid: true, lat, lon: -56.2, altitudeM: null, speedKph: 40, courseDeg: 90 };
  const message = { kind: 'report', deviceTime: time, fix, attributes: {} } as const;
  return new Promise<void>((onStored) =>
    gateway.ingest.submit({ deviceId, messages: [message], receivedAt: Date.now(), onStored }),
  );
}

it('sends what the session may see and nothing of another organisation', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  expect(live.of('snapshot')).toMatchObject([{ vehicles: [{ id: mine.vehicleId }] }]);
  live.socket.send(JSON.stringify({ t: 'view', bounds: [-180, -90, 180, 90], watch: [] }));
  await drive(foreign.deviceId, -34);
  await drive(mine.deviceId, -35);
  await expect.poll(() => live.of('states').length).toBeGreaterThan(0);
  const ids = live.of('states').flatMap((frame) => (frame.t === 'states' ? frame.states.map((state) => state[0]) : []));
  expect(new Set(ids)).toEqual(new Set([mine.vehicleId]));
});

function comeBy(identity: string) {
  const entry = gateway.knocks.open('gt06', 'tcp', '192.0.2.1:4000');
  entry.identify(identity);
  entry.frame(Buffer.of(1), { identities: [identity], messages: [] }, Date.now());
  entry.close();
}

it('tells of the knocks that a browser asks for, in any flood, and of no stranger who is not named in full', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  const ask = (identity: string) =>
    live.socket.send(
      JSON.stringify({ t: 'knocks', on: true, filter: { identity, protocol: null, address: null, known: false } }),
    );
  const told = () => live.of('knock').map((frame) => (frame.t === 'knock' ? frame.knock.identity : null));
  ask('867500000000033');
  await expect
    .poll(() => {
      comeBy('867500000000033');
      comeBy('mine');
      for (let index = 0; index < 3000; index++) comeBy(`flood-${index}`);
      return told();
    })
    .toContain('867500000000033');
  expect(new Set(told())).toEqual(new Set(['867500000000033']));
});

it('sends only the newest of several positions, and the place of a watched vehicle', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  live.socket.send(JSON.stringify({ t: 'view', bounds: null, watch: [mine.vehicleId] }));
  await expect.poll(() => live.of('states').length).toBe(1);
  for (let step = 1; step <= 20; step++) await drive(mine.deviceId, -30 - step / 100);
  const lats = () =>
    live.of('states').flatMap((frame) => (frame.t === 'states' ? frame.states.map((state) => state[3]) : []));
  await expect.poll(() => lats().at(-1)).toBe(-30.2);
  expect(lats().length).toBeLessThan(10);
  await expect.poll(() => live.of('places')).toMatchObject([{ places: [[mine.vehicleId, 'Av. Italia']] }]);
});

it('tells at once what is new after a quiet half second, and then every half second', async () => {
  const accepting = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  try {
    await once(accepting, 'listening');
    const address = accepting.address();
    const connected = once(accepting, 'connection');
    const browser = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    await connected;
    const [accepted] = accepting.clients;
    const caller = callers.get('milepost_session=mine');
    const entry = fleet.get(mine.vehicleId);
    if (!accepted || !caller || !entry) throw new Error('nobody is connected');
    const sent: number[] = [];
    browser.on('message', (data) => {
      const frame = ServerFrame.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''));
      if (frame.t === 'states') sent.push(frame.at);
    });
    const connection = new LiveConnection(accepted, caller, { fleet, placeAt: () => null });
    // A vehicle that moves all the time, from one second on; its browser is asked to be told every 100 ms.
    const start = 1_000_000;
    for (let ms = 1000; ms <= 2600; ms += 100) {
      connection.moved(entry, true);
      connection.flush(start + ms);
    }
    await expect.poll(() => sent.length).toBe(4);
    expect(sent.map((at) => at - start)).toEqual([1000, 1500, 2000, 2500]);
    browser.terminate();
  } finally {
    accepting.close();
  }
});

it('tells of vehicles that are added and removed', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  const organisationId = await organisationOf(mine.vehicleId);
  const { rows } = await test.database.query<{ id: number }>(
    "INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'NEW 1', 'car') RETURNING id",
    [organisationId],
  );
  const id = rows[0]?.id ?? 0;
  gateway.bus.publish('fleet-changed', { organisationId });
  await expect
    .poll(() => live.of('vehicles'))
    .toMatchObject([{ changed: [{ id, registration: 'NEW 1' }], removed: [] }]);
  await test.database.query('UPDATE vehicles SET deleted_at = now() WHERE id = $1', [id]);
  gateway.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => live.of('vehicles').at(-1)).toMatchObject({ changed: [], removed: [id] });
});

it('closes when the session ends, with the code that means sign in again', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  gateway.bus.publish('session-ended', { sessionId: 1 });
  expect(await live.closed).toBe(4401);
});

it('brings the bell of the person up to date, and of nobody else', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  gateway.bus.publish('notified', { userId: 999, unread: 5 });
  gateway.bus.publish('notified', { userId: 1, unread: 3 });
  await expect.poll(() => live.of('notification')).toMatchObject([{ unread: 3 }]);
});

it('has who may see something else now connect again', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  gateway.bus.publish('access-changed', { userId: 999, roleId: null });
  gateway.bus.publish('access-changed', { userId: null, roleId: 999 });
  gateway.bus.publish('notified', { userId: 1, unread: 1 });
  await expect.poll(() => live.of('notification').length).toBe(1);
  gateway.bus.publish('access-changed', { userId: null, roleId: 1 });
  // Service restart (RFC 6455 registry): the browser connects again instead of going to sign-in.
  expect(await live.closed).toBe(1012);
});

it('refuses pages of other sites, other paths, and what is no frame', async () => {
  const other = watch('milepost_session=mine', { origin: 'https://evil.example' });
  expect(await other.closed).toBe(1006);
  expect(other.frames).toEqual([]);
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  live.socket.send('{"t":"nonsense"}');
  expect(await live.closed).toBe(1008);
});

it('does not keep the connection of who was refused and does not hang up', async () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  socket.resume();
  await once(socket, 'end');
  const open = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  await expect.poll(open).toBe(0);
  socket.destroy();
});

it('lets nobody in without a session, and cuts off who stays or does not answer a close', async () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const ask = async (cookie: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    socket.write(
      `GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n${cookie}\r\n`,
    );
    const [head] = await once(socket, 'data');
    return { socket, told: String(head).split('\r\n')[0] };
  };
  const count = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, open) => (error ? reject(error) : resolve(open)));
    });
  await expect.poll(count).toBe(0);
  for (const cookie of ['', 'Cookie: milepost_session=nobody\r\n']) {
    expect((await ask(cookie)).told).toBe('HTTP/1.1 401 Unauthorized');
  }
  await expect.poll(count, { timeout: 3000 }).toBe(0);
  const silent = await ask('Cookie: milepost_session=mine\r\n');
  expect(silent.told).toBe('HTTP/1.1 101 Switching Protocols');
  gateway.bus.publish('access-changed', { userId: 1, roleId: null });
  await expect.poll(count, { timeout: 3000 }).toBe(0);
  silent.socket.destroy();
});

it('drops who sends frames or pings without end', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  for (let count = 0; count < 250; count++) live.socket.send('{"t":"view","bounds":null,"watch":[]}');
  expect(await live.closed).toBe(1006);
  const pinging = watch('milepost_session=mine');
  await expect.poll(() => pinging.of('snapshot').length).toBe(1);
  for (let count = 0; count < 250; count++) pinging.socket.ping();
  expect(await pinging.closed).toBe(1006);
});

it('has who sees something else by now connect again, though nothing told it so', async () => {
  const changing = await callerOf(mine.vehicleId, 2);
  callers.set('milepost_session=changing', changing);
  const live = watch('milepost_session=changing');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  callers.set('milepost_session=changing', { ...changing, permissions: new Map() });
  expect(await live.closed).toBe(1012);
});

it('lets one person open 60 connections in ten seconds, and 30 of one session at once', async () => {
  const eager = { ...(await callerOf(mine.vehicleId, 3)), userId: 77 };
  callers.set('milepost_session=eager', eager);
  const open = Array.from({ length: 31 }, () => watch('milepost_session=eager'));
  expect(await Promise.race(open.map((one) => one.closed))).toBe(1013);
  for (const { socket } of open) socket.terminate();
  const again = Array.from({ length: 29 }, (_, index) => {
    callers.set(`milepost_session=eager-${index}`, { ...eager, sessionId: 100 + index });
    return watch(`milepost_session=eager-${index}`);
  });
  await Promise.all(again.map((one) => expect.poll(() => one.of('snapshot').length).toBe(1)));
  callers.set('milepost_session=eager-late', { ...eager, sessionId: 200 });
  expect(await watch('milepost_session=eager-late').closed).toBe(1013);
});

const told = (frame: ServerFrame) =>
  frame.t === 'snapshot' ? frame.vehicles : frame.t === 'vehicles' ? frame.changed : [];

it('tells of a large fleet piece by piece, each when the browser has taken the one before', async () => {
  const { rows } = await test.database.query<{ id: number; organisation_id: number }>(
    `WITH company AS (INSERT INTO organisations (name, parent_id) VALUES ('Large', 1) RETURNING id)
     INSERT INTO vehicles (organisation_id, registration, type)
     SELECT id, 'L ' || n, 'car' FROM company, generate_series(1, 5000) n RETURNING id, organisation_id`,
  );
  const organisationId = rows[0]?.organisation_id ?? 0;
  gateway.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => fleet.entries(new Set([organisationId])).length).toBe(5000);
  const scope = { organisationId, organisationIds: [organisationId], root: false };
  callers.set('milepost_session=large', { ...(await callerOf(mine.vehicleId, 4)), userId: 78, scope });
  const live = watch('milepost_session=large');
  const all = () => live.frames.flatMap((frame) => told(frame).map(({ id }) => id));
  await expect.poll(() => all().length).toBe(5000);
  expect(new Set(all())).toEqual(new Set(rows.map(({ id }) => id)));
  expect(Math.max(...live.frames.map((frame) => told(frame).length))).toBe(2000);
  const states = () =>
    live.frames.flatMap((frame) => (frame.t === 'snapshot' || frame.t === 'states' ? frame.states : []));
  await expect.poll(() => new Set(states().map(([id]) => id)).size).toBe(5000);
});
