import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../store/database.ts';
import { type DeviceState, loadDeviceStates } from '../store/device-states.ts';
import { type Batch, buildBatch, type Submission } from './batch.ts';
import { newDeviceState } from './device-tracker.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { type BatchWriter, createBatchWriter, RefusedRows } from './writer.ts';
import { reasonOf } from '../fault.ts';

export interface Ingest {
  /** Takes messages in the order they arrived. Never refuses: callers stop when `full()` says so. */
  submit(submission: Submission): void;
  /** True while more messages wait than memory should hold; callers pause their sockets. */
  full(): boolean;
  /** Calls back whenever `full()` changes. */
  onPressure(listener: (full: boolean) => void): void;
  /** Resolves when everything submitted so far is stored; further submissions are still taken. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

interface IngestOptions {
  url: string;
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: IngestMetrics;
}

/** A batch ends at this many messages, or when the linger is over. */
const MAX_BATCH = 2000;
/** Waiting a little lets frames that arrive together share a commit; nobody waits longer than this for company. */
const LINGER_MS = 8;
const FULL_AT = 40_000;
const RELAXED_AT = 10_000;

export async function createIngest({ url, database, bus, logger, metrics }: IngestOptions): Promise<Ingest> {
  const states = new Map<number, DeviceState>();
  for (const state of await loadDeviceStates(database)) states.set(state.deviceId, state);
  const writer = createBatchWriter({ url, database, logger });

  let queue: Submission[] = [];
  let waiting = 0;
  let pressed = false;
  let closed = false;
  let wake: (() => void) | null = null;
  let idle: (() => void)[] = [];
  const listeners: ((full: boolean) => void)[] = [];

  const stateOf = (deviceId: number): DeviceState => {
    let state = states.get(deviceId);
    if (!state) states.set(deviceId, (state = newDeviceState(deviceId)));
    return state;
  };

  const press = (full: boolean) => {
    if (pressed === full) return;
    pressed = full;
    for (const listener of listeners) listener(full);
  };

  /** Takes whole submissions off the queue, up to MAX_BATCH messages. */
  const take = (): Submission[] => {
    let count = 0;
    let end = 0;
    while (end < queue.length && count < MAX_BATCH) count += queue[end++]?.messages.length ?? 0;
    const taken = queue.slice(0, end);
    queue = queue.slice(end);
    return taken;
  };

  const settle = (batch: Batch, stored: number) => {
    let messages = 0;
    for (const submission of batch.submissions) messages += submission.messages.length;
    waiting -= messages;
    metrics.stored(stored, batch.positions.length - stored, batch.submissions);
    for (const submission of batch.submissions) submission.onStored();
    bus.publish('stored', { states: batch.states });
    if (waiting <= RELAXED_AT) press(false);
  };

  const over = () => closed && queue.length === 0;
  const run = async () => {
    while (!over()) {
      if (queue.length === 0) {
        for (const resolve of idle.splice(0)) resolve();
        await new Promise<void>((resolve) => (wake = resolve));
        wake = null;
        if (waiting < MAX_BATCH && !closed) await delay(LINGER_MS);
        continue;
      }
      const batch = buildBatch(take(), stateOf);
      settle(batch, await writeOrRefuse(batch, { writer, database, logger, metrics }));
    }
    for (const resolve of idle.splice(0)) resolve();
  };
  const running = run();
  // Nothing would be stored from here on: the process has to end and be started again.
  running.catch((error: unknown) => {
    logger.fatal({ error }, 'Ingest ended');
    queueMicrotask(() => {
      throw error;
    });
  });

  return {
    submit: (submission) => {
      queue.push(submission);
      waiting += submission.messages.length;
      metrics.waiting(waiting);
      if (waiting >= FULL_AT) press(true);
      wake?.();
    },
    full: () => pressed,
    onPressure: (listener) => listeners.push(listener),
    drain: () => {
      if (queue.length === 0 && waiting === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
    close: async () => {
      closed = true;
      wake?.();
      await running;
      await writer.close();
    },
  };
}

interface RefuseOptions {
  writer: BatchWriter;
  database: Database;
  logger: Logger;
  metrics: IngestMetrics;
}

/**
 * Writes a batch. If PostgreSQL refuses its rows, halves it until the one bad report is alone, which goes to
 * `refused_reports` as it is: one device's garbage must not hold up the others, and must not be lost either.
 */
async function writeOrRefuse(batch: Batch, options: RefuseOptions): Promise<number> {
  try {
    return await options.writer.write(batch);
  } catch (error) {
    if (!(error instanceof RefusedRows)) throw error;
    const rows = batch.positions.length + batch.statuses.length;
    if (rows <= 1) {
      await keepRefused(batch, error, options);
      return 0;
    }
    const half = Math.ceil(batch.positions.length / 2);
    const halfStatuses = Math.ceil(batch.statuses.length / 2);
    const first = {
      ...batch,
      positions: batch.positions.slice(0, half),
      statuses: batch.statuses.slice(0, halfStatuses),
    };
    const rest = { ...batch, positions: batch.positions.slice(half), statuses: batch.statuses.slice(halfStatuses) };
    return (await writeOrRefuse(first, options)) + (await writeOrRefuse(rest, options));
  }
}

async function keepRefused(batch: Batch, error: RefusedRows, { database, logger, metrics }: RefuseOptions) {
  const row = batch.positions[0] ?? batch.statuses[0];
  if (!row) return;
  const reason = reasonOf(error.cause);
  logger.error({ deviceId: row.deviceId, reason }, 'A report was refused by the database and kept in refused_reports');
  metrics.refused();
  const values = [row.deviceId, new Date(row.receivedAt), reason, JSON.stringify(row).replaceAll('\0', '')];
  const insert = 'INSERT INTO refused_reports (device_id, received_at, reason, content) VALUES ($1, $2, $3, $4)';
  for (;;) {
    try {
      await database.query(insert, values);
      return;
    } catch (failure) {
      logger.warn({ reason: reasonOf(failure) }, 'The database is away; a refused report waits');
      await delay(1000);
    }
  }
}
