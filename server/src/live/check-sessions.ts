import { CLOSE_SESSION_ENDED } from '@milepost/contract/live-constants';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { Caller } from '../store/people/callers.ts';
import type { Connections } from './connections.ts';
import { isLimitedIn, watchLimits } from './limit-watch.ts';
import { type LiveConnection, mayWatchAlarms, mayWatchRuns } from './live-connection.ts';

/** Sessions also end by expiry, and access changes in other processes. */
const CHECK_SESSIONS_MS = 60_000;
/**
 * How long a session that another program ended, such as `milepost user reset-password`, keeps its live view; one
 * statement for all connections.
 */
const CHECK_ENDED_MS = 3000;

interface Options {
  connections: Connections;
  bus: Bus;
  logger: Logger;
  authenticate: (cookieHeader: string | undefined) => Promise<Caller | null>;
  /** Those of the sessions that were ended. */
  findEnded: (sessionIds: readonly number[]) => Promise<number[]>;
  /** How often all sessions are checked; for tests. */
  everyMs?: number | undefined;
}

/** Closes connections whose session has ended, or whose access has changed. Returns a function that stops it. */
export function checkSessions({ connections, bus, logger, authenticate, findEnded, everyMs }: Options): () => void {
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
  }, everyMs ?? CHECK_SESSIONS_MS);
  const closeEnded = (ended: ReadonlySet<number>) => {
    for (const [socket, { live }] of connections) {
      if (ended.has(live.caller.sessionId ?? 0)) socket.close(CLOSE_SESSION_ENDED, 'session ended');
    }
  };
  let lookingNow = false;
  const looking = setInterval(() => {
    const open = new Set([...connections.values()].flatMap(({ live }) => live.caller.sessionId ?? []));
    if (lookingNow || open.size === 0) return;
    lookingNow = true;
    findEnded([...open])
      .then((ended) => closeEnded(new Set(ended)))
      .catch(uncheckable)
      .finally(() => (lookingNow = false));
  }, everyMs ?? CHECK_ENDED_MS);
  const stopLimits = watchLimits(bus, {
    limited: (organisationId) => [...connections.values()].some(({ live }) => isLimitedIn(live.caller, organisationId)),
    check: (organisationIds) =>
      check(({ caller }) => [...organisationIds].some((id) => isLimitedIn(caller, id))).catch(uncheckable),
  });
  const stopSessions = bus.subscribe('session-ended', ({ sessionId }) => closeEnded(new Set([sessionId])));
  const stopAccess = bus.subscribe('access-changed', ({ userId, roleId }) => {
    for (const [socket, { live }] of connections) {
      const concerned =
        (userId === null && roleId === null) || live.caller.userId === userId || live.caller.roleId === roleId;
      // The browser reconnects immediately and then gets what it may see now.
      if (concerned) socket.close(1012, 'access changed');
    }
  });
  return () => {
    clearInterval(checking);
    clearInterval(looking);
    stopSessions();
    stopAccess();
    stopLimits();
  };
}

/** Everything that decides what a connection may show; another process may have changed it. */
export function accessOf(caller: Caller): string {
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
