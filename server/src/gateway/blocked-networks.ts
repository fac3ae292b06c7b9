import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { listBlockedNetworks } from '../store/devices/blocked-networks.ts';
import { IpNetworks } from '../ip-address.ts';
import type { Queryable } from '../store/database.ts';

/** Networks that people have blocked; nothing from them is read. */
export interface BlockedNetworks {
  has(address: string): boolean;
  /**
   * Returns false when the connection comes from a blocked network and was closed. An admitted connection is closed
   * later if its network becomes blocked.
   */
  admit(socket: Socket): boolean;
  close(): void;
}

export async function createBlockedNetworks(database: Queryable, bus: Bus, logger: Logger): Promise<BlockedNetworks> {
  const sockets = new Set<Socket>();
  let networks = new IpNetworks([]);
  const has = ({ remoteAddress }: Socket) => remoteAddress !== undefined && networks.has(remoteAddress);
  const load = async () => {
    networks = new IpNetworks((await listBlockedNetworks(database)).map(({ network }) => network));
    for (const socket of sockets) if (has(socket)) socket.destroy();
  };
  await load();
  const unsubscribe = bus.subscribe('blocked-networks-changed', () => {
    load().catch((error: unknown) => logger.warn({ error }, 'The list of blocked networks could not be reloaded'));
  });
  return {
    has: (address) => networks.has(address),
    admit: (socket) => {
      if (has(socket)) {
        socket.destroy();
        return false;
      }
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return true;
    },
    close: unsubscribe,
  };
}
