import type { Caller } from '../store/people/callers.ts';
import { Openings } from './browser-limits.ts';
import type { LiveConnection } from './live-connection.ts';
import type { LiveSocket } from './live-socket.ts';

const MAX_CONNECTIONS = 5000;
const MAX_PER_SESSION = 30;
/** Prevents one account with many sessions from taking all connections. */
const MAX_PER_USER = 200;

/** The open live views, by their socket. */
export type Connections = Map<
  LiveSocket,
  {
    live: LiveConnection;
    /** Null for a polled channel, where each call proves the session. */
    cookie: string | undefined | null;
  }
>;

export interface ConnectionLimits {
  /** True when there is no room for anybody. */
  isFull(): boolean;
  /** Counts an attempt of this person; false when the person has too many connections, or opens them too fast. */
  mayOpen(caller: Caller): boolean;
}

export function limitConnections(connections: Connections): ConnectionLimits {
  const openings = new Openings();
  const isFull = () => connections.size >= MAX_CONNECTIONS;
  return {
    isFull,
    mayOpen: (caller) => {
      const mine = [...connections.values()].filter(({ live }) => live.caller.userId === caller.userId);
      const here = mine.filter(({ live }) => live.caller.sessionId === caller.sessionId);
      const full = isFull() || mine.length >= MAX_PER_USER || here.length >= MAX_PER_SESSION;
      return openings.allow(caller.userId, Date.now()) && !full;
    },
  };
}
