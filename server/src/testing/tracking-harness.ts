import { randomUUID } from 'node:crypto';
import { Timeline } from '@milepost/tracking/timeline';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createPool } from '../database/pool.ts';
import { contextFor, createContexts } from '../facts/contexts.ts';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import type { FactWrites } from '../store/facts/fact-writes.ts';
import { createLateQueue } from '../facts/late-queue.ts';
import { createTracker } from '../facts/tracker.ts';
import { buildBatch, incomingOf, type Submission } from '../ingest/batch.ts';
import { newDeviceState } from '../ingest/device-state.ts';
import { createBatchWriter } from '../ingest/writer.ts';
import type { DeviceState } from '../store/devices/device-states.ts';
import { onlyRow } from '../store/rows.ts';
import { compareFacts } from '../store/facts/compare-facts.ts';
import { listInstallations } from '../store/fleet/installations.ts';
import { readClearedByHand } from '../store/facts/tracking-states.ts';
import { readReports } from '../store/tracks/reports.ts';
import { DEPOT } from './journeys.ts';
import type { TestDatabase } from './test-database.ts';
import { addDevice } from './test-gateway.ts';

export type TrackingHarness = Awaited<ReturnType<typeof trackingHarness>>;

const never = () => new Promise<never>(() => {});

/** Ingest with tracking over a test database, in the smallest form that can be killed as with `kill -9`. */
export async function trackingHarness(
  { database, url }: TestDatabase,
  share: Pick<Parameters<typeof createTracker>[0], 'shares' | 'sliceMs' | 'maxFacts'> = {},
) {
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  // Its own connections, which a kill ends: an earlier recomputation must not write beside its successor.
  const name = `harness ${randomUUID()}`;
  const ownUrl = new URL(url);
  ownUrl.searchParams.set('application_name', name);
  const pool = createPool(ownUrl.href, logger);
  const writer = createBatchWriter({ url, database: pool, logger, bus });
  // Its clock is a minute behind, so that late reports have always waited long enough.
  const queue = createLateQueue(() => Date.now() - 60_000);
  let dead = false;
  let last: Promise<unknown> = Promise.resolve();
  const between = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(() => (dead ? never() : work()));
    last = result.catch(() => {});
    return result;
  };
  let largest = 0;
  const counted = (facts: FactWrites): FactWrites => {
    largest = Math.max(
      largest,
      facts.reduce((sum, one) => sum + one.facts.length, 0),
    );
    return facts;
  };
  const tracker = await createTracker({
    database: pool,
    bus,
    logger,
    metrics: createFactsMetrics(new Registry()),
    writeQueue: {
      between,
      write: (facts) => writer.write({ ...buildBatch([], newDeviceState), facts: counted(facts) }),
    },
    queue,
    ...share,
  });
  const states = new Map<number, DeviceState>();
  const stateOf = (deviceId: number) => {
    const state = states.get(deviceId) ?? newDeviceState(deviceId);
    states.set(deviceId, state);
    return state;
  };
  return {
    bus,
    installations: tracker.installations,
    /** The number of facts in the largest statement for which ingest waited. */
    largest: () => largest,
    /** Stores a batch with the derived facts. */
    store: (submissions: readonly Omit<Submission, 'onStored'>[]) =>
      between(async () => {
        const batch = buildBatch(
          submissions.map((one) => ({ ...one, onStored: () => {} })),
          stateOf,
          tracker.installations,
        );
        const facts = counted(await tracker.take(incomingOf(batch)));
        const written = await writer.write({ ...batch, facts });
        tracker.written(facts, written);
        return written;
      }),
    /** Resolves to whether no recomputation is waiting. */
    settled: async () => {
      const { rows } = await database.query<{ late: number }>('SELECT count(*)::int AS late FROM late_marks');
      return onlyRow({ rows }).late === 0 && queue.size() === 0;
    },
    /** Nothing more is written, and everything in memory is lost. */
    kill: async () => {
      await between(() => {
        dead = true;
        return Promise.resolve();
      });
      // Stops its timers; the final writes never happen.
      void tracker.close();
      await writer.close();
      void pool.end();
      await database.query(
        'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = $1',
        [name],
      );
    },
    close: async () => {
      await tracker.close();
      await writer.close();
      if (!pool.ending) await pool.end();
    },
  };
}

const RULES = [
  { kind: 'overspeed', limitKph: 60 },
  { kind: 'overStay', afterS: 600 },
  { kind: 'idling', afterS: 120 },
  { kind: 'geofenceEnter', fenceIds: null },
  { kind: 'noData', afterS: 1800 },
  { kind: 'device', codes: ['sos', 'powerCut'], clearCodes: [], clearAfterS: 900 },
];

/** A device in a vehicle of an organisation of its own, with geofences around the depot and rules for all vehicles. */
export async function watched({ database }: TestDatabase, identity: string) {
  const ids = await addDevice(database, identity);
  const { rows } = await database.query<{ organisationId: number }>(
    `WITH o AS (SELECT organisation_id AS id FROM vehicles WHERE id = $1),
          zone AS (UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = (SELECT id FROM o)),
          fence AS (
            INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2, speed_limit_kph)
            SELECT o.id, 'f' || radius, jsonb_build_object('kind', 'circle', 'centre', $2::jsonb, 'radiusM', radius),
                   0, 0, 0, 0, 0, 40 FROM o, unnest('{100,400,5000}'::int[]) AS radius),
          rules AS (
            INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
            SELECT o.id, rule->>'kind', rule, 'major', true FROM o, jsonb_array_elements($3::jsonb) AS rule)
     SELECT id AS "organisationId" FROM o`,
    [ids.vehicleId, JSON.stringify(DEPOT), JSON.stringify(RULES)],
  );
  return { ...ids, ...onlyRow({ rows }) };
}

/**
 * Compares the stored facts of each installation of a vehicle with those that Timeline derives from its stored reports.
 */
export async function differences({ database }: TestDatabase, vehicleId: number) {
  const all = await listInstallations(database, null);
  const contexts = createContexts(database);
  const found = [];
  for (const installation of all.filter((one) => one.vehicleId === vehicleId)) {
    const { id, deviceId, organisationId, from, to } = installation;
    await contexts.load([organisationId]);
    const cleared = (await readClearedByHand(database, [id])).get(id) ?? [];
    const timeline = new Timeline(contextFor(contexts.current(organisationId), installation, cleared));
    timeline.receive(
      await readReports(database, deviceId, new Date(from), new Date(to ?? Date.now() + 86_400_000), undefined, true),
    );
    if (to !== null) timeline.end();
    found.push({
      facts: timeline.sortedFacts().length,
      ...(await compareFacts(database, installation, timeline.sortedFacts())),
    });
  }
  return found;
}

/** Waits until no recomputation is left. */
export const settled = (harness: TrackingHarness) =>
  expect.poll(harness.settled, { timeout: 60_000, interval: 50 }).toBe(true);
