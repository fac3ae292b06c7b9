import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-operations';
import { CLOSE_SESSION_ENDED, CLOSE_TRY_LATER, LIVE_PATH } from '@milepost/contract/live-constants';
import { fault } from '@milepost/contract/fault';
import type { LiveCall, LiveFrames } from '@milepost/contract/live';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { type RawData, WebSocketServer } from 'ws';
import type { Caller } from '../store/people/callers.ts';
import { lastOf, siteFault } from '../http/same-site.ts';
import { proxyTrust } from '../http/trusted-proxies.ts';
import { plainAddress } from '../ip-address.ts';
import { readCookies, SESSION_COOKIE } from '../auth/cookies.ts';
import type { ProvedTokens } from '../auth/proved-tokens.ts';
import { Turnstile } from '../auth/turnstile.ts';
import type { Bus } from '../bus/bus.ts';
import { type AlarmSource, createAlarmFeed } from './alarm-feed.ts';
import type { CriticalAlarms } from './critical-alarms.ts';
import { AppError } from '../errors.ts';
import { awaitedBy } from '../gateway/contact-filter.ts';
import { FrameFlood, Openings } from './browser-limits.ts';
import {
  type ConnectionServices,
  FLUSH_EVERY_MS,
  LiveConnection,
  mayWatchAlarms,
  mayWatchRuns,
} from './live-connection.ts';
import type { LiveSocket } from './live-socket.ts';
import { PolledSocket } from './polled-socket.ts';
import { WorkBudget } from './work-budget.ts';
import { isLimitedIn, watchLimits } from './limit-watch.ts';

/** Sends the live fleet to the browsers that watch it. */
export interface LiveHub {
  /** Handles a WebSocket upgrade; other paths get 404. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Serves a browser that cannot open a WebSocket: each call returns the frames that a WebSocket would have sent.
   * @throws AppError `too-many` when the person has too many live views, or floods this one
   */
  poll(caller: Caller, call: LiveCall): LiveFrames;
  /** True when the connection belongs to a signed-in person. */
  holds(socket: Duplex): boolean;
  stop(): void;
}

interface HubOptions extends Omit<ConnectionServices, 'budget' | 'critical'> {
  critical: CriticalAlarms;
  contacts: {
    listen(listener: (contacts: DeviceContact[]) => void): () => void;
    await(part: string): void;
  };
  /**
   * Completes these contacts in one query; the result selects those that match a caller's filter and that the caller
   * may see.
   */
  contactsFor: (
    contacts: readonly DeviceContact[],
  ) => Promise<(caller: Caller, filter: DeviceContactFilter) => DeviceContact[]>;
  alarms: AlarmSource;
  bus: Bus;
  logger: Logger;
  registry: Registry;
  proved: ProvedTokens;
  authenticate: (cookieHeader: string | undefined) => Promise<Caller | null>;
  /** The proxies whose `X-Forwarded-Host` is trusted. */
  trustedProxies: readonly string[];
  publicUrl: string | null;
  /** Called with the request and the person of each new connection. */
  opened?: (request: IncomingMessage, caller: Caller) => void;
  /** How often sessions are checked; for tests. */
  checkSessionsMs?: number;
}

/** A live view that is polled. */
interface Channel {
  id: string;
  socket: PolledSocket;
  live: LiveConnection;
  flood: FrameFlood;
  calledAt: number;
}

/** A channel without a call for this long is closed; browsers let hidden windows call once a minute. */
const SILENT_MS = 100_000;
const MAX_CONNECTIONS = 5000;
const MAX_PER_SESSION = 30;
/** Prevents one account with many sessions from taking all connections. */
const MAX_PER_USER = 200;
/** The maximum size of frames from browsers; those of our client are far smaller. */
export const MAX_FRAME_BYTES = 64 * 1024;
/** A connection that stays open after a close or a refusal is terminated after this time. */
const CLOSE_WITHIN_MS = 1000;
// A variable, since `@types/ws` lacks `closeTimeout` and would reject it in a literal.
const SOCKETS = { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false, closeTimeout: CLOSE_WITHIN_MS };
/** Sessions also end in other processes, and by expiry. */
const CHECK_SESSIONS_MS = 60_000;

