import { once } from 'node:events';
import type { Server as NetServer } from 'node:net';
import type { Protocol } from '@milepost/protocols/types';
import type { Bus } from '../bus/bus.ts';
import { StartError } from '../errors.ts';
import type { BlockedNetworks } from './blocked-networks.ts';
import { createBudgets } from './budgets.ts';
import { ConnectionCount } from './connection-count.ts';
import type { DeviceSession, SessionServices } from './device-session.ts';
import { createHttpDeviceServer } from './http-server.ts';
import { DeviceRates, type GatewayLimits } from './limits.ts';
import type { PausableSocket } from './pausable-socket.ts';
import { createRefusals, type Refusals } from './refusals.ts';
import { StrangerRate } from './stranger-rate.ts';
import { createTcpServer } from './tcp-server.ts';
import { createUdpServer } from './udp-server.ts';

export interface ListeningPort {
  protocol: Protocol;
  transport: 'tcp' | 'udp' | 'http';
  port: number;
}

export interface Gateway {
  ports: readonly ListeningPort[];
  refusals: Pick<Refusals, 'list'>;
  /** Stops reading and taking connections; acknowledgements of what is stored still go out until `close`. */
  stopReading(): void;
  close(): Promise<void>;
}

interface GatewayOptions extends Omit<SessionServices, 'budgets' | 'refusals'> {
  protocols: readonly Protocol[];
  host: string;
  /** Port of each protocol by name; 0 picks a free one. */
  ports: Readonly<Record<string, number>>;
  limits: GatewayLimits;
  blocked: BlockedNetworks;
  bus: Bus;
}

const RECOGNISE_AFTER_MS = 100;

/** Opens a port for every protocol. Throws StartError, with nothing left open, where one is in use. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { protocols, host, ports, limits, bus, ingest } = options;
  const connections = new ConnectionCount(limits);
  const rates = new DeviceRates(limits.maxFramesPerSecond);
  const budgets = createBudgets();
  options.metrics.budgets(budgets);
  const refusals = createRefusals(options.metrics, options.logger);
  const services = { ...options, budgets, refusals };
  const strangers = { tcp: new StrangerRate(), udp: new StrangerRate(), http: new StrangerRate() };
  const sessions = new Set<DeviceSession>();
  const sockets = new Set<PausableSocket>();
  const listening: ListeningPort[] = [];
  const closers: (() => Promise<void>)[] = [];

  const openTcp = async (protocol: Protocol, transport: 'tcp' | 'http', server: NetServer, port: number) => {
    const opened = once(server, 'listening');
    server.listen(port, host);
    await opened.catch((error: NodeJS.ErrnoException) => {
      throw new StartError(cannotListen(protocol, transport, host, port, error));
    });
    const address = server.address();
    const actual = typeof address === 'object' && address ? address.port : port;
    listening.push({ protocol, transport, port: actual });
    closers.push(async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });
    return actual;
  };

  try {
    for (const protocol of protocols) {
      const port = ports[protocol.name] ?? protocol.defaultPort;
      if (protocol.kind === 'http') {
        const server = createHttpDeviceServer({ ...services, protocol, connections, rates, strangers: strangers.http });
        await openTcp(protocol, 'http', server, port);
        closers.push(async () => server.closeAllConnections());
        continue;
      }
      let actual = port;
      if (protocol.transports.includes('tcp')) {
        const server = createTcpServer({
          ...services,
          protocol,
          connections,
          sessions,
          sockets,
          rates,
          strangers: strangers.tcp,
        });
        actual = await openTcp(protocol, 'tcp', server, port);
      }
      if (protocol.transports.includes('udp')) {
        const socket = createUdpServer({ ...services, protocol, sessions, rates, strangers: strangers.udp });
        const opened = once(socket, 'listening');
        socket.bind(actual, host);
        await opened.catch((error: NodeJS.ErrnoException) => {
          throw new StartError(cannotListen(protocol, 'udp', host, actual, error));
        });
        listening.push({ protocol, transport: 'udp', port: socket.address().port });
        closers.push(async () => new Promise<void>((resolve) => socket.close(() => resolve())));
      }
    }
  } catch (error) {
    for (const close of closers) await close();
    throw error;
  }

  ingest.onPressure((full) => {
    for (const socket of sockets)
      if (full) socket.hold('memory');
      else socket.lift('memory');
  });
  const recognise = async () => {
    const all = [...sessions].filter((session) => session.identities.length > 0);
    await options.directory.refresh(all.map((session) => session.identities));
    for (const session of all) session.identifyAgain();
  };
  // Changes that come together, as in an import, are looked up together.
  let due: NodeJS.Timeout | null = null;
  const unsubscribe = bus.subscribe('fleet-changed', () => {
    due ??= setTimeout(() => {
      due = null;
      recognise().catch((error: unknown) => options.logger.warn({ error }, 'Devices were not looked up again'));
    }, RECOGNISE_AFTER_MS);
  });

  return {
    ports: listening,
    refusals,
    stopReading: () => {
      for (const socket of sockets) socket.hold('stopping');
    },
    close: async () => {
      unsubscribe();
      if (due) clearTimeout(due);
      const closing = closers.toReversed().map((close) => close());
      for (const socket of sockets) socket.end();
      await Promise.all(closing);
    },
  };
}

function cannotListen(protocol: Protocol, transport: string, host: string, port: number, error: NodeJS.ErrnoException) {
  const reason = error.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be opened (${error.message})`;
  const setting = `GATEWAY_${protocol.name.toUpperCase()}_PORT`;
  return `Port ${port} (${transport}) on ${host} for ${protocol.title} devices ${reason}. Set ${setting} to another.`;
}
