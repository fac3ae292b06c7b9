import type { Message } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Bus } from '../bus/bus.ts';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import { createIngestMetrics } from '../ingest/ingest-metrics.ts';
import { createIngest, type Ingest, type SubmissionSink } from '../ingest/ingest.ts';
import type { RoadLimits } from '../places/road-limits.ts';
import type { Database } from '../store/database.ts';
import { createBlockedNetworks } from './blocked-networks.ts';
import { createCommandDispatcher } from './command-dispatcher.ts';
import { createDeviceAdmission } from './device-admission.ts';
import { createDeviceDirectory } from './device-directory.ts';
import { createFindingRecorder } from './finding-recorder.ts';
import { createGatewayMetrics } from './gateway-metrics.ts';
import { startGateway } from './gateway.ts';
import { createHomeNetworkStore } from './home-network-store.ts';
import type { Opener } from '../database/pool.ts';
import { createJsonProfileRegistry } from './json-profile-registry.ts';
import type { ContactLog } from './contact-log.ts';
import { createLayoutProfileRegistry } from './layout-profile-registry.ts';

type Listening = Pick<
  Parameters<typeof startGateway>[0],
  'protocols' | 'host' | 'ports' | 'ifTaken' | 'limits' | 'broker'
>;

interface Common {
  database: Database;
  bus: Bus;
  logger: Logger;
  registry: Registry;
  /** Receives the stop function of each part, to be called in reverse order, also when a later part fails to start. */
  stops: (() => Promise<unknown> | void)[];
}

interface StorageOptions extends Common {
  url: string;
  opener?: Opener | undefined;
  /** True when trips, stops and alarms are derived from the positions. */
  tracking: boolean;
  /** The speed limits of roads; omitted when none are available. */
  roadLimits?: RoadLimits;
  /** The number of this process where others have devices as well; null where it has all. */
  ownerId?: number | null;
}

interface DeviceOptions extends Common, Listening {
  ingest: SubmissionSink;
  contacts: ContactLog;
  /** Registers a device for an unknown identity; null leaves it for a person to adopt. */
  adopt: Parameters<typeof createDeviceDirectory>[0]['adopt'];
  /** The clock for counting probes; the machine's clock when omitted. */
  now?: () => number;
  /** Of the command dispatcher, where other processes are gateways as well. */
  others?: Parameters<typeof createCommandDispatcher>[0]['others'];
}

type Options = Omit<DeviceOptions, 'ingest'> & StorageOptions;

/** Starts the intake of positions: the gateway of all protocols, device admission, and ingest behind them. */
export async function startIntake(options: Options) {
  const ingest = await startStorage(options);
  return { ingest, ...(await startDevices({ ...options, ingest })) };
}

/** Starts ingest: what devices report is stored, and facts are derived from it. */
export async function startStorage(options: StorageOptions): Promise<Ingest> {
  const { url, database, opener, bus, logger, registry, tracking, roadLimits, ownerId = null, stops } = options;
  const ingest = await createIngest({
    url,
    database,
    opener,
    bus,
    logger,
    metrics: createIngestMetrics(registry),
    factsMetrics: tracking ? createFactsMetrics(registry) : null,
    limits: roadLimits,
    ownerId,
  });
  stops.push(ingest.close);
  return ingest;
}

/** Starts the gateway of all protocols with device admission, before ingest in this process or in others. */
export async function startDevices(options: DeviceOptions) {
  const { database, bus, logger, registry, contacts, ingest, adopt, now, others, stops, ...listening } = options;
  const directory = createDeviceDirectory({ database, bus, adopt });
  const findings = createFindingRecorder(database, logger);
  const homes = await createHomeNetworkStore(database, logger);
  const admission = createDeviceAdmission({
    directory,
    bus,
    findings,
    homes,
    raise: raiseTwoSenders(ingest),
    limited: adopt === null,
    ...(now && { now }),
  });
  const blocked = await createBlockedNetworks(database, bus, logger);
  const commands = await createCommandDispatcher({ database, bus, logger, ...(others && { others }) });
  const json = await createJsonProfileRegistry(database, bus, logger);
  const layouts = await createLayoutProfileRegistry(database, bus, logger);
  stops.push(admission.close, homes.close, blocked.close, commands.close, json.close, layouts.close);
  const gateway = await startGateway({
    ...listening,
    ingest,
    directory,
    admission,
    blocked,
    contacts,
    commands,
    json,
    layouts,
    metrics: createGatewayMetrics(registry),
    logger,
    bus,
  });
  // The order at shutdown: stop reading, store and acknowledge what was read, close the connections.
  stops.push(gateway.close, ingest.drain, gateway.stopReading);
  return { gateway, admission, findings, json, layouts };
}

/** An alarm that the gateway raises itself. It is stored like one of the device, so that rules apply to it. */
function raiseTwoSenders(ingest: SubmissionSink): (deviceId: number, at: number) => void {
  const message: Message = { kind: 'report', deviceTime: null, fix: null, attributes: { alarm: ['twoSenders'] } };
  return (deviceId, receivedAt) => ingest.submit({ deviceId, messages: [message], receivedAt, onStored: () => {} });
}
