import type { Protocol } from '@milepost/protocols/types';
import { startBrokerIntake } from '../broker/broker-intake.ts';
import type { BrokerSettings } from '../broker/broker-link.ts';
import type { Bus } from '../bus/bus.ts';
import type { Broker } from '@milepost/contract/json-profile-operations';
import type { BlockedNetworks } from './blocked-networks.ts';
import { createBudgets } from './budgets.ts';
import { ConnectionCount } from './connection-count.ts';
import { type DevicePorts, type DeviceServer, openDevicePorts } from './device-ports.ts';
import type { DeviceSession, SessionServices } from './device-session.ts';
import { createHttpDeviceServer } from './http-server.ts';
import { DeviceRates, type GatewayLimits } from './limits.ts';
import type { PausableSocket } from './pausable-socket.ts';
import { createRecogniser } from './recogniser.ts';
import { createRefusals, type Refusals } from './refusals.ts';
import { UnknownDeviceRate } from './unknown-device-rate.ts';
import { createTcpServer } from './tcp-server.ts';
import { createUdpServer } from './udp-server.ts';

export interface Gateway {
  ports: DevicePorts['listening'];
  /** Ports in use by another program. */
  takenPorts: DevicePorts['taken'];
  refusals: Pick<Refusals, 'list'>;
  /** The operator's MQTT broker; null when none is configured. */
  broker(): Broker | null;
  /** Stops reading and accepting connections. Acknowledgements of stored data are still sent until `close`. */
  stopReading(): void;
  close(): Promise<void>;
}

interface GatewayOptions extends Omit<SessionServices, 'budgets' | 'refusals' | 'recognise'> {
  protocols: readonly Protocol[];
  host: string;
  ports: Readonly<Record<string, number>>;
  ifTaken: 'wait' | 'any';
  limits: GatewayLimits;
  blocked: BlockedNetworks;
  bus: Bus;
  broker: BrokerSettings | null;
}

const RECOGNISE_AFTER_MS = 100;

/** Opens a port for every protocol; one in use by another program is left out, see `openDevicePorts`. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { protocols, host, ports, limits, bus, ingest } = options;
  const connections = new ConnectionCount(limits);
  const rates = new DeviceRates(limits.maxFramesPerSecond);
  const budgets = createBudgets();
  options.metrics.budgets(budgets);
  const refusals = createRefusals(options.metrics, options.logger);
  const services = { ...options, budgets, refusals, recognise: createRecogniser(protocols) };
  const unknownDeviceRates = {
    tcp: new UnknownDeviceRate(),
    udp: new UnknownDeviceRate(),
    http: new UnknownDeviceRate(),
  };
  const sessions = new Set<DeviceSession>();
  const sockets = new Set<PausableSocket>();
  const shared = { ...services, connections, sessions, sockets, rates };
  const hearers = protocols.flatMap((protocol): DeviceServer[] => {
    if (protocol.kind === 'http') {
      const make = () => createHttpDeviceServer({ ...shared, protocol, unknownDevices: unknownDeviceRates.http });
      return [{ protocol, transport: 'http', make }];
    }
    return protocol.transports.map((transport) =>
      transport === 'tcp'
        ? {
            protocol,
            transport,
            make: () => createTcpServer({ ...shared, protocol, unknownDevices: unknownDeviceRates.tcp }),
          }
        : {
            protocol,
            transport,
            make: () => createUdpServer({ ...shared, protocol, unknownDevices: unknownDeviceRates.udp }),
          },
    );
  });
  const open = await openDevicePorts(hearers, { host, ports, ifTaken: options.ifTaken, logger: options.logger });

  const broker = options.broker && startBrokerIntake(options.broker, services);
  ingest.onPressure((full) => {
    for (const socket of sockets)
      if (full) socket.hold('memory');
      else socket.lift('memory');
  });
  const recognise = async () => {
    const all = [...sessions].filter((session) => session.identities.length > 0);
    await options.directory.refresh(all.map((session) => session.identities));
    for (const session of all) session.reidentify();
    await broker?.recognise();
  };
  // Changes in quick succession, as in an import, share one look-up.
  let due: NodeJS.Timeout | null = null;
  const unsubscribe = bus.subscribe('fleet-changed', () => {
    due ??= setTimeout(() => {
      due = null;
      recognise().catch((error: unknown) => options.logger.warn({ error }, 'Known devices could not be reloaded'));
    }, RECOGNISE_AFTER_MS);
  });

  return {
    ports: open.listening,
    takenPorts: open.taken,
    refusals,
    broker: () => broker?.status() ?? null,
    stopReading: () => {
      broker?.stopReading();
      for (const socket of sockets) socket.hold('stopping');
    },
    close: async () => {
      unsubscribe();
      if (due) clearTimeout(due);
      const closing = open.close();
      for (const socket of sockets) socket.end();
      await Promise.all([closing, broker?.close()]);
    },
  };
}
