import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { resetLocalPassword } from '../store/people/local-users.ts';
import { liveFixture, type LiveFixture } from '../testing/live-fixture.ts';

let fixture: LiveFixture;
const watch: LiveFixture['watch'] = (...given) => fixture.watch(...given);

beforeAll(async () => {
  fixture = await liveFixture();
});
afterEach(() => fixture.closeSockets());
afterAll(() => fixture.close());

it('closes when the session ends, with the code for signing in again', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  fixture.gateway.bus.publish('session-ended', { sessionId: 1 });
  expect(await live.closed).toBe(4401);
});

it('closes the live view of a person whose password the command line reset, and no other', async () => {
  const { database } = fixture;
  const { rows } = await database.query<{ id: number }>(
    `WITH role AS (INSERT INTO roles (organisation_id, name, priority) VALUES (1, 'Reset', 5) RETURNING id),
          known AS (INSERT INTO users (organisation_id, role_id, username, name_key, display_name, password_hash)
                    SELECT 1, id, 'lost', 'lost', 'Lost', 'x' FROM role RETURNING id)
     INSERT INTO login_sessions (user_id, token_hash, address, user_agent, expires_at)
     SELECT id, 'h', '', '', now() + interval '1 day' FROM known RETURNING id`,
  );
  const sessionId = rows[0]?.id ?? 0;
  const caller = fixture.callers.get('milepost_session=mine');
  if (!caller) throw new Error('no caller');
  // The session is still accepted here, so that only the end of its row can close it.
  fixture.callers.set('milepost_session=lost', { ...caller, sessionId });
  fixture.callers.set('milepost_session=other', { ...caller, sessionId: sessionId + 1 });
  const [lost, other] = [watch('milepost_session=lost'), watch('milepost_session=other')];
  await expect.poll(() => lost.of('snapshot').length + other.of('snapshot').length).toBe(2);
  const actor = { userId: null, username: 'command line', address: null };
  const reset = { username: 'lost', passwordHash: 'y', twoFactor: false, access: false };
  await resetLocalPassword(database, actor, reset);
  expect(await lost.closed).toBe(4401);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
  // The sessions of the other tests have ids without a row.
  await database.query('DELETE FROM login_sessions');
});

it('makes a browser reconnect when its permissions changed', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  fixture.gateway.bus.publish('access-changed', { userId: 999, roleId: null });
  fixture.gateway.bus.publish('access-changed', { userId: null, roleId: 999 });
  fixture.gateway.bus.publish('notified', { userId: 1, unread: 1 });
  await expect.poll(() => live.of('notification').length).toBe(1);
  fixture.gateway.bus.publish('access-changed', { userId: null, roleId: 1 });
  // Service restart (RFC 6455 registry): the browser reconnects instead of going to sign-in.
  expect(await live.closed).toBe(1012);
});

it('refuses pages of other sites, other paths, and invalid frames', async () => {
  const other = watch('milepost_session=mine', { origin: 'https://evil.example' });
  expect(await other.closed).toBe(1006);
  expect(other.frames).toEqual([]);
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  live.socket.send('{"t":"nonsense"}');
  expect(await live.closed).toBe(1008);
});

it('closes the connection of a refused client that does not disconnect', async () => {
  const socket = connect({ port: fixture.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  socket.resume();
  await once(socket, 'end');
  await expect.poll(fixture.countConnections).toBe(0);
  socket.destroy();
});

it('accepts nobody without a session, and disconnects clients that stay or do not answer a close', async () => {
  const openSocket = async (cookie: string) => {
    const socket = connect({ port: fixture.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    socket.write(
      `GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n${cookie}\r\n`,
    );
    const [head] = await once(socket, 'data');
    return { socket, statusLine: String(head).split('\r\n')[0] };
  };
  await expect.poll(fixture.countConnections).toBe(0);
  for (const cookie of ['', 'Cookie: milepost_session=nobody\r\n']) {
    expect((await openSocket(cookie)).statusLine).toBe('HTTP/1.1 401 Unauthorized');
  }
  await expect.poll(fixture.countConnections, { timeout: 3000 }).toBe(0);
  const silent = await openSocket('Cookie: milepost_session=mine\r\n');
  expect(silent.statusLine).toBe('HTTP/1.1 101 Switching Protocols');
  fixture.gateway.bus.publish('access-changed', { userId: 1, roleId: null });
  await expect.poll(fixture.countConnections, { timeout: 3000 }).toBe(0);
  silent.socket.destroy();
});

it('disconnects a client that sends frames or pings without end', async () => {
  const live = watch('milepost_session=mine');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  for (let count = 0; count < 250; count++) live.socket.send('{"t":"view","bounds":null,"watch":[]}');
  expect(await live.closed).toBe(1006);
  const pinging = watch('milepost_session=mine');
  await expect.poll(() => pinging.of('snapshot').length).toBe(1);
  for (let count = 0; count < 250; count++) pinging.socket.ping();
  expect(await pinging.closed).toBe(1006);
});

it('makes a browser reconnect when its permissions changed without an announcement', async () => {
  const changing = await fixture.callerOf(fixture.mine.vehicleId, 2);
  fixture.callers.set('milepost_session=changing', changing);
  const live = watch('milepost_session=changing');
  await expect.poll(() => live.of('snapshot').length).toBe(1);
  fixture.callers.set('milepost_session=changing', { ...changing, permissions: new Map() });
  expect(await live.closed).toBe(1012);
});

it('allows one person to open 60 connections in ten seconds, and one session 30 open ones', async () => {
  const eager = { ...(await fixture.callerOf(fixture.mine.vehicleId, 3)), userId: 77 };
  fixture.callers.set('milepost_session=eager', eager);
  const open = Array.from({ length: 31 }, () => watch('milepost_session=eager'));
  expect(await Promise.race(open.map((one) => one.closed))).toBe(1013);
  for (const { socket } of open) socket.terminate();
  const sockets = Array.from({ length: 29 }, (_, index) => {
    fixture.callers.set(`milepost_session=eager-${index}`, { ...eager, sessionId: 100 + index });
    return watch(`milepost_session=eager-${index}`);
  });
  await Promise.all(sockets.map((one) => expect.poll(() => one.of('snapshot').length).toBe(1)));
  fixture.callers.set('milepost_session=eager-late', { ...eager, sessionId: 200 });
  expect(await watch('milepost_session=eager-late').closed).toBe(1013);
});
