import { PROTOCOLS } from '@milepost/protocols/registry';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createBlockedNetworks } from '../gateway/blocked-networks.ts';
import { createDeviceAdmission, type DeviceAdmission } from '../gateway/device-admission.ts';
import { createDeviceDirectory } from '../gateway/device-directory.ts';
import { raiseTwoSenders } from '../gateway/raise-alarm.ts';
import { createDoubtBook, type DoubtBook } from '../gateway/doubt-book.ts';
import { createGatewayMetrics } from '../gateway/gateway-metrics.ts';
import { startGateway } from '../gateway/gateway.ts';
import { createHomeBook } from '../gateway/home-book.ts';
import { createKnockBook, type KnockBook } from '../gateway/knock-book.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from '../gateway/limits.ts';
import { createIngest, type Ingest } from '../ingest/ingest.ts';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import { createIngestMetrics } from '../ingest/ingest-metrics.ts';
import type { Database } from '../store/database.ts';
import type { TestDatabase } from './test-database.ts';

export interface TestGateway {
  bus: Bus;
  ingest: Ingest;
  knocks: KnockBook;
  admission: DeviceAdmission;
  doubts: DoubtBook;
  registry: Registry;
  /** Port by protocol and transport, as in `gt06/tcp`. */
  ports: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

type TestGatewayOptions = Partial<GatewayLimits> & { adopt?: Parameters<typeof createDeviceDirectory>[0]['adopt'] };

/** A gateway with ingest on free loopback ports over a test database. */
export async function testGateway(
  test: TestDatabase,
  { adopt, ...limits }: TestGatewayOptions = {},
): Promise<TestGateway> {
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  const registry = new Registry();
  const { database, url } = test;
  const ingest = await createIngest({
    url,
    database,
    bus,
    logger,
    metrics: createIngestMetrics(registry),
    factsMetrics: createFactsMetrics(registry),
  });
  const knocks = createKnockBook();
  const directory = createDeviceDirectory({ database, bus, adopt: adopt ?? null });
  const doubts = createDoubtBook(database, logger);
  const homes = await createHomeBook(database, logger);
  const admission = createDeviceAdmission({
    directory,
    bus,
    doubts,
    homes,
    raise: raiseTwoSenders(ingest),
    limited: !adopt,
  });
  const blocked = await createBlockedNetworks(database, bus, logger);
  const gateway = await startGateway({
    protocols: PROTOCOLS,
    host: '127.0.0.1',
    ifTaken: 'wait',
    ports: Object.fromEntries(PROTOCOLS.map((protocol) => [protocol.name, 0])),
    limits: { ...DEFAULT_LIMITS, ...limits },
    ingest,
    directory,
    admission,
    blocked,
    knocks,
    metrics: createGatewayMetrics(registry),
    logger,
    bus,
  });
  return {
    bus,
    ingest,
    knocks,
    admission,
    doubts,
    registry,
    ports: new Map(gateway.ports.map((one) => [`${one.protocol.name}/${one.transport}`, one.port])),
    close: async () => {
      gateway.stopReading();
      await gateway.close();
      await ingest.close();
      knocks.close();
      blocked.close();
      await admission.close();
      await homes.close();
    },
  };
}

/** A device in a vehicle of a new organisation. */
export async function addDevice(
  database: Database,
  identity: string,
): Promise<{ deviceId: number; vehicleId: number }> {
  const { rows } = await database.query<{ device_id: number; vehicle_id: number }>(
    `WITH o AS (INSERT INTO organisations (name) VALUES ('Test ' || $1::text) RETURNING id),
          v AS (INSERT INTO vehicles (organisation_id, registration, type) SELECT id, 'T ' || $1, 'van' FROM o RETURNING id),
          d AS (INSERT INTO devices (organisation_id, identity) SELECT id, $1 FROM o RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at)
     SELECT d.id, v.id, '2020-01-01' FROM d, v RETURNING device_id, vehicle_id`,
    [identity],
  );
  const row = rows[0];
  if (!row) throw new Error('nothing was inserted');
  return { deviceId: row.device_id, vehicleId: row.vehicle_id };
}
