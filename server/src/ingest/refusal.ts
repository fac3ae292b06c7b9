import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { Database } from '../store/database.ts';
import type { FactWrites } from '../store/facts/fact-writes.ts';
import type { Batch } from './batch.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { type BatchWriter, RefusedRows, type Written } from './writer.ts';

interface RefusalOptions {
  writer: BatchWriter;
  database: Database;
  logger: Logger;
  metrics: IngestMetrics;
  /** Called when the facts could not be written with the reports. */
  notTracked: (facts: FactWrites) => Promise<void>;
  /** Drops the state of a device, which would otherwise be refused repeatedly. */
  forget: (deviceId: number) => void;
}

/**
 * Writes a batch. If PostgreSQL refuses it, it is split by device, then by report, until the bad report is isolated.
 * That report is stored unchanged in `refused_reports`, so that it is neither lost nor delays other devices.
 */
export async function writeOrRefuse(batch: Batch, options: RefusalOptions): Promise<Written> {
  try {
    return await options.writer.write(batch);
  } catch (error) {
    if (!(error instanceof RefusedRows)) throw error;
    const { positions, statuses, states, facts } = batch;
    if (states.length > 1) return writeParts(halvesByDevice(batch), options);
    if (facts.length > 0) {
      // The facts may be the cause, or a consequence of the bad report.
      await options.notTracked(facts);
      return writeOrRefuse({ ...batch, facts: [] }, options);
    }
    const rows = positions.length + statuses.length;
    // The device's rows and its state separately, since either may be the bad one.
    if (states.length === 1 && rows > 0) {
      return writeParts(
        [
          { ...batch, states: [] },
          { ...batch, positions: [], statuses: [] },
        ],
        options,
      );
    }
    if (rows > 1) return writeParts(halves(batch), options);
    await refuse(batch, error, options);
    return { stored: 0, alarms: [], late: [] };
  }
}

async function writeParts(parts: readonly Batch[], options: RefusalOptions): Promise<Written> {
  const all: Written = { stored: 0, alarms: [], late: [] };
  for (const part of parts) {
    const { stored, alarms, late } = await writeOrRefuse(part, options);
    all.stored += stored;
    all.alarms.push(...alarms);
    all.late.push(...late);
  }
  return all;
}

function halvesByDevice(batch: Batch): Batch[] {
  const half = Math.ceil(batch.states.length / 2);
  return [batch.states.slice(0, half), batch.states.slice(half)].map((states) => {
    const mine = new Set(states.map((state) => state.deviceId));
    const positions = batch.positions.filter((row) => mine.has(row.deviceId));
    const statuses = batch.statuses.filter((row) => mine.has(row.deviceId));
    const facts = batch.facts.filter(({ installation }) => mine.has(installation.deviceId));
    return { ...batch, states, positions, statuses, facts };
  });
}

function halves(batch: Batch): Batch[] {
  const { positions, statuses } = batch;
  const [half, halfStatuses] = [Math.ceil(positions.length / 2), Math.floor(statuses.length / 2)];
  return [
    { ...batch, positions: positions.slice(0, half), statuses: statuses.slice(0, halfStatuses) },
    { ...batch, positions: positions.slice(half), statuses: statuses.slice(halfStatuses) },
  ];
}

async function refuse(batch: Batch, error: RefusedRows, options: RefusalOptions): Promise<void> {
  const { database, logger, metrics, forget } = options;
  const row = batch.positions[0] ?? batch.statuses[0];
  const reason = reasonOf(error.cause);
  const [state] = batch.states;
  if (state && !row) {
    logger.error({ deviceId: state.deviceId, reason }, 'The database refused the state of a device');
    forget(state.deviceId);
    return;
  }
  if (!row) return;
  logger.error({ deviceId: row.deviceId, reason }, 'The database refused a report; it is stored in refused_reports');
  metrics.refused();
  const content = JSON.stringify(row).replaceAll('\0', '');
  const insert = 'INSERT INTO refused_reports (device_id, received_at, reason, content) VALUES ($1, $2, $3, $4)';
  for (;;) {
    try {
      await database.query(insert, [row.deviceId, new Date(row.receivedAt), reason, content]);
      return;
    } catch (failure) {
      logger.warn({ reason: reasonOf(failure) }, 'The database is not reachable; a refused report waits');
      await delay(1000);
    }
  }
}
