import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { network } from '../auth/network.ts';
import { plainAddress } from '../ip-address.ts';

export interface ConnectionLimits {
  /** Open connections in all. */
  most: number;
  /** From one address, of IPv6 one /64. A trusted proxy, behind which there are many people, has no limit of its own. */
  perAddress: number;
}

interface GuardOptions extends ConnectionLimits {
  trusted: (address: string) => boolean;
  /** Whether a connection is the live view of somebody who is signed in: that one stays. */
  isLive: (socket: Duplex) => boolean;
  /** Told of each connection that was refused or ended for want of room. */
  refused: (reason: 'address' | 'full' | 'idle') => void;
}

/** From this part of all connections on, those that wait for nothing of ours make room for new ones. */
const ROOM_SHORT = 0.9;

/**
 * Keeps one address from taking all connections of the web port, and ends connections on which no request is worked on,
 * the longest idle first, when room is short. Deadlines of requests are Node's own (see app.ts).
 */
export function guardConnections(server: Server, { most, perAddress, trusted, isLive, refused }: GuardOptions): void {
  const byAddress = new Map<string, number>();
  /** On which no request has arrived whole; the longest first. Proxies of ours keep theirs. */
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
      // A live view is idle no more; the set is gone through once for each of them.
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
    // A connection of a proxy is never idle here; several requests of one may be on their way at once.
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
