import { once } from 'node:events';
import { ServerFrame } from '@milepost/contract/live';
import { ProvedTokens } from '@milepost/server/auth/proved-tokens';
import { authenticate } from '@milepost/server/auth/sessions';
import { createContactLog } from '@milepost/server/gateway/contact-log';
import { createFleet } from '@milepost/server/live/fleet';
import { createLiveHub } from '@milepost/server/live/live-hub';
import { httpFixture } from '@milepost/server/testing/http-fixture';
import { Registry } from 'prom-client';
import { WebSocket } from 'ws';
import { mutateBytes, mutateJson, mutateText } from './mutate.ts';
import type { Random } from './random.ts';
import { assertHolds, type Target } from './run-target.ts';

const FRAMES = [
  { t: 'view', bounds: [-57, -35, -56, -34], watch: [1, 2, 3] },
  { t: 'view', bounds: null, watch: [] },
  { t: 'knocks', on: true },
  { t: 'alarms', want: 'open' },
  { t: 'alarms', want: 'none' },
];
const WITHIN_MS = 5000;

function frameOf(random: Random): string | Buffer {
  const json = JSON.stringify(mutateJson(random, random.pick(FRAMES)));
  if (random.chance(0.2)) return Buffer.from(mutateBytes(random, Buffer.from(json)));
  if (random.chance(0.05)) return 'x'.repeat(random.pick([65_536, 65_537, 200_000]));
  return random.chance(0.3) ? mutateText(random, json) : json;
}

/**
 * Sends nearly valid frames from a browser to the live socket of the real hub, which must continue to serve the others.
 */
export async function socketTarget(): Promise<Target> {
  const fixture = await httpFixture();
  const { app, database, services } = fixture;
  const { bus, logger } = services;
  const fleet = await createFleet(database, bus, logger);
  const contactLog = createContactLog();
  const hub = createLiveHub({
    bus,
    logger,
    fleet,
    critical: { get: () => undefined, vehicleIds: () => [], listen: () => () => false, stop: () => undefined },
    registry: new Registry(),
    places: services.places,
    alarms: { open: () => Promise.resolve({ alarms: [], total: 0 }), byId: () => Promise.resolve([]) },
    contacts: contactLog,
    contactsFor: () => Promise.resolve(() => []),
    proved: new ProvedTokens(),
    trustedProxies: [],
    publicUrl: null,
    findEndedSessions: () => Promise.resolve([]),
    authenticate: (cookie) => authenticate(database, cookie),
  });
  app.server.on('upgrade', hub.upgrade);
  const address = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const admin = await fixture.signedIn();
  await admin.call('save-vehicle', { registration: 'SBA 1' });
  // The connections of one person are limited, which is not tested here.
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let open: WebSocket | null = null;
  let closed = '';

  const connect = async () => {
    const socket = new WebSocket(`${address}/live`, { headers: { cookie } });
    closed = '';
    socket.on('error', (error) => (closed = error.message));
    socket.on('close', (code) => (closed = String(code)));
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString() : '';
      assertHolds(ServerFrame.safeParse(JSON.parse(text)).success, `told ${text.slice(0, 200)}`);
    });
    await once(socket, 'message', { signal: AbortSignal.timeout(WITHIN_MS) });
    return socket;
  };
  return {
    step: async (random, note) => {
      if (!open || open.readyState !== WebSocket.OPEN) {
        open?.terminate();
        // A person may open sixty in ten seconds.
        if (closed !== '') await new Promise((resolve) => setTimeout(resolve, 170));
        open = await connect();
      }
      const frames = Array.from({ length: 1 + random.below(8) }, () => frameOf(random));
      note(frames.map((frame) => (typeof frame === 'string' ? frame : { hex: frame.toString('hex') })));
      const socket = open;
      for (const frame of frames) socket.send(frame);
      // The hub answers a ping after the earlier frames, or has closed the connection.
      const answered = once(socket, 'pong', { signal: AbortSignal.timeout(WITHIN_MS) });
      socket.ping();
      await Promise.race([answered.catch(() => {}), once(socket, 'close')]);
      assertHolds(socket.readyState !== WebSocket.OPEN || (await answered) !== undefined, 'did not answer');
      // At most a hundred frames a second are accepted from one browser.
      await new Promise((resolve) => setTimeout(resolve, frames.length * 12));
    },
    stop: async () => {
      open?.terminate();
      hub.stop();
      fleet.stop();
      contactLog.close();
      await fixture.close();
    },
  };
}
