import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { network } from '../auth/network.ts';
import { plainAddress } from '../ip-address.ts';

export interface ConnectionLimits {
  /** The maximum of open connections. */
  most: number;
  /**
   * The maximum from one address (for IPv6, one /64). A trusted proxy, with many people behind it, has no limit of its
   * own.
   */
  perAddress: number;
}

interface GuardOptions extends ConnectionLimits {
  trusted: (address: string) => boolean;
  /** True when a connection is the live view of a signed-in person, which is never closed. */
  isLive: (socket: Duplex) => boolean;
  /** Called for each connection that was refused, or closed to make room. */
  refused: (reason: 'address' | 'full' | 'idle') => void;
}

/** From this part of the maximum on, connections without a request in progress make room for new ones. */
const ROOM_SHORT = 0.9;

/**
 * Keeps one address from taking all connections of the web port. When room is short, ends connections without a request
 * in progress, the longest idle first. Deadlines of requests are Node's own (see app.ts).
 */
export function guardConnections(server: Server, { most, perAddress, trusted, isLive, refused }: GuardOptions): void {
  const byAddress = new Map<string, number>();
  /**
   * Connections on which no complete request has arrived, the longest idle first. Those of our proxies are not among
   * them.
   */
  const idle = new Set<Socket>();
  const working = new Map<Socket, number>();
  let open = 0;
  server.maxConnections = most;
  server.on('drop', () => refused('full'));

  server.on('connection', (socket: Socket) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const ours = trusted(peer);
    const key = network(peer);
    const here = byAddress.get(key) ?? 0;
    if (!ours && here >= perAddress) {
      refused('address');
      socket.destroy();
      return;
    }
    open++;
    byAddress.set(key, here + 1);
    socket.once('close', () => {
      open--;
      idle.delete(socket);
      working.delete(socket);
      const left = (byAddress.get(key) ?? 1) - 1;
      if (left > 0) byAddress.set(key, left);
      else byAddress.delete(key);
    });
    if (open > most * ROOM_SHORT) makeRoom();
    if (!ours) idle.add(socket);
  });

  function makeRoom(): void {
    for (const longest of idle) {
      // A live view is not idle any more; each is removed from the set once.
      idle.delete(longest);
      if (isLive(longest)) continue;
      refused('idle');
      longest.destroy();
      return;
    }
  }

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const wasIdle = idle.delete(socket);
    if (wasIdle) working.set(socket, 0);
    // A connection of a proxy is never idle here; one may carry several requests in parallel.
    if (!working.has(socket)) return;
    working.set(socket, (working.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (working.get(socket) ?? 1) - 1;
      working.set(socket, left);
      if (left > 0 || socket.destroyed) return;
      working.delete(socket);
      idle.add(socket);
    });
  });
}