export function createLiveHub(options: HubOptions): LiveHub {
  const { bus, logger, fleet, authenticate } = options;
  const server = new WebSocketServer({ noServer: true, ...SOCKETS });
  const held = new WeakSet<Duplex>();
  /** Limits session lookups: most connections of a flood have no session. */
  const lookUps = new Turnstile(4, 500);
  const budget = new WorkBudget();
  /** The cookie is null for a polled channel, where each call proves the session. */
  const connections = new Map<LiveSocket, { live: LiveConnection; cookie: string | undefined | null }>();
  const channels = new Map<string, Channel>();
  const watching: Gauge = new Gauge({
    name: 'milepost_live_connections',
    help: 'Browsers that watch the live fleet',
    registers: [options.registry],
    collect: (): void => watching.set(connections.size),
  });
  const calling: Gauge = new Gauge({
    name: 'milepost_live_by_calls',
    help: 'Browsers among them whose WebSocket is refused on the way',
    registers: [options.registry],
    collect: (): void => calling.set(channels.size),
  });

  fleet.listen({
    moved: (entry, statusChanged) => {
      for (const { live } of connections.values()) live.moved(entry, statusChanged);
    },
    changed: (entries) => {
      for (const { live } of connections.values()) live.changed(entries);
    },
    removed: (entries) => {
      for (const { live } of connections.values()) live.removed(entries);
    },
  });

  // Each batch of contacts costs a query, so the hub subscribes only while a browser shows them.
  let stopContacts: (() => void) | null = null;
  const contactFilters = () => {
    const filters = [...connections.values()].flatMap(({ live }) => live.contactFilter ?? []);
    for (const filter of filters) {
      const awaited = awaitedBy(filter);
      if (awaited !== null) options.contacts.await(awaited);
    }
    return filters;
  };
  const sendContacts = async (contacts: DeviceContact[]) => {
    contactFilters();
    const visibleTo = await options.contactsFor(contacts);
    for (const { live } of connections.values()) {
      const filter = live.contactFilter;
      if (filter) live.sendContacts(visibleTo(live.caller, filter));
    }
  };
  const listenForContacts = () => {
    const wanted = contactFilters().length > 0;
    if (wanted === (stopContacts !== null)) return;
    stopContacts?.();
    stopContacts = wanted
      ? options.contacts.listen((contacts) => {
          sendContacts(contacts).catch((error: unknown) =>
            logger.warn({ error }, 'Contacts of devices could not be sent'),
          );
        })
      : null;
  };
  const alarmFeed = createAlarmFeed({
    bus,
    logger,
    source: options.alarms,
    members: () => [...connections.values()].map(({ live }) => live),
    budget,
  });
  const stopCritical = options.critical.listen((vehicleIds) => {
    for (const { live } of connections.values()) live.alarmed(vehicleIds);
  });
  const stopSessions = bus.subscribe('session-ended', ({ sessionId }) => {
    for (const [socket, { live }] of connections) {
      if (live.caller.sessionId === sessionId) socket.close(CLOSE_SESSION_ENDED, 'session ended');
    }
  });

  const stopAccess = bus.subscribe('access-changed', ({ userId, roleId }) => {
    for (const [socket, { live }] of connections) {
      const concerned =
        (userId === null && roleId === null) || live.caller.userId === userId || live.caller.roleId === roleId;
      // The browser reconnects immediately and then gets what it may see now.
      if (concerned) socket.close(1012, 'access changed');
    }
  });
  const stopRecomputed = bus.subscribe('facts-recomputed', ({ vehicleId, organisationId }) => {
    for (const { live } of connections.values()) live.recomputed(vehicleId, organisationId);
  });
  const stopAddresses = bus.subscribe('addresses-known', ({ sessionIds }) => {
    for (const { live } of connections.values()) if (sessionIds.includes(live.caller.sessionId ?? 0)) live.addressed();
  });
  const stopRuns = bus.subscribe('runs-changed', ({ runs }) => {
    for (const { live } of connections.values()) {
      for (const { runId, organisationId, vehicleId } of runs) live.ran(runId, organisationId, vehicleId);
    }
  });
  const stopNotified = bus.subscribe('notified', ({ userId, unread }) => {
    for (const { live } of connections.values()) if (live.caller.userId === userId) live.notified(unread);
  });

  const late = new Set<LiveSocket>();
  const flushing = setInterval(() => {
    const now = Date.now();
    // Connections that had to wait go first, so that each of one person's many connections is served.
    for (const socket of new Set([...late, ...connections.keys()])) {
      const live = connections.get(socket)?.live;
      if (live && budget.isSpent(live.userId)) {
        late.add(socket);
        continue;
      }
      late.delete(socket);
      if (live && !live.flush(now)) socket.terminate();
    }
    for (const { socket, calledAt } of channels.values()) if (now - calledAt > SILENT_MS) socket.close();
  }, FLUSH_EVERY_MS);
  const check = async (which: (live: LiveConnection) => boolean) => {
    // One by one: thousands concurrently would block the database for everybody else.
    const found = new Map<string | undefined, Caller | null>();
    for (const [socket, { live, cookie }] of connections) {
      if (!which(live) || cookie === null) continue;
      // The connections of one browser share one session.
      const caller = found.has(cookie) ? (found.get(cookie) ?? null) : await authenticate(cookie);
      found.set(cookie, caller);
      if (!caller) socket.close(CLOSE_SESSION_ENDED, 'session ended');
      else if (accessOf(caller) !== accessOf(live.caller)) socket.close(1012, 'access changed');
    }
  };
  const uncheckable = (error: unknown) => logger.warn({ err: error }, 'Sessions could not be checked');
  let checkingNow = false;
  const checking = setInterval(() => {
    if (checkingNow) return;
    checkingNow = true;
    check(() => true)
      .catch(uncheckable)
      .finally(() => (checkingNow = false));
  }, options.checkSessionsMs ?? CHECK_SESSIONS_MS);
  const stopLimits = watchLimits(bus, {
    limited: (organisationId) => [...connections.values()].some(({ live }) => isLimitedIn(live.caller, organisationId)),
    check: (organisationIds) =>
      check(({ caller }) => [...organisationIds].some((id) => isLimitedIn(caller, id))).catch(uncheckable),
  });
  const openings = new Openings();
  const mayOpen = (caller: Caller): boolean => {
    const mine = [...connections.values()].filter(({ live }) => live.caller.userId === caller.userId);
    const here = mine.filter(({ live }) => live.caller.sessionId === caller.sessionId);
    const full = connections.size >= MAX_CONNECTIONS || mine.length >= MAX_PER_USER || here.length >= MAX_PER_SESSION;
    return openings.allow(caller.userId, Date.now()) && !full;
  };

  const trusted = proxyTrust(options.trustedProxies);
  const hostOf = ({ headers, socket }: IncomingMessage) =>
    (trusted(plainAddress(socket.remoteAddress ?? '')) ? lastOf(headers['x-forwarded-host']) : undefined) ??
    headers.host;
  const accept = async (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== LIVE_PATH) return refuse(duplex, 404, 'Not Found');
    if (siteFault(request.headers, hostOf(request), options.publicUrl)) return refuse(duplex, 403, 'Forbidden');
    if (connections.size >= MAX_CONNECTIONS) return refuse(duplex, 503, 'Service Unavailable');
    const { cookie } = request.headers;
    const token = readCookies(cookie)[SESSION_COOKIE];
    const caller = token ? await options.proved.find(token, () => authenticate(cookie), lookUps) : null;
    if (!caller) return refuse(duplex, 401, 'Unauthorized');
    options.opened?.(request, caller);
    server.handleUpgrade(request, duplex, head, (socket) => {
      held.add(duplex);
      // Opened first, since a script in the browser sees the close code but not an HTTP refusal.
      if (!mayOpen(caller)) return socket.close(CLOSE_TRY_LATER, 'too many connections');
      const live = new LiveConnection(socket, caller, { ...options, budget });
      connections.set(socket, { live, cookie });
      const flood = new FrameFlood();
      socket.on('ping', () => {
        if (flood.add(Date.now())) socket.terminate();
      });
      socket.on('message', (data, isBinary) => {
        if (flood.add(Date.now())) return socket.terminate();
        if (isBinary || !live.receive(textOf(data))) return socket.close(1008, 'not a frame');
        listenForContacts();
        return undefined;
      });
      socket.on('close', () => {
        connections.delete(socket);
        listenForContacts();
      });
      socket.on('error', (error) => logger.debug({ reason: error.message }, 'A live connection broke'));
      return undefined;
    });
  };

  /**
   * The channel of a call if it belongs to that session and matches the person's present access; otherwise a new one.
   */
  const channelOf = (caller: Caller, id: string | null): Channel => {
    const known = id === null ? undefined : channels.get(id);
    if (known?.live.caller.sessionId === caller.sessionId) {
      if (accessOf(known.live.caller) === accessOf(caller)) return known;
      known.socket.close();
    }
    if (!mayOpen(caller)) throw new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 });
    const made = randomBytes(16).toString('base64url');
    const socket = new PolledSocket(() => {
      channels.delete(made);
      connections.delete(socket);
      listenForContacts();
    });
    const live = new LiveConnection(socket, caller, { ...options, budget });
    const channel = { id: made, socket, live, flood: new FrameFlood(), calledAt: Date.now() };
    channels.set(made, channel);
    connections.set(socket, { live, cookie: null });
    return channel;
  };

  return {
    poll: (caller, { channel: id, seen, frames }) => {
      const channel = channelOf(caller, id);
      const now = Date.now();
      // Counts the call and the frames in it: each costs as much as a frame of a WebSocket.
      if ([null, ...frames].some(() => channel.flood.add(now))) {
        channel.socket.close();
        throw new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 });
      }
      channel.calledAt = now;
      for (const frame of frames) channel.live.receive(JSON.stringify(frame));
      if (frames.length > 0) listenForContacts();
      return { channel: channel.id, ...channel.socket.take(channel.id === id ? seen : 0) };
    },
    upgrade: (request, socket, head) => {
      socket.on('error', () => {});
      accept(request, socket, head).catch((error: unknown) => {
        if (error instanceof AppError) return refuse(socket, 503, 'Service Unavailable');
        logger.error({ err: error }, 'A live connection could not be opened');
        return refuse(socket, 500, 'Internal Server Error');
      });
    },
    holds: (socket) => held.has(socket),
    stop: () => {
      clearInterval(flushing);
      clearInterval(checking);
      stopContacts?.();
      stopSessions();
      stopAccess();
      stopLimits();
      stopNotified();
      stopRecomputed();
      stopAddresses();
      stopRuns();
      stopCritical();
      alarmFeed.stop();
      for (const socket of connections.keys()) socket.close(1001, 'server stops');
      server.close();
    },
  };
}

/** Everything that decides what a connection may show; another process may have changed it. */
function accessOf(caller: Caller): string {
  const { scope, roleId, permissions, language, units } = caller;
  const grants = [permissions.get('live-map')?.view, permissions.get('connect-device')?.view];
  return JSON.stringify([
    roleId,
    language,
    units,
    scope.organisationIds,
    scope.root,
    scope.limit,
    grants,
    mayWatchAlarms(caller),
    mayWatchRuns(caller),
  ]);
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}

function refuse(socket: Duplex, status: number, reason: string): void {
  // Without this, a client that keeps its side open would hold the connection.
  socket.once('finish', () => socket.destroy());
  setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref();
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
