import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LiveCall, LiveFrames } from '@milepost/contract/live';
import { Gauge, type Registry } from 'prom-client';
import type { Bus } from '../bus/bus.ts';
import { renamedGauge } from '../status/gauges.ts';
import type { Caller } from '../store/people/callers.ts';
import { type AlarmSource, createAlarmFeed } from './alarm-feed.ts';
import { checkSessions } from './check-sessions.ts';
import { type Connections, limitConnections } from './connections.ts';
import { type ContactSource, createContactFeed } from './contact-feed.ts';
import type { CriticalAlarms } from './critical-alarms.ts';
import { createLiveChannels } from './live-channels.ts';
import { type ConnectionServices, FLUSH_EVERY_MS, LiveConnection } from './live-connection.ts';
import { createLiveDoor, type DoorOptions } from './live-door.ts';
import type { LiveSocket } from './live-socket.ts';
import { WorkBudget } from './work-budget.ts';

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

interface HubOptions extends Omit<ConnectionServices, 'budget' | 'critical'>, ContactSource, DoorOptions {
  critical: CriticalAlarms;
  alarms: AlarmSource;
  bus: Bus;
  registry: Registry;
  /** Those of the sessions that were ended, by whatever program. */
  findEndedSessions: (sessionIds: readonly number[]) => Promise<number[]>;
  /** How often sessions are checked; for tests. */
  checkSessionsMs?: number;
}

export function createLiveHub(options: HubOptions): LiveHub {
  const { bus, logger, fleet, authenticate, registry } = options;
  const budget = new WorkBudget();
  const connections: Connections = new Map();
  const members = () => [...connections.values()].map(({ live }) => live);

  const contactFeed = createContactFeed({ ...options, members });
  const connect = (socket: LiveSocket, caller: Caller, cookie: string | undefined | null) => {
    const live = new LiveConnection(socket, caller, { ...options, budget });
    connections.set(socket, { live, cookie });
    return live;
  };
  const disconnect = (socket: LiveSocket) => {
    connections.delete(socket);
    contactFeed.update();
  };
  const received = () => contactFeed.update();
  const limits = limitConnections(connections);
  const door = createLiveDoor(options, { limits, connect, disconnect, received });
  const channels = createLiveChannels({
    mayOpen: (caller) => limits.mayOpen(caller),
    connect: (socket, caller) => connect(socket, caller, null),
    disconnect,
    received,
  });
  const watching: Gauge = new Gauge({
    name: 'milepost_live_connections',
    help: 'Browsers that watch the live fleet.',
    registers: [registry],
    collect: (): void => watching.set(connections.size),
  });
  renamedGauge(
    'milepost_live_by_calls',
    {
      name: 'milepost_live_polling_connections',
      help: 'Browsers among them that poll, because their WebSocket is refused on the way.',
      registers: [registry],
    },
    () => channels.size,
  );

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
  const alarmFeed = createAlarmFeed({ bus, logger, source: options.alarms, members, budget });
  const stopCritical = options.critical.listen((vehicleIds) => {
    for (const { live } of connections.values()) live.alarmed(vehicleIds);
  });
  const stopChecks = checkSessions({
    connections,
    bus,
    logger,
    authenticate,
    findEnded: options.findEndedSessions,
    everyMs: options.checkSessionsMs,
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
    channels.closeSilent(now);
  }, FLUSH_EVERY_MS);

  return {
    poll: (caller, call) => channels.poll(caller, call),
    upgrade: (request, socket, head) => door.upgrade(request, socket, head),
    holds: (socket) => door.holds(socket),
    stop: () => {
      clearInterval(flushing);
      contactFeed.stop();
      stopChecks();
      stopNotified();
      stopRecomputed();
      stopAddresses();
      stopRuns();
      stopCritical();
      alarmFeed.stop();
      for (const socket of connections.keys()) socket.close(1001, 'server stops');
      door.close();
    },
  };
}
