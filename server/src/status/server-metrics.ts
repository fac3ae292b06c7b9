import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Pools } from '../database/pool.ts';
import { statusClass } from '../http/web-metrics.ts';
import type { Database } from '../store/database.ts';
import { countDeliveries } from '../store/status/failed-sends.ts';
import { countMails, countQueues } from '../store/status/job-queues.ts';
import type { OperationTimer } from './operation-times.ts';
import { exportOptional } from './gauges.ts';
import { measureBytes, readDatabaseAhead } from './read-status.ts';

/** What waits to be sent, and what could not be. */
const byState = ({ waiting, failed }: { waiting: number; failed: number }): [Record<string, string>, number][] => [
  [{ state: 'waiting' }, waiting],
  [{ state: 'failed' }, failed],
];

/** Exports connections, queues, mails and sizes of the database; values that it does not give are absent. */
export function createServerMetrics(registry: Registry, pools: Pools): void {
  const registers = [registry];
  const open: Gauge = new Gauge({
    name: 'milepost_database_connections',
    help: 'Open connections to the database, by purpose and whether they are in use.',
    labelNames: ['pool', 'state'],
    registers,
    collect: () => {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        open.set({ pool, state: 'idle' }, idleCount);
        open.set({ pool, state: 'used' }, totalCount - idleCount);
      }
    },
  });
  const waitingFor: Gauge = new Gauge({
    name: 'milepost_database_connection_waiting',
    help: 'Queries that wait for a connection to the database, by purpose.',
    labelNames: ['pool'],
    registers,
    collect: () => {
      for (const [pool, { waitingCount }] of Object.entries(pools)) waitingFor.set({ pool }, waitingCount);
    },
  });
  const fromDatabase = (
    name: string,
    help: string,
    labelNames: string[],
    read: (database: Database) => Promise<[Record<string, string>, number][]>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      // While the database is away, the other metrics are still served.
      async collect() {
        const values = await read(pools.vital).catch(() => []);
        this.reset();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  fromDatabase(
    'milepost_jobs',
    'Jobs that wait, run or have failed for good, by queue.',
    ['queue', 'state'],
    async (db) =>
      (await countQueues(db)).flatMap(
        ({ name: queue, waiting, active, failed }): [Record<string, string>, number][] => [
          [{ queue, state: 'waiting' }, waiting],
          [{ queue, state: 'active' }, active],
          [{ queue, state: 'failed' }, failed],
        ],
      ),
  );
  fromDatabase(
    'milepost_mails',
    'Mails that wait, or failed in the last seven days and were not discarded.',
    ['state'],
    async (db) => byState(await countMails(db)),
  );
  fromDatabase(
    'milepost_webhook_deliveries',
    'Deliveries to webhooks that wait, or failed in the last seven days and were not discarded.',
    ['state'],
    async (db) => byState(await countDeliveries(db)),
  );
  fromDatabase(
    'milepost_database_bytes',
    'Size of tables with their indexes, by kind of record.',
    ['kind'],
    async (db) => {
      const [{ parts }] = await measureBytes(db);
      return parts.map(({ kind, bytes }) => [{ kind }, bytes]);
    },
  );
  const optional = (name: string, help: string, read: (database: Database) => Promise<number | null>) =>
    exportOptional(registry, { name, help, read: () => read(pools.vital) });
  optional('milepost_files_bytes', 'Size of the stored files.', async (db) => (await measureBytes(db))[0].filesBytes);
  optional(
    'milepost_oldest_unpacked_day_timestamp_seconds',
    'Beginning of the oldest UTC day whose positions are not packed; absent without one.',
    async (db) => {
      const [, day] = await measureBytes(db);
      return day === null ? null : Date.parse(day) / 1000;
    },
  );
  optional(
    'milepost_database_clock_ahead_seconds',
    'How far the clock of the database is ahead of that of this machine.',
    readDatabaseAhead,
  );
}

/** Also exports the time of each call as a histogram. */
export function exportTimes(registry: Registry, timer: OperationTimer): OperationTimer {
  const seconds = new Histogram({
    name: 'milepost_operation_seconds',
    help: 'Time from a call to its reply, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    ...timer,
    note: (operation, ms, status) => {
      timer.note(operation, ms, status);
      seconds.observe({ operation, status: statusClass(status) }, ms / 1000);
    },
  };
}
