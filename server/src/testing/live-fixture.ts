import { createServer } from 'node:http';
import { ServerFrame } from '@milepost/contract/live';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { WebSocket } from 'ws';
import type { Caller } from '../store/people/callers.ts';
import { ProvedTokens } from '../auth/proved-tokens.ts';
import { createCriticalAlarms } from '../live/critical-alarms.ts';
import { createFleet } from '../live/fleet.ts';
import { createLiveHub } from '../live/live-hub.ts';
import { findEndedSessions } from '../store/people/login-sessions.ts';
import { loadCriticalAlarms } from '../store/alarms/critical-alarms.ts';
import { lookUpContacts } from '../rpc/look-up-contacts.ts';
import { testDatabase } from './test-database.ts';
import { addDevice, testGateway } from './test-gateway.ts';
import { fakePlaces } from './fake-places.ts';

export type LiveFixture = Awaited<ReturnType<typeof liveFixture>>;

/**
 * A listening live hub over a real database and gateway, with two devices: one that `mine` may see, and one of others.
 */
export async function liveFixture() {
  const test = await testDatabase();
  const { database } = test;
  const gateway = await testGateway(test);
  const mine = await addDevice(database, 'mine');
  const foreign = await addDevice(database, 'foreign');
  /** The signed-in callers, by the whole cookie header. */
  const callers = new Map<string, Caller>();
  const sockets: WebSocket[] = [];
  const { bus } = gateway;
  const logger = pino({ level: 'silent' });
  const fleet = await createFleet(database, bus, logger);
  const critical = await createCriticalAlarms({ read: (ids) => loadCriticalAlarms(database, ids), bus, logger });
  const hub = createLiveHub({
    bus,
    logger,
    registry: new Registry(),
    fleet,
    critical,
    places: fakePlaces((lat) => (lat < 0 ? 'Av. Italia' : null)),
    alarms: { open: () => Promise.resolve({ alarms: [], total: 0 }), byId: () => Promise.resolve([]) },
    contacts: gateway.contacts,
    proved: new ProvedTokens(),
    trustedProxies: [],
    publicUrl: null,
    contactsFor: (all) => lookUpContacts(database, all),
    authenticate: (cookie) => Promise.resolve(callers.get(cookie ?? '') ?? null),
    findEndedSessions: (sessionIds) => findEndedSessions(database, sessionIds),
    checkSessionsMs: 50,
  });
  const server = createServer().on('upgrade', hub.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const organisationOf = async (vehicleId: number) => {
    const { rows } = await database.query<{ organisation_id: number }>(
      'SELECT organisation_id FROM vehicles WHERE id = $1',
      [vehicleId],
    );
    return rows[0]?.organisation_id ?? 0;
  };
  const callerOf = async (vehicleId: number, sessionId: number): Promise<Caller> => {
    const organisationId = await organisationOf(vehicleId);
    const all = { view: true, create: true, edit: true, delete: true };
    return {
      sessionId,
      token: null,
      userId: 1,
      username: 'tester',
      displayName: 'Tester',
      userType: 'user',
      tenantId: 1,
      roleId: 1,
      priority: 1,
      organisation: 'Test',
      language: 'en',
      units: 'metric',
      scope: { organisationId, organisationIds: [organisationId], root: false, limit: null },
      permissions: new Map([
        ['live-map', all],
        ['connect-device', all],
      ]),
    };
  };
  callers.set('milepost_session=mine', await callerOf(mine.vehicleId, 1));

  return {
    database,
    gateway,
    fleet,
    port,
    mine,
    foreign,
    callers,
    organisationOf,
    callerOf,
    /** The call of a browser that cannot open a WebSocket. */
    poll: hub.poll,
    /** A browser with this cookie, and the frames it received. */
    watch: (cookie: string, headers: Record<string, string> = {}) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { cookie, ...headers } });
      const frames: ServerFrame[] = [];
      socket.on('message', (data) =>
        frames.push(ServerFrame.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))),
      );
      socket.on('error', () => {});
      const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
      sockets.push(socket);
      return { socket, frames, closed, of: (t: ServerFrame['t']) => frames.filter((frame) => frame.t === t) };
    },
    /** The connections that the server has open. */
    countConnections: () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    /** Closes the connections opened by `watch`. */
    closeSockets: () => {
      for (const socket of sockets.splice(0)) socket.terminate();
    },
    close: async () => {
      hub.stop();
      fleet.stop();
      critical.stop();
      server.close();
      await gateway.close();
      await test.close();
    },
  };
}
