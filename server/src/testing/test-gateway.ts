import { PROTOCOLS } from '@milepost/protocols/registry';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import type { DeviceAdmission } from '../gateway/device-admission.ts';
import type { FindingRecorder } from '../gateway/finding-recorder.ts';
import type { BrokerSettings } from '../broker/broker-link.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { JsonProfileRegistry } from '../gateway/json-profile-registry.ts';
import type { LayoutProfileRegistry } from '../gateway/layout-profile-registry.ts';
import { createContactLog, type ContactLog } from '../gateway/contact-log.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from '../gateway/limits.ts';
import { startIntake } from '../gateway/intake.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { Database } from '../store/database.ts';
import type { RoadLimits } from '../places/road-limits.ts';
import type { TestDatabase } from './test-database.ts';

export interface TestGateway {
  bus: Bus;
  ingest: Ingest;
  contacts: ContactLog;
  admission: DeviceAdmission;
  findings: FindingRecorder;
  json: JsonProfileRegistry;
  layouts: LayoutProfileRegistry;
  broker: Gateway['broker'];
  registry: Registry;
  /** Port by protocol and transport, as in `gt06/tcp`. */
  ports: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

type TestGatewayOptions = Partial<GatewayLimits> & {
  adopt?: Parameters<typeof startIntake>[0]['adopt'];
  /** The clock for counting probes. */
  now?: () => number;
  broker?: BrokerSettings;
  roadLimits?: RoadLimits;
};

/** A gateway with ingest on free loopback ports over a test database. */
export async function testGateway(
  test: TestDatabase,
  { adopt = null, now, broker, roadLimits, ...limits }: TestGatewayOptions = {},
): Promise<TestGateway> {
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  const registry = new Registry();
  const { database, url } = test;
  const contacts = createContactLog();
  const stops: (() => Promise<unknown> | void)[] = [contacts.close];
  const { gateway, ingest, admission, findings, json, layouts } = await startIntake({
    url,
    database,
    bus,
    logger,
    registry,
    contacts,
    tracking: true,
    adopt,
    ...(roadLimits && { roadLimits }),
    ...(now && { now }),
    protocols: PROTOCOLS,
    host: '127.0.0.1',
    ifTaken: 'wait',
    ports: Object.fromEntries(PROTOCOLS.map((protocol) => [protocol.name, 0])),
    limits: { ...DEFAULT_LIMITS, ...limits },
    broker: broker ?? null,
    stops,
  });
  return {
    bus,
    ingest,
    contacts,
    admission,
    findings,
    json,
    layouts,
    broker: gateway.broker,
    registry,
    ports: new Map(gateway.ports.map((one) => [`${one.protocol.name}/${one.transport}`, one.port])),
    close: async () => {
      for (const stop of stops.toReversed()) await stop();
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
