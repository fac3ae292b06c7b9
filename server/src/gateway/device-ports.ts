import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Protocol } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import { codeOf } from '../fault.ts';

export interface ListeningPort {
  protocol: Protocol;
  transport: 'tcp' | 'udp' | 'http';
  port: number;
}

/** The server for the devices of a protocol; created afresh for each attempt to open its port. */
export type DeviceServer = Pick<ListeningPort, 'protocol'> &
  ({ transport: 'tcp' | 'http'; make: () => Server } | { transport: 'udp'; make: () => Socket });

export interface DevicePorts {
  /** The open ports. */
  listening: readonly ListeningPort[];
  /** Ports in use by another program; each moves to `listening` once it is free. */
  taken: readonly ListeningPort[];
  close(): Promise<void>;
}

interface PortOptions {
  host: string;
  /** The port of each protocol by name; 0 picks a free one. */
  ports: Readonly<Record<string, number>>;
  /**
   * The handling of a port in use by another program: `wait` omits its protocol and retries; `any` opens a free port
   * instead, which is useful when devices learn the port from us.
   */
  ifTaken: 'wait' | 'any';
  logger: Logger;
}

const RETRY_MS = 5000;

/** The name of the setting for the port of a protocol. */
export const portSetting = (protocol: Pick<Protocol, 'name'>): string => `GATEWAY_${protocol.name.toUpperCase()}_PORT`;

/**
 * Opens the ports. @throws StartError, with no port left open, when one cannot be opened for a reason other than being
 * in use
 */
export async function openDevicePorts(hearers: readonly DeviceServer[], options: PortOptions): Promise<DevicePorts> {
  const { host, logger } = options;
  const listening: ListeningPort[] = [];
  const taken: (ListeningPort & { hearer: DeviceServer })[] = [];
  const closers: (() => Promise<void>)[] = [];

  const open = async (hearer: DeviceServer, wanted: number): Promise<boolean> => {
    const opened = await listen(hearer, host, wanted);
    if (!opened) return false;
    listening.push({ protocol: hearer.protocol, transport: hearer.transport, port: opened.port });
    closers.push(opened.close);
    return true;
  };
  const close = async () => {
    await Promise.all(closers.splice(0).map((one) => one()));
  };

  try {
    for (const hearer of hearers) {
      const { protocol, transport } = hearer;
      const first = listening.find((one) => one.protocol === protocol);
      const port = first?.port ?? options.ports[protocol.name] ?? protocol.defaultPort;
      if (await open(hearer, port)) continue;
      const inUse = `Port ${port} (${transport}) on ${host} for ${protocol.title} devices is in use by another program`;
      if (options.ifTaken === 'any' && !first && (await open(hearer, 0))) {
        logger.warn(
          `${inUse}; they are accepted on ${listening.at(-1)?.port}. Set ${portSetting(protocol)} to another.`,
        );
      } else {
        taken.push({ protocol, transport, port, hearer });
        logger.warn(`${inUse}; they are not accepted until it is free. Set ${portSetting(protocol)} to another.`);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }

  const retry = async () => {
    for (const one of taken.slice()) {
      if (!(await open(one.hearer, one.port))) continue;
      taken.splice(taken.indexOf(one), 1);
      logger.info({ port: one.port, transport: one.transport }, `${one.protocol.title} devices are accepted now`);
    }
    wait();
  };
  let due: NodeJS.Timeout | null = null;
  let retrying = Promise.resolve();
  let closed = false;
  const wait = () => {
    if (closed || taken.length === 0) return;
    due = setTimeout(() => {
      retrying = retry().catch((error: unknown) => {
        logger.warn({ error }, 'A device port cannot be opened');
        wait();
      });
    }, RETRY_MS);
  };
  wait();

  return {
    listening,
    taken,
    close: async () => {
      closed = true;
      if (due) clearTimeout(due);
      await retrying;
      await close();
    },
  };
}

/** Returns null when another program uses the port. */
async function listen(
  { protocol, transport, make }: DeviceServer,
  host: string,
  port: number,
): Promise<{ port: number; close: () => Promise<void> } | null> {
  const server = make();
  const opened = once(server, 'listening');
  try {
    if ('bind' in server) server.bind(port, host);
    else server.listen(port, host);
    await opened;
  } catch (error) {
    if ('bind' in server) server.close();
    if (codeOf(error) === 'EADDRINUSE') return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `Port ${port} (${transport}) on ${host} for ${protocol.title} devices cannot be opened (${reason}). Set ${portSetting(protocol)} to another.`,
    );
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') {
          server.closeAllConnections();
        }
      }),
  };
}
